// Trajectory stepper: one module, no imports, so that the same text runs under anywidget and in the offline page.
// Everything an agent wrote reaches the page as text (textContent), never as HTML.

const FOLD = 4000;            // characters of one text shown before "show all"
const LINES = 28;             // lines of one text shown before "show all"
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

// As `stepper_text.clean` in Python: what a terminal would leave, with hidden and reordering characters shown.
const clean = (text) => text
  .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]/g, "")
  .replace(/\r\n/g, "\n")
  .replace(/[^\n]*\r(?=[^\n])/g, "").replace(/\r/g, "")
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");

// How much of a text is shown at first: a few lines, and no more than a screen can hold.
const opening = (text) => Math.min(text.length, text.slice(0, FOLD).split("\n").slice(0, LINES).join("\n").length);

// A text with its label. A long one starts folded and grows by pieces: a browser takes seconds to lay out megabytes.
function block(label, raw, kind) {
  const box = make("pre", { class: `cps-text cps-${kind}`, tabindex: "0", role: "region", "aria-label": label });
  const start = opening(raw);
  let shown = start;
  const more = make("button", { type: "button", class: "cps-more" });
  const say = () => {
    box.textContent = clean(raw.slice(0, shown)) || "(empty)";
    const rest = raw.length - shown;
    const next = rest > PIECE ? `show ${PIECE.toLocaleString("en")} more of` : "show all";
    more.textContent = rest ? `${next} ${raw.length.toLocaleString("en")} characters` : "show less";
    more.setAttribute("aria-expanded", String(shown > start));
  };
  more.addEventListener("click", () => { shown = shown < raw.length ? Math.min(raw.length, shown + PIECE) : start; say(); });
  say();
  return make("div", { class: "cps-block" }, make("div", { class: "cps-label" }, label), box, start < raw.length && more);
}

const badge = (text, kind, title) => make("span", { class: `cps-badge cps-b-${kind}`, title }, text);
const stepName = (step) => (step.tool ?? step.kind.replace("_", " ")).slice(0, 60);
const number = (value) => (value === null || value === undefined ? "\u2013" : value.toFixed(2).replace("-", "\u2212"));

// --- the item: question, options, statistic by variant --------------------------------------------------------------
function statisticTable({ item, statistic }) {
  const head = make("tr", {}, make("th", { scope: "col" }, "option"),
    statistic.variants.map((variant) => make("th", { scope: "col", class: "cps-num" }, variant.label)));
  const row = (option) => make("tr", {},
    make("th", { scope: "row" }, make("span", { class: "cps-letter" }, option.letter), ` ${option.text} `,
      option.role && badge(option.role === "key" ? "key" : "flip answer", option.role)),
    statistic.variants.map((variant) => {
      const value = variant.values[option.letter];
      const supported = variant.supported === option.letter;
      return make("td", { class: `cps-num${supported ? ` cps-supported cps-s-${option.role || "other"}` : ""}`, title: value === null ? variant.reason ?? "undefined" : null },
        number(value), supported && make("span", { class: "cps-sr" }, " supported"));
    }));
  const support = make("tr", { class: "cps-last" }, make("th", { scope: "row" }, "the data support"),
    statistic.variants.map((variant) => make("td", { class: "cps-num", title: variant.reason },
      make("strong", {}, variant.supported ?? "none"))));
  return make("div", { class: "cps-scroll", tabindex: "0", role: "region", "aria-label": `statistic by option and variant, ${item.id}` },
    make("table", { class: "cps-table" },
      make("caption", {}, `${statistic.name}, block ${statistic.block}; margin ${statistic.margin}`),
      make("thead", {}, head), make("tbody", {}, item.options.map(row), support)));
}

function header(data) {
  return make("header", { class: "cps-head" },
    make("div", { class: "cps-ask" },
      make("p", { class: "cps-who" }, `${data.item.id} \u00b7 ${data.item.family} \u00b7 agent ${data.agent} \u00b7 replicate ${data.replicate} `,
        data.route && badge(`route: ${data.route.label}`, "plain", data.route.meaning)),
      make("p", { class: "cps-question" }, data.item.question),
      data.item.background && make("p", { class: "cps-background" }, data.item.background)),
    statisticTable(data));
}

// --- one trial -----------------------------------------------------------------------------------------------------
function answerBadges(column) {
  const words = { key: "the key", flip: "the flip answer", other: "another option", none: "no option" };
  const right = column.has_data && column.outcome === "answered" && column.supported !== null && column.choice.join() === column.supported;
  return [
    badge(column.choice.length ? `answer ${column.choice.join(" ")}` : "no choice", column.role, words[column.role]),
    column.outcome !== "answered" && badge(column.outcome.replace("_", " "), column.outcome === "abstained" ? "doubt" : "bad", column.reason),
    column.has_data && column.outcome === "answered" &&
      badge(right ? "follows the data" : "against the data", right ? "good" : "bad",
        column.supported ? `the data support ${column.supported}` : "the data support no option"),
  ];
}

function facts(column) {
  const list = [
    ["confidence", column.confidence === null ? "not stated" : `${Math.round(column.confidence)} %`],
    ["data support", column.data_support ?? "not stated"],
    ["tool calls", String(column.tool_calls)],
    ["seconds", column.seconds === null ? "unknown" : column.seconds.toFixed(1)],
  ];
  return make("dl", { class: "cps-facts" }, list.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function stepView(step, place, total) {
  const parts = [make("p", { class: "cps-step" },
    make("span", { class: `cps-kind cps-k-${step.kind}` }, stepName(step)),
    step.error && badge("error", "bad"),
    step.sub_agent && badge(`sub-agent ${step.sub_agent}`, "plain"),
    make("span", { class: "cps-place" }, `${place + 1} of ${total}`))];
  if (step.text) parts.push(block(step.kind === "thinking" ? "thought" : "message", step.text, "said"));
  if (step.input) parts.push(block("input", step.input, "input"));
  if (step.output !== undefined) parts.push(block(step.error ? "output (error)" : "output", step.output, step.error ? "error" : "output"));
  else if (step.kind === "tool_call") parts.push(make("p", { class: "cps-note" }, "no output"));
  return parts;
}

function column(data, place, jump) {
  const trial = data.columns[place];
  const ticks = make("div", { class: "cps-ticks", "aria-hidden": "true" }, trial.steps.map((step, at) =>
    make("i", { class: `cps-tick cps-k-${step.kind}${step.error ? " cps-bad" : ""}`, title: `${at + 1}: ${stepName(step)}`, onclick: () => jump(place, at) })));
  const body = make("div", { class: "cps-body" });
  const supports = trial.has_data ? `data support ${trial.supported ?? "none"}` : "no data given";
  const element = make("section", { class: `cps-column cps-v-${trial.variant}`, "aria-label": `variant ${trial.label}` },
    make("div", { class: "cps-top" },
      make("h3", { class: "cps-title" }, trial.label), make("span", { class: "cps-supports" }, supports)),
    make("div", { class: "cps-badges" }, answerBadges(trial)),
    facts(trial),
    trial.evidence
      ? make("details", { class: "cps-evidence" }, make("summary", {}, "evidence statement"), block("evidence statement", trial.evidence, "said"))
      : make("p", { class: "cps-evidence cps-note" }, "no evidence statement"),
    ticks, body);
  return { trial, ticks, body, element, shown: undefined };
}

// --- the whole -----------------------------------------------------------------------------------------------------
function rowsOf(data) {
  const lengths = data.columns.map((each) => each.steps.length);
  const total = Math.max(1, ...lengths);
  const range = [...Array(total).keys()];
  return {
    number: range.map((at) => lengths.map((length) => (at < length ? at : null))),
    share: range.map((at) => lengths.map((length) => (length ? Math.round((total > 1 ? at / (total - 1) : 0) * (length - 1)) : null))),
    match: data.rows.length ? data.rows : [lengths.map(() => null)],
  };
}

function render({ model, el }) {
  const data = model.get("data");
  const modes = rowsOf(data);
  const name = `cps${Math.random().toString(36).slice(2, 9)}`;
  let mode = "match";
  let rows = modes[mode];
  const within = (at) => Math.max(0, Math.min(rows.length - 1, Math.trunc(at)));
  let at = within(model.get("step"));

  const button = (sign, label, go) => make("button", { type: "button", class: "cps-button", title: label, "aria-label": label, onclick: go }, sign);
  const slider = make("input", { type: "range", class: "cps-slider", min: 0, step: 1, "aria-label": "step", oninput: () => show(Number(slider.value)) });
  const count = make("span", { class: "cps-count" });
  const choice = make("select", { id: name, onchange: () => setMode(choice.value) },
    make("option", { value: "match" }, "matching step"), make("option", { value: "number" }, "step number"), make("option", { value: "share" }, "share of run"));
  const bar = make("div", { class: "cps-bar" },
    button("|\u25c0", "first step (Home)", () => show(0)), button("\u25c0", "previous step (left arrow)", () => show(at - 1)),
    button("\u25b6", "next step (right arrow)", () => show(at + 1)), button("\u25b6|", "last step (End)", () => show(rows.length - 1)),
    slider, count, make("label", { class: "cps-sync", for: name }, "align by ", choice));
  const said = make("div", { class: "cps-sr", role: "status", "aria-live": "polite" });

  // A tick leads to the first row that shows its step; rows by share may pass over a step.
  const jump = (place, step) => {
    const find = () => rows.findIndex((row) => row[place] === step);
    if (find() < 0) setMode("number");
    show(find());
  };
  const columns = data.columns.map((_, place) => column(data, place, jump));

  function setMode(next) {
    const before = rows[at];
    const place = before.findIndex((step) => step !== null);
    mode = next;
    rows = modes[mode];
    choice.value = mode;
    const same = rows.findIndex((row) => place >= 0 && row[place] !== null && row[place] >= before[place]);
    at = within(same < 0 ? at : same);
    draw();
    tell();
  }

  function draw() {
    slider.max = rows.length - 1;
    slider.value = at;
    const where = `step ${at + 1} of ${rows.length}`;
    count.textContent = where;
    slider.setAttribute("aria-valuetext", where);
    const words = columns.map((each, place) => {
      const step = rows[at][place];
      const steps = each.trial.steps;
      each.ticks.querySelector(".cps-now")?.classList.remove("cps-now");
      each.element.classList.toggle("cps-empty", step === null);
      if (step !== null) each.ticks.children[step].classList.add("cps-now");
      if (each.shown !== (step ?? `none ${at}`)) {
        each.shown = step ?? `none ${at}`;
        each.body.replaceChildren(...(step === null ? [make("p", { class: "cps-note" }, absent(place))] : stepView(steps[step], step, steps.length)));
      }
      return `${each.trial.label}: ${step === null ? absent(place) : stepName(steps[step]) + (steps[step].error ? ", error" : "")}`;
    });
    said.textContent = `${where}. ${words.join("; ")}`;
  }

  function absent(place) {
    const steps = data.columns[place].steps;
    if (!steps.length) return "no steps";
    const more = rows.slice(at).some((row) => row[place] !== null);
    return more ? "no step beside these" : `ended after ${steps.length} steps`;
  }

  let timer = 0;
  function tell() {
    clearTimeout(timer);
    timer = setTimeout(() => { model.set("step", at); model.save_changes(); }, 150);
  }
  function show(next, mine = true) {
    const place = within(next);
    if (place === at) return;
    at = place;
    draw();
    if (mine) tell();
  }

  const keys = { ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0, End: () => rows.length - 1 };
  const root = make("div", {
    class: "cps", tabindex: "0", role: "group", "aria-label": `stepper over ${data.columns.length} trials; left and right arrow step, Home and End jump`,
    onkeydown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const field = event.target.closest("select");
      // Keys inside the stepper must not reach the notebook, where a lone letter is a command.
      event.stopPropagation();
      if (field || event.target.type === "range" || !(event.key in keys)) return;
      event.preventDefault();
      show(keys[event.key]());
    },
  }, header(data), bar, said, make("div", { class: "cps-columns" }, columns.map((each) => each.element)));
  root.style.setProperty("--cps-columns", String(columns.length));
  el.replaceChildren(root);
  draw();

  const heard = () => show(model.get("step"), false);
  model.on("change:step", heard);
  return () => { clearTimeout(timer); model.off("change:step", heard); };
}

export default { render };
