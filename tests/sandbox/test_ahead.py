import os
import subprocess
import threading

from counterproof.sandbox.ahead import ahead_of_agents, put_ahead


def test_only_this_thread_is_put_first_and_only_for_a_while():
    before, other = os.sched_getscheduler(0), []
    with ahead_of_agents():
        inside = os.sched_getscheduler(0)
        started = threading.Thread(target=lambda: other.append(os.sched_getscheduler(0)))
        started.start()
        started.join()
    assert os.sched_getscheduler(0) == before
    assert other == [before]
    # Only root may ask for it.
    assert os.geteuid() != 0 or inside != before


def test_another_process_is_put_first_and_one_that_is_gone_is_no_error():
    with subprocess.Popen(["sleep", "60"]) as process:
        put_ahead(process.pid)
        assert os.geteuid() != 0 or os.sched_getscheduler(process.pid) & os.SCHED_RR
        process.kill()
    put_ahead(process.pid)
