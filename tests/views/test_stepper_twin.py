from made_up_audit import hostile_trial, made_up_construction, made_up_item, made_up_trials

from counterproof.views.stepper_data import stepper_data
from counterproof.views.stepper_twin import stepper_twin

ITEM = made_up_item()
CONSTRUCTION = made_up_construction(ITEM)


def test_the_twin_tells_all_that_the_stepper_does():
    twin = stepper_twin(stepper_data(ITEM, CONSTRUCTION, made_up_trials(ITEM, agents=("analyst",))))
    assert "Which gene marks CD56+ NK cells" in twin
    assert "<li>B: NKG7 (key)</li>" in twin
    assert "<strong>flip</strong>: answer A, answered, the data support A, confidence 92%" in twin
    assert "<strong>nk_marker</strong>, agent analyst \N{MIDDLE DOT} replicate 1" in twin
    assert "python (error)<pre>" in twin
    assert "is not among the 764 genes" in twin


def test_no_text_of_an_agent_becomes_an_element():
    twin = stepper_twin(stepper_data(ITEM, CONSTRUCTION, [hostile_trial(ITEM)]))
    for harm in ("<script", "<img", "<svg", "\x1b", "\u202e", "\x00"):
        assert harm not in twin


def test_a_flood_is_cut_and_counted():
    twin = stepper_twin(stepper_data(ITEM, CONSTRUCTION, [hostile_trial(ITEM, size=2_000_000)]))
    assert len(twin) < 30_000
    assert "more characters" in twin
