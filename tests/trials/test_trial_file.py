from counterproof.trials.plan import planned_files
from counterproof.trials.run import run_trials


def test_a_trial_file_is_where_its_record_lies_and_tells_of_which_trial_it_is(little):
    case = little(routes=["analyst"], replicates=2)
    run_trials(case.study, case.made)
    files = planned_files(case.study, case.made)
    assert all((case.study.layout.work / file.name).is_file() for file in files)
    assert {(file.item, file.agent, file.replicate, file.imported) for file in files} == {
        (item, "analyst", replicate, False) for item in ("item00", "item01") for replicate in (1, 2)
    }
