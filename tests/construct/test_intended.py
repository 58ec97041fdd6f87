import pandas as pd
import pytest
from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.along import identities
from counterproof.construct.intended import intended, open_question
from counterproof.construct.register import kept_columns
from counterproof.construct.sources import source_path
from counterproof.matter.h5ad import load


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return open_study(write_tiny_study(tmp_path_factory.mktemp("tiny") / "study"))


def registered(study, name, **changes):
    item = study.item(name)
    item = item.model_copy(update={"registration": item.registration.model_copy(update=changes)})
    keep = kept_columns(study.study, study.items)[item.data.source]
    obs: pd.DataFrame = load(source_path(study, item.data.source)).obs[list(keep)]
    known = identities(study.items)
    return intended(item, study.study, data_sha256="0", keep_obs=keep, obs=obs, known=known), obs


def test_donors_move_with_an_exchanged_condition_without_being_named(study):
    registration, obs = registered(study, "abundance_mono")
    assert registration.edits["flip"].along == ("donor",)
    assert open_question(registration, obs) == ""


def test_a_column_that_re_encodes_an_exchanged_label_is_a_question_until_it_is_decided(study):
    told = open_question(*registered(study, "specificity_lyz", decisions={}))
    assert "tells" in told
    assert "registration.decisions" in told
    assert open_question(*registered(study, "specificity_lyz")) == ""
