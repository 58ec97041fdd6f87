import io
import sys
import time

from tqdm import tqdm

from counterproof.jobs.bar import Lines, bar_settings


def test_a_log_gets_its_first_and_last_line_and_few_between(monkeypatch):
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    settings = bar_settings(shown=True)
    for _ in tqdm(range(2000), desc="calls", unit="call", **settings):
        pass
    lines = log.getvalue().splitlines()
    assert 1 <= len(lines) <= 3
    assert "2000/2000" in lines[-1]
    assert "\r" not in log.getvalue()


def test_a_slow_run_is_told_in_between():
    log = io.StringIO()
    for _ in tqdm(range(6), file=Lines(log), mininterval=0.01, maxinterval=0.01):
        time.sleep(0.03)
    assert len(log.getvalue().splitlines()) > 3


def test_a_terminal_is_left_as_it_is(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    assert bar_settings(shown=False) == {"disable": True}
