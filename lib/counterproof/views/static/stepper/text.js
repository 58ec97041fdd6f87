// Trajectory stepper: its parts are joined to one module without imports, so that the same text runs under anywidget
// and in the offline page. Everything an agent wrote reaches the page as text nodes, never as HTML.

const FOLD = 4000;            // characters of one text shown before "show all"
const LINES = 28;             // lines of one text shown before "show all"
const COUNT = new Intl.NumberFormat("en");
const PIECE = 100000;         // characters that one press shows more

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : clean(String(value)));
  }
  const shown = children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== "");
  element.append(...shown.map((child) => (child instanceof Node ? child : clean(String(child)))));
  return element;
}

// By lines: one pattern would try every place of a long line that holds no return.
const lastState = (line) => {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end -= 1;
  const kept = line.slice(0, end);
  return kept.slice(kept.lastIndexOf("\r") + 1);
};

// As `stepper_text.clean` in Python: what a terminal would leave, with hidden and reordering characters shown.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const clean = (text) => (HIDDEN.test(text) ? cleaned(text) : text);
const cleaned = (text) => text
  .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]/g, "")
  .replace(/\r\n/g, "\n")
  .split("\n").map(lastState).join("\n")
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

// How much of a text is shown at first: a few lines, and no more than a screen can hold.
const opening = (text) => Math.min(text.length, text.slice(0, FOLD).split("\n").slice(0, LINES).join("\n").length);

// A text with its label. A long one starts folded and grows by pieces: a browser takes seconds to lay out megabytes.
// Where the text of a compared trial is given, the words that differ from it are marked.
function block(label, raw, kind, other) {
  // Columns that stand below each other must not be folded into one another.
  const grid = kind === "output" && (raw.slice(0, FOLD).match(/^.*\S {2,}\S.*$/gm) ?? []).length > 1;
  const box = make("pre", { class: `cps-text cps-${kind}${grid ? " cps-grid" : ""}`, tabindex: "0", role: "region", "aria-label": label });
  const start = opening(raw);
  let shown = start;
  const fill = () => {
    const text = clean(raw.slice(0, shown)) || "(empty)";
    if (other === undefined || other === raw) box.textContent = text;
    else box.replaceChildren(...marked(text, clean(other.slice(0, shown))));
  };
  fill();
  const head = make("div", { class: "cps-label" }, label);
  if (start === raw.length) return make("div", { class: "cps-block" }, head, box);
  const more = make("button", { type: "button", class: "cps-more" });
  const say = () => {
    const rest = raw.length - shown;
    const next = rest > PIECE ? `show ${COUNT.format(PIECE)} more of` : "show all";
    more.textContent = rest ? `${next} ${COUNT.format(raw.length)} characters` : "show less";
    more.setAttribute("aria-expanded", String(shown > start));
  };
  more.addEventListener("click", () => { shown = shown < raw.length ? Math.min(raw.length, shown + PIECE) : start; fill(); say(); });
  say();
  return make("div", { class: "cps-block" }, head, box, more);
}

const badge = (text, kind, title) => make("span", { class: `cps-badge cps-b-${kind}`, title }, text);
// Never "-0.00": what rounds to nothing has no sign.
const number = (value) => (value === null || value === undefined ? "\u2013" : value.toFixed(2).replace(/^-(?=0\.00$)/, "").replace("-", "\u2212"));
