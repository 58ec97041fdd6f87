"""How fast the stepper moves in a real Chromium: 4 trials of 300 steps side by side, and one output of 2 MB.

`.venv/bin/python benchmarks/stepper.py` prints, for each way to step:

- event to DOM: from the key's event to the moment when the page holds the new steps;
- event to frame: the same with layout and paint;
- processor time of the page's script, and of style and layout: both figures above grow with all else that runs on the
  machine, these hardly do;

and for the 2 MB output how long the stepper takes to open on it, and to show 100,000 characters more.
Exit code 1 where a median is over its limit: 5 ms from event to DOM, 2 s to open.
"""

import json
import os
import random
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from counterproof.reports.plain import Section, plain_page
from counterproof.reports.slots import Slots
from counterproof.views.stepper import program, style

STEPS, COLUMNS, PRESSES = 300, 4, 200
EVENT_MS, OPEN_SECONDS = 5.0, 2.0
VARIANTS = ("original", "null", "withdraw", "flip")
GENES = ("CD79A", "NKG7", "FCER1A", "CD3D", "MS4A1", "GNLY", "LYZ", "PPBP")
READY = "document.documentElement.dataset.ready === '1'"
PRESS = """async ({key, presses}) => {
  const stepper = document.querySelector('.cps');
  stepper.focus();
  const told = [];
  for (let press = 0; press < presses; press += 1) {
    const event = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
    const body = stepper.querySelector('.cps-body');
    const start = performance.now();
    const changed = new Promise((done) => {
      const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now() - start); });
      watch.observe(stepper, {childList: true, subtree: true, characterData: true});
    });
    stepper.dispatchEvent(event);
    const dom = await Promise.race([changed, new Promise((late) => setTimeout(late, 200, null))]);
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    told.push([dom, performance.now() - start]);
  }
  return told.filter(([dom]) => dom !== null);
}"""


def step(place: int, column: int, *, draw: random.Random) -> dict[str, Any]:
    """A step as an agent's tool leaves it: a message now and then, else a call with some lines of numbers."""
    if place % 5 == 0:
        return {"kind": "message", "text": f"Step {place}: compare all options in the same way before deciding. " * 4}
    sent = json.dumps({"command": f"python - <<'END'\ncompare({place}, {column % 2})\nEND", "timeout": 60})
    lines = [f"{gene:8s} {draw.gauss(0, 2):7.3f} {draw.random():8.2e}" for gene in GENES * 6]
    return {"kind": "tool_call", "tool": "bash", "input": sent, "output": "\n".join(lines), "error": place % 37 == 0}


def data_of(columns: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """What `stepper_data` gives, with made-up steps."""
    trial = {
        "has_data": True, "supported": "B", "outcome": "answered", "reason": None, "choice": ["B"], "said": ["B"],
        "role": "key", "confidence": 90.0, "data_support": "full", "evidence": "The largest value.",
        "seconds": 60.0, "route": None,
        "scores": [{"evaluator": "benchmark", "score": 1.0, "reason": None}],
    }  # fmt: skip # fields, many a line
    shown = [
        {**trial, "variant": name, "label": name, "tool_calls": len(steps), "steps": steps}
        for name, steps in zip(VARIANTS, columns, strict=False)
    ]
    options = [{"letter": letter, "text": gene, "role": ""} for letter, gene in zip("ABCD", GENES, strict=False)]
    item = {"id": "speed", "family": "marker", "question": "Which?", "background": "", "options": options}
    statistic = {"name": "marker", "block": "raw", "margin": 0.5, "variants": []}
    rows = [[place] * len(columns) for place in range(len(columns[0]))]
    who = {"agent": "a", "replicate": 1, "who": "agent a", "by": "variant", "route": None}
    return {"item": item, "statistic": statistic, **who, "columns": shown, "rows": rows}


def written(folder: Path, name: str, data: dict[str, Any]) -> str:
    """The address of an offline page that holds the stepper alone."""
    slots = Slots()
    slots.add("stepper", module=program(), style=style(), state={"data": data, "step": 0}, twin="")
    section = Section("", slots.places[0])
    text = plain_page(title=name, study="speed", index="#", sections=[section], slots=slots)
    (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return (folder / f"{name}.html").as_uri()


def stepping(page: Page) -> bool:
    """Whether each way to step has its median under the limit; the figures are printed."""
    fine = True
    ways = {"right arrow": "ArrowRight", "left arrow": "ArrowLeft", "next difference": "d"}
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    print(f"{COLUMNS} columns of {STEPS} steps, {PRESSES} presses each (median, 10% to 90%; ms)")
    print(f"load average {load:.1f} on {cores} cores{': busy, so that times are too long' * (load > cores)}")
    print(f"{'':18}{'event to DOM':>26}{'event to frame':>26}{'script':>10}{'layout':>10}")
    told_by = page.context.new_cdp_session(page)
    told_by.send("Performance.enable", {"timeDomain": "threadTicks"})
    for name, key in ways.items():
        before = _spent(told_by)
        told = page.evaluate(PRESS, {"key": key, "presses": PRESSES})
        dom, frame = ([row[place] for row in told] for place in (0, 1))
        words = [_words(values) for values in (dom, frame)]
        script, layout = (1000 * (now - then) / PRESSES for now, then in zip(_spent(told_by), before, strict=True))
        print(f"{name:18}{words[0]:>26}{words[1]:>26}{script:10.2f}{layout:10.2f}")
        fine &= median(dom) < EVENT_MS
    return fine


def _words(values: list[float]) -> str:
    tenths = quantiles(values, n=10)
    return f"{median(values):.2f} ({tenths[0]:.2f} to {tenths[-1]:.2f})"


def _spent(session: CDPSession) -> tuple[float, float]:
    """Seconds of processor time that the page has spent on script, and on style and layout."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return metrics["ScriptDuration"], metrics["LayoutDuration"] + metrics["RecalcStyleDuration"]


def opening(page: Page, address: str) -> bool:
    """Whether a 2 MB output opens in time; the figures are printed."""
    opened = [_opened(page, address) for _ in range(5)]
    page.evaluate("document.querySelector('.cps').dispatchEvent(new KeyboardEvent('keydown', {key: 'End'}))")
    more = page.evaluate("""() => {
      const button = document.querySelector('.cps-more'), start = performance.now();
      button.click();
      document.querySelector('.cps-output').getBoundingClientRect();
      return performance.now() - start;
    }""")
    print(
        f"\n2 MB output: page opens in {median(opened):.2f} s (median of 5), 100,000 characters more in {more:.0f} ms"
    )
    return median(opened) < OPEN_SECONDS


def _opened(page: Page, address: str) -> float:
    page.goto(address)
    page.wait_for_function(READY, timeout=60_000)
    page.locator(".cps-output").first.wait_for()
    seconds: float = page.evaluate("performance.now()") / 1000
    return seconds


def main() -> int:
    """0 where all is fast enough."""
    draw = random.Random(7)  # noqa: S311 (made-up numbers, the same each time)
    columns = [[step(place, column, draw=draw) for place in range(STEPS)] for column in range(COLUMNS)]
    large = {"kind": "tool_call", "tool": "bash", "input": "cat log", "output": "0123456789 word\n" * 131_072}
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        fast = written(Path(scratch), "steps", data_of(columns))
        heavy = written(Path(scratch), "output", data_of([[large], [{**large, "output": large["output"][::-1]}]]))
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.goto(fast)
        page.wait_for_function(READY, timeout=60_000)
        fine = stepping(page)
        fine = opening(page, heavy) and fine
        browser.close()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
