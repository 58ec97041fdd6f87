import pytest
from made_up_audit import HOSTILE, made_up_construction, made_up_item

from counterproof.domain.registration import RegistrationAttempt
from counterproof.domain.statistic import Expression, Group
from counterproof.domain.variant import Edit, Variant
from counterproof.store.digest import digest_of
from counterproof.views.tables.item import Card, blocks_table, edits_table, registration_log_table, registration_table

ITEM = made_up_item()
MADE = made_up_construction(ITEM)


def texts(row):
    return [cell.text for cell in row]


def facts_of(construction):
    return dict(map(texts, registration_table(construction).rows))


def registered(**changes):
    return MADE.model_copy(update={"registration": MADE.registration.model_copy(update=changes)})


def variant(name, edit):
    return Variant(
        item=ITEM.id,
        name=name,
        edit=edit,
        path=f"variants/{name}.h5ad",
        sha256="abcdef" * 11,
        bytes=1536 * 1024,
        n_cells=700,
        n_genes=764,
        registration="0" * 64,
    )


def test_a_card_shows_the_item_as_its_author_wrote_it_with_the_key_marked():
    shown = Card(ITEM)._repr_html_()
    for text in (ITEM.id, ITEM.question, ITEM.background, ITEM.data.source, *ITEM.options.values()):
        assert text in shown
    assert shown.count('class="cp-tag key"') == 1
    assert '<b>B</b> NKG7 <span class="cp-tag key">key</span>' in shown


def test_a_card_of_an_item_without_background_has_no_empty_paragraph():
    assert "<p></p>" not in Card(ITEM.model_copy(update={"background": ""})).html()


def test_no_text_of_a_card_becomes_an_element():
    options = {"A": HOSTILE, "B": "NKG7"}
    shown = Card(ITEM.model_copy(update={"question": HOSTILE, "background": HOSTILE, "options": options})).html()
    assert "<script" not in shown
    assert "<img" not in shown


def test_a_registration_tells_everything_that_was_fixed():
    assert registration_table(MADE).caption == "Registration of nk_marker"
    assert facts_of(MADE) == {
        "statistic": "marker",
        "asks about": "group bulk_labels = CD56+ NK",
        "block": "raw (values: log)",
        "margin": "0.5",
        "stability": "95% of 200 resamples of the cells",
        "key": "B  NKG7",
        "flip to": "A  CD79A",
        "obs columns kept": "none",
        "seed": "7",
        "data (SHA-256)": "0" * 16,
        "digest": digest_of(MADE.registration)[:16],
        "made": "before anything was computed on the data",
    }


def test_a_registration_after_viewing_says_so():
    assert facts_of(registered(after_viewing=True))["made"] == "after viewing the data"


def test_a_statistic_with_several_parts_is_told_in_words():
    treated, control = Group(column="condition", value="treated"), Group(column="condition", value="control")
    facts = facts_of(registered(statistic=Expression(a=treated, b=control, donor="donor"), keep_obs=("batch", "donor")))
    assert facts["asks about"] == "a condition = treated; b condition = control; direction up; donor donor"
    assert facts["obs columns kept"] == "batch, donor"


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Edit(kind="none"), "none"),
        (Edit(kind="permute"), "permute"),
        (Edit(kind="swap_genes", genes=("NKG7", "CD79A")), "swap genes NKG7, CD79A"),
        (Edit(kind="exchange_labels", column="kind", values=("NK", "B")), "exchange labels kind: NK, B"),
        (Edit(kind="permute_labels", column="kind"), "permute labels kind"),
        (
            Edit(kind="exchange_conditions", column="condition", values=("a", "b"), along=("donor", "batch")),
            "exchange conditions condition: a, b (with donor, batch)",
        ),
    ],
)
def test_an_edit_is_told_in_words(edit, words):
    table = edits_table(MADE.model_copy(update={"variants": (variant("flip", edit),)}))
    assert texts(table.rows[0])[:3] == ["flip", words, "A"]


def test_a_variants_file_is_described():
    variants = (variant("original", Edit(kind="none")), variant("withdraw", Edit(kind="delete_gene", genes=("NKG7",))))
    table = edits_table(MADE.model_copy(update={"variants": variants}))
    assert texts(table.rows[0])[2:] == ["B", "700", "764", "1,536 KiB", "abcdefabcdef"]
    assert [(row[2].text, row[2].tone) for row in table.rows] == [("B", "key"), ("none", "doubt")]
    assert table.rows[0][5].sort == str(1536 * 1024)


def test_an_item_without_files_has_an_empty_table():
    assert edits_table(MADE).rows == ()


def test_every_block_of_every_file_is_shown_the_source_first():
    table = blocks_table(MADE)
    assert [column.name for column in table.columns[2:6]] == ["A  CD79A", "B  NKG7", "C  FCER1A", "D  CD3D"]
    assert [texts(row)[:2] for row in table.rows[:4]] == [
        ["source", "raw (log)"],
        ["source", "X (scaled)"],
        ["original", "raw (log)"],
        ["original", "X (scaled)"],
    ]
    assert texts(table.rows[0])[2:] == ["\N{MINUS SIGN}0.420", "2.810", "\N{MINUS SIGN}0.050", "0.100", "2.710", "B"]


def test_what_is_undefined_is_a_dash_and_no_support_tells_why():
    row = next(row for row in blocks_table(MADE).rows if row[0].text == "withdraw")
    assert (row[3].text, row[3].title) == ("\N{EN DASH}", "undefined")
    assert (row[-1].text, row[-1].title, row[-1].tone) == (
        "none",
        "the largest value does not reach the margin",
        "doubt",
    )


def test_key_flip_and_any_other_answer_have_tones_of_their_own():
    wrong = MADE.screening.blocks[0].model_copy(update={"supported": "D"})
    blocks = (*MADE.screening.blocks, wrong)
    table = blocks_table(MADE.model_copy(update={"screening": MADE.screening.model_copy(update={"blocks": blocks})}))
    tones = {row[-1].text: row[-1].tone for row in table.rows}
    assert tones == {"B": "key", "A": "flip", "D": "bad", "none": "doubt"}


def test_an_excluded_item_shows_what_its_source_gave():
    table = blocks_table(made_up_construction(ITEM, excluded="tied"))
    assert [row[0].text for row in table.rows] == ["source", "source"]


def test_every_attempt_to_register_is_shown_the_refused_ones_with_the_reason():
    facts = {"item": "nk_marker", "digest": "d" * 64, "data_sha256": "e" * 64, "at": "2026-11-30T09:00:00+00:00"}
    attempts = [
        RegistrationAttempt(**facts, accepted=True),
        RegistrationAttempt(**facts, accepted=False, reason="changed: margin"),
    ]
    table = registration_log_table(attempts)
    assert table.caption == "2 attempts to register"
    assert texts(table.rows[0]) == [facts["at"], "nk_marker", "d" * 12, "e" * 12, "frozen"]
    assert (table.rows[1][-1].text, table.rows[1][-1].title) == ("refused", "changed: margin")
