import pytest

from counterproof.construct.register import freeze, kept_columns, registration_of
from counterproof.domain.item import DataSource, Item, RegistrationDraft
from counterproof.domain.problem import InputError
from counterproof.domain.registration import RegistrationAttempt
from counterproof.domain.statistic import Group, Marker
from counterproof.domain.study import AgentSpec, Study
from counterproof.store.layout import layout_of
from counterproof.store.records import read_log

DATA = "0" * 64


@pytest.fixture
def layout(tmp_path):
    return layout_of(tmp_path / "study")


@pytest.fixture
def study():
    return Study(study="toy", agents=(AgentSpec(name="analyst", route="analyst"),), seed=7)


@pytest.fixture
def item():
    draft = RegistrationDraft(
        ask=Marker(group=Group(column="kind", value="NK")), block="raw", block_class="log", flip_to="A"
    )
    return Item(
        id="nk",
        family="marker",
        question="Which gene marks NK cells?",
        options={"A": "CD79A", "B": "NKG7"},
        key="B",
        data=DataSource(source="toy.h5ad"),
        registration=draft,
    )


def register(item, study, *, data=DATA):
    return registration_of(item, study, data_sha256=data, keep_obs=("kind",))


def test_registration_fixes_the_answer_that_every_variant_must_support(item, study):
    supported = register(item, study).supported
    assert supported == {"original": "B", "null": "B", "withdraw": None, "flip": "A"}


def test_margin_is_the_familys(item, study):
    assert register(item, study).margin == study.margin("marker")


def test_a_registration_is_frozen_once_and_found_again(item, study, layout):
    first = freeze([register(item, study)], layout)
    assert freeze([register(item, study)], layout) == first
    assert len(read_log(layout.registration_log, RegistrationAttempt)) == 1


def test_a_changed_registration_is_refused_and_the_attempt_logged(item, study, layout):
    (frozen,) = freeze([register(item, study)], layout)
    changed = register(item, study).model_copy(update={"margin": 0.1})
    with pytest.raises(InputError, match=r"registrations/nk.json: margin: the item differs from its frozen"):
        freeze([changed], layout)
    log = read_log(layout.registration_log, RegistrationAttempt)
    assert [line.accepted for line in log] == [True, False]
    assert freeze([register(item, study)], layout) == (frozen,)


def test_kept_columns_that_another_item_changed_are_told_as_that(item, study, layout):
    freeze([register(item, study)], layout)
    changed = register(item, study).model_copy(update={"keep_obs": ("kind", "phase")})
    with pytest.raises(InputError, match=r"keep_obs: the item differs(.|\n)*name a column that only a new item reads"):
        freeze([changed], layout)


def test_nothing_is_frozen_when_one_of_several_is_refused(item, study, layout):
    freeze([register(item, study)], layout)
    other = item.model_copy(update={"id": "other"})
    changed = register(item, study).model_copy(update={"margin": 0.1})
    with pytest.raises(InputError):
        freeze([register(other, study), changed], layout)
    assert not layout.registration("other").exists()


def test_registering_again_on_known_data_says_that_they_could_be_looked_at(item, study, layout):
    freeze([register(item, study)], layout)
    layout.registration("nk").unlink()
    changed = register(item, study).model_copy(update={"margin": 0.1})
    (again,) = freeze([changed], layout)
    assert again.after_viewing
    assert freeze([changed], layout) == (again,)


def test_new_data_are_not_known_data(item, study, layout):
    freeze([register(item, study)], layout)
    layout.registration("nk").unlink()
    (again,) = freeze([register(item, study, data="1" * 64)], layout)
    assert not again.after_viewing


def test_all_items_on_a_source_keep_the_same_columns(item, study):
    other_ask = item.registration.model_copy(update={"ask": Marker(group=Group(column="phase", value="S"))})
    other = item.model_copy(update={"id": "other", "registration": other_ask})
    wider = study.model_copy(update={"keep_obs": ("donor",)})
    assert kept_columns(wider, [item, other]) == {"toy.h5ad": ("donor", "kind", "phase")}


def test_an_item_without_a_draft_cannot_be_registered(item, study):
    with pytest.raises(ValueError, match="'nk' has no registration"):
        register(item.model_copy(update={"registration": None}), study)
