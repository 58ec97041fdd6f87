"""Words that the finder knows: general knowledge of the trade, written by hand, no list of anybody's."""

ACRONYMS = frozenset(
    """PH MW NM UM DNA RNA PCR WT KO KI KD OE CRISPR IP IF IHC ISH NMR EM TEM SEM FACS UMAP TSNE PCA GWAS QTL SNP
    SNV SNVS SNPS CNV ORF ORFS UTR CDS TSS TF TFS AA BP KB MB GB KDA MRNA TRNA RRNA SIRNA SHRNA MIRNA SGRNA
    GRNA CDNA DSDNA SSDNA LNCRNA NCRNA GFP RFP YFP CFP EGFP MCHERRY RMSD ROC AUC ANOVA SD CI OR HR FDR FC
    LOD MOI OD PI IC MIC QC ELISA EMSA CHIP ATAC SEQ RNASEQ SNRNASEQ SCRNASEQ CD MS LC GC HPLC FRET BRET
    FRAP MRI FMRI EEG CT PET US USA UK EU WHO FDA SI ED ESM FIG TABLE VS ID ECM ER PM CNS PNS UV IR LED II
    III IV VI VII VIII IX XI XII AI ML SDE ODE VAE GNN TPM RPKM FPKM CPM MAF LD PBS BSA HE NA NF PDB RBC WBC
    BMI NOT AND ALL MO MOS WGBS STARR UFM SEC DOX2 POD ZT TE ICM ASU UL ULS FAB SAR ECD TM TMH LTR TSD TES
    TC TAD TADS IL ILS NMJ SWO MBC FBC GI GIS HFD FMT ROI VTA PFC ACC CA ICC BIFC CDR CDRS KOW HORMA SERP
    NBD DBD LBD SH TD BET MRE UP DOWN BFS OS PFS ITT RCT""".split()  # noqa: SIM905, no list to read
)
"""Acronyms of methods, measures, anatomy and paperwork: no entity's name by themselves."""

CAPITALS = frozenset(
    """fig figs figure figures table tables extended data supplementary supplemental appendix movie video box note
    methods january february march april may june july august september october november december monday the
    this these those here however in on at we our it its a an and or but for from with by as to of no yes
    none all both together thus then there when where while which what who how why is are was were has have
    had do does did after before between among across during than that their they can could might will would
    should must not also only more most less least using based given since if because although notably
    importantly interestingly specifically consistent conversely similarly furthermore moreover additionally
    finally indeed overall further previous previously recent recently several many some such other each
    every any same different one two three four five six seven eight nine ten first second third gaussian
    fisher wilcoxon pearson spearman bonferroni welch student mann whitney kruskal wallis kaplan meier
    poisson bayesian euclidean markov fourier control controls day days week weeks hour hours layer layers
    phase type types class group groups stage step exon intron domain chromosome european american african
    asian human mouse mice rat rats cell cells gene genes protein proteins analysis results result study
    section ref refs reference dataset blot western northern southern golgi langerhans schwann purkinje
    cajal hoechst dapi giemsa sanger kozak petri bradford laemmli al et""".split()  # noqa: SIM905, no list to read
)
"""Words that may stand with a capital in the middle of a sentence and name no entity."""

GENERA = frozenset(
    """acinetobacter arabidopsis artemisia aspergillus bacillus bacteroides batrachochytrium bifidobacterium
    borrelia brucella burkholderia caenorhabditis campylobacter candida caulobacter chlamydia chlamydomonas
    citrus clostridium clostridioides corynebacterium cryptococcus cutibacterium danio dictyostelium
    drosophila enterobacter enterococcus escherichia fusarium fusobacterium glycine haemophilus helicobacter
    homo hordeum klebsiella lactobacillus legionella leishmania listeria macaca magnaporthe medicago mus
    mycobacterium mycoplasma neisseria neurospora nicotiana oryza plasmodium porphyromonas prevotella
    propionibacterium proteus pseudomonas rattus rhizobium rickettsia saccharomyces salmonella
    schizosaccharomyces serratia shigella solanum staphylococcus streptococcus streptomyces sus
    synechocystis synechococcus thermus toxoplasma treponema triticum trypanosoma vibrio wolbachia
    xanthomonas xenopus yersinia zea zebrafish""".split()  # noqa: SIM905, no list to read
)

CHEMICALS = frozenset(
    """urea squalene insulin glucagon leptin ghrelin estrogen oestrogen testosterone progesterone cortisol
    aldosterone dopamine serotonin histamine acetylcholine glutamate gaba adrenaline noradrenaline melatonin
    oxytocin vasopressin cholesterol ceramide sphingosine heparin heparan chitin cellulose lignin starch
    glycogen glucose fructose galactose lactose maltose sucrose trehalose mannose xylose ribose lactate
    pyruvate citrate succinate fumarate malate acetate butyrate propionate palmitate oleate ethanol methanol
    formaldehyde paraformaldehyde glycerol caffeine nicotine morphine fentanyl naloxone cocaine ketamine
    aspirin ibuprofen metformin warfarin tamoxifen colchicine taxol curcumin biotin folate retinol keratin
    collagen elastin actin tubulin myosin albumin ovalbumin hemoglobin ferritin fibrinogen fibronectin
    laminin vimentin parvalbumin somatostatin calretinin calbindin cadherin integrin ubiquitin sumo cre cas9
    cas12a cas13 streptavidin avidin lysozyme trypsin pepsin thrombin plasmin ricin rapamycin puromycin
    blasticidin hygromycin cycloheximide nocodazole bortezomib verteporfin olaparib oxaliplatin
    prostaglandin interferon interleukin peptidoglycan lipopolysaccharide flagellin peptidase auxin
    gibberellin jasmonate ethylene strigolactone brassinosteroid cytokinin abscisic""".split()  # noqa: SIM905, no list to read
)

NOT_CHEMICALS = frozenset(
    """baseline determine combine routine machine vaccine examine engine marine define refine decline airline
    outline pipeline murine bovine porcine equine feline canine line spine alkaline crystalline whose those
    these dose close purpose choose compose propose expose loose nose disclose diagnose overdose adipose
    pose suppose oppose lose rose goose transpose metagenome imide amide amine undermine famine antibody""".split()  # noqa: SIM905, no list to read
)

NOT_DISEASES = frozenset(
    """apoptosis mitosis meiosis cytokinesis diagnosis prognosis hypothesis synthesis analysis pyroptosis
    necroptosis ferroptosis phagocytosis endocytosis exocytosis pinocytosis metamorphosis symbiosis
    homeostasis metastasis biosynthesis photosynthesis osmosis transcytosis micropinocytosis
    macropinocytosis trogocytosis efferocytosis ecdysis dosis mitoses genome transcriptome proteome exome
    epigenome connectome chromosome ribosome microbiome phenome academia hypoxemia soma stroma coma aroma
    diploma axoneme necrosis hypnosis anastomosis anoikis entosis hemostasis stoma plasma""".split()  # noqa: SIM905, no list to read
)

NOT_SPECIES = frozenset(
    """analysis basis axis status virus consensus focus medium equilibrium calcium sodium potassium cannabis
    stimulus nucleus locus hypothesis synthesis apparatus corpus radius tissues various previous continuous
    spontaneous endogenous exogenous heterologous homologous extracellularis humans trans means spans plans
    tens lens genes tissue""".split()  # noqa: SIM905, no list to read
)
"""Second words that end like a Latin name and are none."""

ASKED_FOR = (
    "gene", "genes", "gene(s)", "protein", "proteins", "transcription factor", "transcription factors", "species",
    "strain", "strains", "bacteria", "bacterium", "bacterial", "virus", "viruses", "antibiotic", "antibiotics", "drug",
    "drugs", "mutation", "mutations", "mutant", "isotype", "symptom", "symptoms", "disease", "diseases", "receptor",
    "receptors", "compound", "compounds", "plant", "plants", "kinase", "kinases", "lncrna", "mirna", "glycornas",
    "cytokine", "cytokines", "glycan", "allele", "subunit", "subunits", "antibody", "hormone", "enzyme", "enzymes",
    "molecule", "metabolite", "inhibitor", "ligand", "chemokine", "factor", "factors", "variant", "locus", "lipid",
    "organism", "cell wall component", "toxin", "peptide", "channel", "transporter", "cell line", "fungus", "parasite",
)  # fmt: skip # words, many a line
"""A question for one of these has names for options."""

NO_NAMES = frozenset(
    """yes no none all both neither either above below increased decreased increase decrease reduced no_effect same
    unchanged more less higher lower""".split()  # noqa: SIM905, no list to read
)
