import base64
import hashlib
import json

from counterproof.reports.policy import content_policy, data_script


def test_only_the_scripts_given_may_run():
    digest = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()
    policy = content_policy(["go()", "go()"])
    assert f"script-src 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")


def test_a_page_without_scripts_runs_none():
    assert "script-src 'none'" in content_policy([])


def test_no_text_closes_the_script_that_holds_it():
    value = {"text": "</script><!-- \u2028 <b>"}
    script = data_script("x", value)
    assert script.count("<") == 2
    inside = script.removeprefix('<script type="application/json" id="x">').removesuffix("</script>")
    assert json.loads(inside) == value
