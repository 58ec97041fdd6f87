from counterproof.matter.cohort_genes import INTERFERON, PROGRAMS, all_genes
from counterproof.matter.cohort_truth import TRUTH


def test_there_are_about_three_hundred_genes_each_once():
    genes = all_genes()
    assert len(genes) == len(set(genes))
    assert 270 <= len(genes) <= 320


def test_every_cell_type_has_genes_that_no_other_has():
    for cell_type, program in PROGRAMS.items():
        others = {gene for other, genes in PROGRAMS.items() if other != cell_type for gene in genes}
        assert len(set(program) - others) >= 5


def test_interferon_genes_are_no_type_s_own():
    assert not set(INTERFERON) & {gene for program in PROGRAMS.values() for gene in program}


def test_every_gene_and_type_of_the_truth_exists():
    genes = set(all_genes())
    for cell_type, effects in TRUTH.effects.items():
        assert cell_type in PROGRAMS
        assert set(effects) <= genes
    for shares in TRUTH.composition.values():
        assert set(shares) == set(PROGRAMS)
