from dataclasses import dataclass

from counterproof.trials.progress import Told, told_as_they_end


@dataclass
class Some:
    """The outcomes of a batch and how many run beside it."""

    outcomes: tuple
    running: int = 1


BATCHES = [Some(("answered", "infra_error")), Some(()), Some((None,)), Some(("timeout",))]


def test_each_outcome_is_told_once_with_how_many_are_done(tmp_path):
    told = []
    found = list(
        told_as_they_end(iter(BATCHES), Told(lambda *numbers: told.append(numbers), 3, 10, tmp_path / "spent"))
    )
    assert found == ["answered", "infra_error", None, "timeout"]
    assert told == [(4, 10), (5, 10), (6, 10), (7, 10)]


def test_a_listener_hears_of_an_outcome_before_the_next_batch_is_asked_for(tmp_path):
    seen = []

    def batches():
        for batch in BATCHES:
            seen.append("asked")
            yield batch

    for outcome in told_as_they_end(batches(), Told(lambda done, _: seen.append(done), 0, 4, tmp_path / "spent")):
        if outcome == "infra_error":
            break
    assert seen == ["asked", 1, 2]


def test_the_line_tells_failures_and_money_only_where_it_is_shown(tmp_path, capsys):
    (tmp_path / "spent").write_text("1.25\n0.5\n")
    list(told_as_they_end(iter(BATCHES), Told(progress=False, done=0, planned=4, ledger=tmp_path / "spent")))
    assert capsys.readouterr().err == ""
    list(told_as_they_end(iter(BATCHES), Told(progress=True, done=0, planned=4, ledger=tmp_path / "spent")))
    assert "1 failed, $1.75 spent" in capsys.readouterr().err
