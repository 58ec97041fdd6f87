// The page's own script: mounts charts and widgets from the data written into the page; asks nothing of a network.
const root = document.documentElement;
const stored = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const report = (place, error) => {
  const note = document.createElement("p");
  note.setAttribute("role", "alert");
  note.className = "note";
  note.textContent = `This could not be drawn: ${error.message ?? error}`;
  place.append(note);
  console.error(error);
};

// --- theme ---------------------------------------------------------------------------------------------------------
const system = matchMedia("(prefers-color-scheme: dark)");
const remembered = () => { try { return localStorage.getItem("counterproof-theme"); } catch { return null; } };
const setTheme = (theme) => {
  root.dataset.theme = theme;
  document.body.dataset.jpThemeLight = String(theme === "light");
  const button = document.getElementById("theme-toggle");
  if (button) button.textContent = theme === "light" ? "Dark" : "Light";
};
setTheme(remembered() ?? (system.matches ? "dark" : "light"));

// --- charts --------------------------------------------------------------------------------------------------------
const specs = stored("chart-specs") ?? [];
const data = stored("chart-data") ?? {};
const ink = () => {
  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  const strong = colour("--jp-ui-font-color1"), soft = colour("--jp-ui-font-color2"), line = colour("--jp-border-color1");
  return {
    background: null,
    title: { color: strong, subtitleColor: soft },
    axis: { labelColor: strong, titleColor: soft, gridColor: soft, tickColor: soft, domainColor: soft },
    legend: { labelColor: strong, titleColor: soft },
    header: { labelColor: strong, titleColor: soft },
    view: { stroke: line },
  };
};
const used = (spec, found = new Set()) => {
  if (Array.isArray(spec)) spec.forEach((part) => used(part, found));
  else if (spec && typeof spec === "object") {
    if (typeof spec.data?.name === "string" && spec.data.name in data) found.add(spec.data.name);
    Object.values(spec).forEach((part) => used(part, found));
  }
  return found;
};
// On a small screen a chart is scrolled, but its title must not be: there it stands above the chart, in lines that break.
const small = matchMedia("(max-width: 700px)");
const lines = (text) => [text ?? []].flat();
function caption(spec) {
  if (!small.matches || !spec.title?.text) return [];
  const { text, subtitle } = spec.title;
  delete spec.title;
  const said = document.createElement("figcaption"), strong = document.createElement("strong");
  strong.textContent = lines(text).join(" ");
  said.append(strong, lines(subtitle).join(" "));
  return [said];
}
const drawn = new Map();
async function draw(place) {
  const spec = structuredClone(specs[place.dataset.chart]);
  // A spec's own settings win over the page's, but not where they only ask for the page's ink.
  const own = (part) => Object.fromEntries(Object.entries(spec.config[part] ?? {}).filter(([, value]) => value !== "currentColor"));
  spec.datasets = Object.fromEntries([...used(spec)].map((name) => [name, structuredClone(data[name])]));
  for (const [part, colours] of Object.entries(ink())) {
    spec.config ??= {};
    spec.config[part] = colours === null ? null : { ...colours, ...own(part) };
  }
  const told = caption(spec);
  const box = document.createElement("div");
  const view = await vegaEmbed(box, spec, {
    mode: "vega-lite", renderer: "svg", ast: true,
    tooltip: { theme: root.dataset.theme },
    actions: { export: true, source: false, compiled: false, editor: false },
    downloadFileName: `chart-${Number(place.dataset.chart) + 1}`,
  });
  box.querySelector("summary")?.setAttribute("aria-label", "save this chart");
  drawn.get(place)?.finalize();
  drawn.set(place, view);
  place.replaceChildren(...told, box);
}
const drawAll = async () => {
  for (const place of document.querySelectorAll("[data-chart]")) await draw(place).catch((error) => report(place, error));
};

// --- widgets -------------------------------------------------------------------------------------------------------
class Model {
  constructor(state) { this.state = state; this.heard = {}; }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (this.state[name] === value) return;
    this.state[name] = value;
    for (const each of [...(this.heard[`change:${name}`] ?? []), ...(this.heard.change ?? [])]) each();
  }
  on(event, callback) { (this.heard[event] ??= []).push(callback); }
  off(event, callback) { this.heard[event] = callback ? (this.heard[event] ?? []).filter((each) => each !== callback) : []; }
  save_changes() {}
  send() {}
}
async function mount(place, models) {
  const known = models[place.dataset.widget];
  const twin = [...place.childNodes];
  const exported = globalThis.counterproofModules[known.module];
  const widget = typeof exported === "function" ? await exported() : exported;
  known.model ??= new Model(known.state);
  const el = document.createElement("div");
  await widget.render({ model: known.model, el });
  twin.forEach((node) => node.remove());
  place.append(el);
}
const mountAll = async () => {
  const models = stored("widget-models") ?? {};
  for (const place of document.querySelectorAll("[data-widget]")) await mount(place, models).catch((error) => report(place, error));
};

// --- tables that sort, code that folds -----------------------------------------------------------------------------
function sortable(table) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const compare = (a, b) => {
        const [x, y] = [value(a), value(b)];
        if (x === "" || y === "") return (x === "") - (y === "");   // what has no value stays last, both ways
        const order = Number.isNaN(Number(x)) || Number.isNaN(Number(y)) ? x.localeCompare(y) : Number(x) - Number(y);
        return down ? -order : order;
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    });
  });
}
document.querySelectorAll("table.cp-sortable").forEach(sortable);

const code = document.getElementById("code-toggle");
const blocks = [...document.querySelectorAll("details.code")];
if (code && blocks.length) {
  code.hidden = false;
  root.dataset.code = "off";
  code.addEventListener("click", () => {
    const open = code.getAttribute("aria-pressed") !== "true";
    code.setAttribute("aria-pressed", String(open));
    code.textContent = open ? "Hide code" : "Show code";
    root.dataset.code = open ? "on" : "off";
    blocks.forEach((block) => { block.open = open; });
  });
}
const theme = document.getElementById("theme-toggle");
if (theme) {
  theme.hidden = false;
  theme.addEventListener("click", async () => {
    const next = root.dataset.theme === "light" ? "dark" : "light";
    try { localStorage.setItem("counterproof-theme", next); } catch { /* a reader who forbids storage keeps the choice for this page */ }
    setTheme(next);
    await drawAll();
  });
}
const links = new Map([...document.querySelectorAll(".contents a")].map((link) => [link.hash.slice(1), link]));
const follow = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    links.forEach((link) => link.removeAttribute("aria-current"));
    links.get(target.id).setAttribute("aria-current", "location");
  }
}, { rootMargin: "-10% 0px -75% 0px" });
links.forEach((_, id) => { const heading = document.getElementById(id); if (heading) follow.observe(heading); });

// What scrolls must be reachable by keyboard.
const reachable = () => {
  for (const box of document.querySelectorAll(".rich, .cp-wrap, .contents ol, .stream, .code pre, .prose pre, figure.chart")) {
    const scrolls = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
    if (box.matches(".contents ol")) { box.tabIndex = scrolls ? 0 : -1; continue; }
    if (scrolls) { box.tabIndex = 0; box.setAttribute("role", "region"); box.setAttribute("aria-label", "scrollable output"); }
    else if (box.getAttribute("aria-label") === "scrollable output") for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
  }
};

await mountAll();
await drawAll();
reachable();
addEventListener("resize", reachable);
small.addEventListener("change", drawAll);
// A folded table is part of what is printed.
const folded = () => document.querySelectorAll("details.cp-fold:not([open])");
let unfolded = [];
addEventListener("beforeprint", () => { unfolded = [...folded()]; unfolded.forEach((each) => { each.open = true; }); });
addEventListener("afterprint", () => unfolded.forEach((each) => { each.open = false; }));
root.dataset.ready = "1";
