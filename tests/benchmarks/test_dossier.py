import pytest

from counterproof.benchmarks.dossier import EVIDENCE, dossier_of

ROW = dict.fromkeys(EVIDENCE, "") | {
    "target": "TP53",
    "indication_mesh_term": "Lupus",
    "areas": "immune",
    "kinase": "True",
}


def test_what_is_missing_is_said_and_labels_say_what_a_number_is():
    bare = dossier_of(ROW)
    assert "Association: none recorded for this target" in bare.text
    assert "Tractable by antibody: not stated" in bare.text
    told = dossier_of(ROW | {"assoc_source": "OTG", "assoc_mesh_term": "Rash", "l2g_share": "0.82000"})
    assert "Share of the locus-to-gene score (0 to 1): 0.82\n" in told.text
    assert "ALT allele frequency (gnomAD, non-Finnish Europeans): not stated" in told.text


def test_target_indication_trait_and_source_are_entities():
    found = dossier_of(ROW | {"assoc_source": "OTG", "assoc_mesh_term": "Lupus", "original_trait": "Lupus or rash"})
    assert [(one.name, one.kind) for one in found.entities] == [
        ("TP53", "gene"),
        ("Lupus", "disease"),
        ("Lupus or rash", "trait"),
        ("OTG", "source"),
    ]
    assert found.entities[0].description == "a gene for a kinase"


def test_a_row_with_an_outcome_is_refused():
    with pytest.raises(ValueError, match="evidence columns alone, got succ_2_3"):
        dossier_of(ROW | {"succ_2_3": "TRUE"})
