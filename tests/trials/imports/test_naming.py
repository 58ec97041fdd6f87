import pytest

from counterproof.trials.imports.naming import Names, Naming, slug

NAMING = Naming(ids=("nk_marker", "de01_pseudobulk"), taken=("analyst",), variants={"reversed": "flip"})
RUN = Names(item="nk_marker", agent="claude")


def test_an_agent_is_called_by_its_harness_and_model_without_the_provider():
    place = NAMING.place(Names(item="nk_marker", harness="claude-code", model="anthropic/Claude Opus 4.7"))
    assert place == ("nk_marker", "claude-code-claude-opus-4-7", "original", 1)


@pytest.mark.parametrize("name", ["DE01_pseudobulk", "de01-pseudobulk", "DE01 pseudobulk"])
def test_an_item_is_found_in_another_spelling(name):
    assert NAMING.place(RUN._replace(item=name)).item == "de01_pseudobulk"


@pytest.mark.parametrize(
    ("told", "replicate"), [("3", 3), ("r3", 3), ("R03", 3), ("rep-3", 3), ("trial_3", 3), (None, 1)]
)
def test_a_replicate_is_read_from_what_people_write(told, replicate):
    assert NAMING.place(RUN._replace(replicate=told)).replicate == replicate


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (RUN._replace(item=None), "nothing tells which item"),
        (RUN._replace(item="b_marker"), "the study has no item 'b_marker'"),
        (RUN._replace(agent="Analyst"), "the study runs an agent 'analyst' itself"),
        (RUN._replace(agent="***"), "nothing tells which agent"),
        (RUN._replace(variant="shuffled"), "'shuffled' is no variant"),
        (RUN._replace(replicate="first"), "'first' is no replicate"),
    ],
)
def test_a_name_that_means_nothing_is_refused(run, told):
    with pytest.raises(ValueError, match=told):
        NAMING.place(run)


def test_a_variant_by_another_name_is_mapped():
    assert NAMING.place(RUN._replace(variant="reversed")).variant == "flip"


@pytest.mark.parametrize(("name", "short"), [("GPT-5.5", "gpt-5-5"), ("  a/b  ", "a-b"), ("Ünï", "n"), ("", "")])
def test_a_slug_is_a_name_that_an_agent_may_have(name, short):
    assert slug(name) == short
