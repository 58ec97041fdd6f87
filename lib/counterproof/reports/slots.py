"""Charts and widgets of a notebook as slots of a page, with each dataset and each program kept once."""

import html
import re
from collections.abc import Iterable
from typing import Any

from nbformat import NotebookNode, from_dict

from counterproof.reports.vega import still

CHART = re.compile(r"application/vnd\.vegalite\.v\d+[.+]json")
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
EXPORT = "export default "


class Slots:
    """Takes the interactive outputs out of a notebook and gives the HTML that stands in their places.

    `datasets`, `models` and `modules` are what the page's own script mounts them from; `styles` are the widgets' CSS;
    `widgets` names the widget that stands in a place.
    """

    def __init__(self, book: NotebookNode | None = None) -> None:
        self.places: list[str] = []
        self.charts: list[dict[str, Any]] = []
        self.datasets: dict[str, Any] = {}
        self.models: dict[str, dict[str, Any]] = {}
        self.modules: list[str] = []
        self.styles: list[str] = []
        self.widgets: dict[int, str] = {}
        if book is None:
            return
        self._state = book.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
        for cell in book.cells:
            for output in cell.get("outputs", []):
                self._take(output)

    def _take(self, output: NotebookNode) -> None:
        data = output.get("data", {})
        chart = next((kind for kind in data if CHART.fullmatch(kind)), None)
        if chart is None and VIEW not in data:
            return
        place = self._chart(data[chart]) if chart else self._widget(data)
        name = data.get(VIEW, {}).get("model_id")
        if name in self.models:
            self.widgets[len(self.places)] = name
        self.places.append(place)
        output["data"] = from_dict({"text/html": marker(len(self.places) - 1)})  # type: ignore[no-untyped-call]  # has none

    def _chart(self, spec: dict[str, Any]) -> str:
        # In a browser without JavaScript only; elsewhere the text is not even parsed.
        picture = f"<noscript>{still(spec, name=f'still{len(self.charts)}')}</noscript>"
        spec = {key: value for key, value in spec.items() if key != "$schema"}
        self.datasets |= spec.pop("datasets", {})
        self.charts.append(spec)
        return f'<figure class="chart" data-chart="{len(self.charts) - 1}">{picture}</figure>'

    def _widget(self, data: dict[str, Any]) -> str:
        name = data[VIEW]["model_id"]
        twin = _text(data.get("text/html")) or f"<pre>{html.escape(_text(data.get('text/plain')))}</pre>"
        state = dict(self._state.get(name, {}).get("state", {}))
        module = _text(state.pop("_esm", ""))
        if module.count(EXPORT) != 1:
            why = "it needs a live kernel" if state else "its state was not stored when the notebook ran"
            return f'<div class="twin"><p class="note">Shown without its controls: {why}.</p>{twin}</div>'
        style = _text(state.pop("_css", ""))
        own = {key: value for key, value in state.items() if not key.startswith("_")}
        return self.widget(name, module=module, style=style, state=own, twin=twin)

    def widget(self, name: str, *, module: str, style: str, state: dict[str, Any], twin: str) -> str:
        """The HTML that stands in a widget's place: its plain twin, until the page's script draws it."""
        if style and style not in self.styles:
            self.styles.append(style)
        if module not in self.modules:
            self.modules.append(module)
        self.models[name] = {"module": self.modules.index(module), "state": state}
        return f'<div class="widget" data-widget="{html.escape(name)}"><div class="twin">{twin}</div></div>'

    def add(self, name: str, *, module: str, style: str, state: dict[str, Any], twin: str) -> None:
        """Give a widget the next place."""
        self.widgets[len(self.places)] = name
        self.places.append(self.widget(name, module=module, style=style, state=state, twin=twin))

    def only(self, names: Iterable[str]) -> "Slots":
        """What these widgets alone need."""
        part = Slots()
        part.modules, part.styles = self.modules, self.styles
        part.models = {name: self.models[name] for name in names}
        return part

    def module_scripts(self) -> list[str]:
        """Each widget program once, as a script that leaves its export where the page finds it.

        An inline script can be named in the page's policy by its hash; an imported one cannot.
        """
        return [
            module.replace(EXPORT, f"(globalThis.counterproofModules ??= {{}})[{place}] = ")
            for place, module in enumerate(self.modules)
        ]


def marker(place: int) -> str:
    """What stands in the rendered page until the slot is put in."""
    return f"<!--counterproof-slot-{place}-->"


def put_in(page: str, places: list[str]) -> str:
    """The page with its slots in place of their markers."""
    return re.sub(r"<!--counterproof-slot-(\d+)-->", lambda found: places[int(found[1])], page)


def _text(value: Any) -> str:
    return "".join(value) if isinstance(value, list) else str(value or "")
