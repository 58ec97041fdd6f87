// One trial: how it ended, its tick line, and the step that is shown.

function answerBadges(trial) {
  const words = { key: "the key", flip: "the flip answer", other: "another option", none: "no option" };
  const right = trial.has_data && trial.outcome === "answered" && trial.supported !== null && trial.said.join() === trial.supported;
  const outcome = { answered: "plain", abstained: "doubt" }[trial.outcome] ?? "bad";
  return [
    badge(trial.choice.length ? `answer ${trial.choice.join(" ")}` : "no choice", trial.role, words[trial.role]),
    badge(trial.outcome.replace("_", " "), outcome, trial.reason),
    trial.has_data && trial.outcome === "abstained" && trial.supported === null &&
      badge("follows the data", "good", "the data support no option"),
    trial.has_data && trial.outcome === "answered" &&
      badge(right ? "follows the data" : "against the data", right ? "good" : "bad",
        trial.supported ? `the data support ${trial.supported}` : "the data support no option"),
    badge(trial.confidence === null ? "no confidence stated" : `confidence ${Math.round(trial.confidence)} %`, "plain"),
    badge(trial.data_support === null ? "no support stated" : `says support ${trial.data_support}`, "plain",
      "what the agent says of its data: full, partial, or none"),
    trial.route && badge(`route: ${trial.route.label}`, "plain", trial.route.meaning),
  ];
}

function scores(trial) {
  if (!trial.scores.length) return make("div");
  return make("ul", { class: "cps-scores", "aria-label": "evaluator scores" }, trial.scores.map((each) => {
    const fill = make("i", { "aria-hidden": "true" });
    if (each.score !== null) fill.style.width = `${100 * each.score}%`;
    return make("li", { title: each.reason ?? each.evaluator.replaceAll("_", " ") },
      make("span", {}, each.evaluator.replaceAll("_", " ")), make("b", {}, number(each.score)), make("em", {}, fill));
  }));
}

const stepName = (step) => (step.tool ?? step.kind.replace("_", " ")).slice(0, 60);
const count = (amount, word) => `${amount} ${word}${amount === 1 ? "" : "s"}`;

// A tool's arguments by name, where they are a JSON object: a command keeps its lines instead of "\n".
function argumentsOf(input) {
  if (!input.startsWith("{") || input.length > PIECE) return null;
  try {
    const entries = Object.entries(JSON.parse(input));
    return entries.length ? entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value, null, 2)]) : null;
  } catch { return null; }
}

// The texts of a step, each with its label; they are the same each time that the step is shown.
const read = new WeakMap();
function textsOf(step) {
  if (!read.has(step)) read.set(step, texts(step));
  return read.get(step);
}
function texts(step) {
  const found = [];
  if (step.text) found.push([step.kind === "thinking" ? "thought" : "message", step.text, "said"]);
  if (step.input) {
    const named = argumentsOf(step.input);
    found.push(...(named ?? [["", step.input]]).map(([name, text]) => [name ? `input: ${name}` : "input", text, "input"]));
  }
  if (step.output !== undefined) found.push([step.error ? "output (error)" : "output", step.output, step.error ? "error" : "output"]);
  return found;
}

function stepView(step, place, total, compared) {
  const theirs = new Map((compared ? textsOf(compared) : []).map(([label, text]) => [label.replace(" (error)", ""), text]));
  const other = (label) => (compared ? theirs.get(label.replace(" (error)", "")) ?? "" : undefined);
  const parts = [make("p", { class: "cps-step" },
    make("span", { class: `cps-kind cps-k-${step.kind}` }, stepName(step)),
    step.error && badge("error", "bad"),
    step.sub_agent && badge(`sub-agent ${step.sub_agent}`, "plain"),
    make("span", { class: "cps-place" }, `${place + 1} of ${total}${step.seconds === undefined ? "" : ` \u00b7 ${step.seconds.toFixed(1)} s`}`))];
  parts.push(...textsOf(step).map(([label, text, kind]) => block(label, text, kind, other(label))));
  if (step.kind === "tool_call" && step.output === undefined) parts.push(make("p", { class: "cps-note" }, "no output"));
  if (textsOf(step).some(([label]) => label.startsWith("input: "))) {
    const sent = make("details", { class: "cps-sent" }, make("summary", {}, "input as sent"));
    sent.addEventListener("toggle", () => sent.append(block("input as sent", step.input, "input")), { once: true });
    parts.push(sent);
  }
  return parts;
}

function column(data, place, jump) {
  const trial = data.columns[place];
  const marks = trial.steps.map((step, at) =>
    make("i", { class: `cps-tick cps-k-${step.kind}${step.error ? " cps-bad" : ""}`, title: `${at + 1}: ${stepName(step)}` }));
  const ticks = make("div", { class: `cps-ticks${marks.length > 60 ? " cps-dense" : ""}`, "aria-hidden": "true", onclick: (event) => {
    const { left, width } = ticks.getBoundingClientRect();
    jump(place, Math.max(0, Math.min(marks.length - 1, Math.floor(((event.clientX - left) / width) * marks.length))));
  } }, marks);
  const body = make("div", { class: "cps-body" });
  const supports = !data.statistic ? "no registration" : trial.has_data ? `data support ${trial.supported ?? "none"}` : "no data given";
  const element = make("section", { class: `cps-column cps-v-${trial.variant}`, "aria-label": `${data.by} ${trial.label}` },
    make("div", { class: "cps-top" },
      make("h3", { class: "cps-title" }, trial.label), make("span", { class: "cps-supports" }, supports)),
    make("div", { class: "cps-badges" }, answerBadges(trial)),
    scores(trial),
    make("p", { class: "cps-facts" }, `${count(trial.tool_calls, "tool call")} \u00b7 ${trial.seconds === null ? "time unknown" : `${trial.seconds.toFixed(1)} s`}`),
    trial.evidence
      ? make("details", { class: "cps-evidence" }, make("summary", {}, "evidence statement"), block("evidence statement", trial.evidence, "said"))
      : make("p", { class: "cps-evidence cps-note" }, "no evidence statement"),
    ticks, body);
  return { trial, marks, body, element, shown: undefined, now: undefined };
}
