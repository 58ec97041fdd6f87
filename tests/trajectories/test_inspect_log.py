import io
import json
import zipfile

import pytest

from counterproof.domain.problem import InputError
from counterproof.trajectories import detect, parse, read_samples


@pytest.fixture(scope="module")
def log(shared):
    return shared / "cases" / "inspect_logs" / "sample.eval"


def zipped(**members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/") + ".json", text)
    return stream.getvalue()


def test_samples_packed_with_zstd_are_read(log):
    samples = list(read_samples(log))
    assert [(s.sample_id, s.epoch, s.model, s.target) for s in samples][:2] == [
        ("i1", 1, "mockllm/model", "B"),
        ("i2", 1, "mockllm/model", "A"),
    ]
    assert [sample.trajectory.ending for sample in samples] == ["infra_error"] * 3
    assert samples[0].trajectory.prompts[0].endswith("A) x\nB) y")
    assert samples[0].trajectory.totals.seconds == 0.671
    assert samples[0].trajectory.totals.cost_usd is None


def test_a_log_of_several_samples_is_not_one_trajectory(log):
    assert detect(log) == "inspect"
    with pytest.raises(InputError, match=r"holds several samples \(seen: i1, i2"):
        parse(log)


def test_a_log_of_one_sample_is_a_trajectory_packed_or_in_json():
    sample = {"id": 1, "epoch": 1, "messages": [{"role": "assistant", "content": "B"}]}
    packed = parse(zipped(header="{}", samples__1_epoch_1=json.dumps(sample)))
    assert packed.final_texts == ("B",)
    assert parse(json.dumps({"version": 2, "eval": {}, "samples": [sample]}).encode("utf-8")) == packed


@pytest.mark.parametrize("n_cut", [1, 100, 5000, 40000])
def test_a_cut_file_is_refused_with_its_name(log, tmp_path, n_cut):
    path = tmp_path / "cut.eval"
    path.write_bytes(log.read_bytes()[:-n_cut])
    with pytest.raises(InputError, match=r"cut\.eval: is no whole zip file"):
        list(read_samples(path))


def test_a_damaged_sample_is_refused_with_its_place(log):
    data = bytearray(log.read_bytes())
    data[5000] ^= 255
    with pytest.raises(InputError, match=r"samples/i1_epoch_1\.json: cannot be unpacked"):
        list(read_samples(bytes(data)))


def test_a_log_without_a_sample_is_refused():
    with pytest.raises(InputError, match="holds no sample"):
        list(read_samples(zipped(header="{}")))


def test_a_sample_that_is_no_json_is_refused():
    with pytest.raises(InputError, match=r"samples/1\.json: is no JSON"):
        list(read_samples(zipped(samples__1="{")))
