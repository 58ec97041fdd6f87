// The whole: which steps stand in one row, the controls, and what moves when a key is pressed.

// Rows of step numbers, one place a trial. Where only tool calls are wanted, the other steps are passed over.
function rowsOf(data, onlyTools) {
  const wanted = data.columns.map(({ steps }) => [...steps.keys()].filter((at) => !onlyTools || steps[at].kind === "tool_call"));
  const total = Math.max(1, ...wanted.map((steps) => steps.length));
  const range = [...Array(total).keys()];
  const share = (at, { length }) => Math.round((total > 1 ? at / (total - 1) : 0) * (length - 1));
  const chosen = wanted.map((steps) => new Set(steps));
  const matched = data.rows
    .map((row) => row.map((step, place) => (chosen[place].has(step) ? step : null)))
    .filter((row) => row.some((step) => step !== null));
  return {
    number: range.map((at) => wanted.map((steps) => steps[at] ?? null)),
    share: range.map((at) => wanted.map((steps) => steps[share(at, steps)] ?? null)),
    match: matched.length ? matched : [wanted.map(() => null)],
  };
}

// The two trials that are compared at first: the original and the flip where both are there.
function firstPair({ columns }) {
  const at = (variant) => columns.findIndex((each) => each.variant === variant);
  if (columns.length < 2) return null;
  return at("original") >= 0 && at("flip") >= 0 ? [at("original"), at("flip")] : [0, 1];
}

function render({ model, el }) {
  const data = model.get("data");
  const name = `cps${Math.random().toString(36).slice(2, 9)}`;
  let mode = "match";
  let onlyTools = false;
  let modes = rowsOf(data, onlyTools);
  let rows = modes[mode];
  let pair = firstPair(data);
  let differences = [];
  const within = (at) => Math.max(0, Math.min(rows.length - 1, Math.trunc(at)));
  let at = within(model.get("step") ?? 0);
  const stepAt = (row, place) => (row[place] === null ? undefined : data.columns[place].steps[row[place]]);

  const button = (sign, label, go) => make("button", { type: "button", class: "cps-button", title: label, "aria-label": label, onclick: go }, sign);
  const option = (value, label) => make("option", { value }, label);
  const slider = make("input", { type: "range", class: "cps-slider", min: 0, step: 1, "aria-label": "step", oninput: () => show(Number(slider.value)) });
  const where = make("span", { class: "cps-count" });
  const choice = make("select", { id: name, onchange: () => setRows(choice.value, onlyTools) },
    option("match", "matching tool call"), option("number", "step number"), option("share", "share of run"));
  const tools = make("input", { type: "checkbox", onchange: () => setRows(mode, tools.checked) });
  const bar = make("div", { class: "cps-bar" },
    button("|\u25c0", "first step (Home)", () => show(0)), button("\u25c0", "previous step (left arrow)", () => show(at - 1)),
    button("\u25b6", "next step (right arrow)", () => show(at + 1)), button("\u25b6|", "last step (End)", () => show(rows.length - 1)),
    slider, where, make("label", { class: "cps-sync", for: name }, "sync by ", choice),
    make("label", { class: "cps-sync" }, tools, " tool calls only"));

  const select = (label, go) => make("select", { "aria-label": label, onchange: go }, data.columns.map((each, place) => option(place, each.label)));
  const choose = () => { pair = left.value === "" ? null : [Number(left.value), Number(right.value)]; compare(); draw(true); };
  const left = select("compare this trial", choose);
  const right = select("with this trial", choose);
  left.prepend(option("", "nothing"));
  const verdict = make("span", { class: "cps-verdict" });
  const first = make("button", { type: "button", class: "cps-button cps-word", onclick: () => show(differences[0].at) }, "first difference");
  const next = make("button", { type: "button", class: "cps-button cps-word", title: "next difference (d)", onclick: () => nextDifference() }, "next");
  const versus = data.columns.length > 1 && make("div", { class: "cps-bar cps-compare" },
    make("span", { class: "cps-sync" }, "what differs: ", left, " and ", right), first, next, verdict);
  const said = make("div", { class: "cps-sr", role: "status", "aria-live": "polite" });

  // A tick leads to the first row that shows its step; rows by share may pass over a step, the filter over any.
  const jump = (place, step) => {
    const find = () => rows.findIndex((row) => row[place] === step);
    if (find() < 0 && data.columns[place].steps[step].kind !== "tool_call") setRows(mode, false);
    if (find() < 0) setRows("number", onlyTools);
    show(find());
  };
  const columns = data.columns.map((_, place) => column(data, place, jump));

  function setRows(nextMode, nextTools) {
    const before = rows[at];
    const place = before.findIndex((step) => step !== null);
    [mode, onlyTools] = [nextMode, nextTools];
    modes = rowsOf(data, onlyTools);
    rows = modes[mode];
    choice.value = mode;
    tools.checked = onlyTools;
    const same = rows.findIndex((row) => place >= 0 && row[place] !== null && row[place] >= before[place]);
    at = within(same < 0 ? at : same);
    columns.forEach((each) => each.marks.forEach((mark, step) => mark.classList.toggle("cps-passed", onlyTools && each.trial.steps[step].kind !== "tool_call")));
    compare();
    draw(true);
    tell();
  }

  function compare() {
    if (!versus) return;
    const [one, other] = pair ?? [];
    differences = pair
      ? rows.map((row, place) => ({ at: place, parts: differing(stepAt(row, one), stepAt(row, other)) })).filter(({ parts }) => parts.length)
      : [];
    left.value = pair ? one : "";
    if (pair) right.value = other;
    right.disabled = !pair;
    first.disabled = next.disabled = !differences.length;
    columns.forEach((each) => each.marks.forEach((mark) => mark.classList.remove("cps-differs")));
    for (const { at: row } of differences) for (const place of pair) if (rows[row][place] !== null) columns[place].marks[rows[row][place]].classList.add("cps-differs");
    verdict.textContent = pair ? `${whatDiffers()}; ${whatAnswers()}` : "";
  }

  function whatDiffers() {
    if (!differences.length) return "no step differs";
    const [start] = differences;
    return `${differences.length} of ${count(rows.length, "step")} ${differences.length === 1 ? "differs" : "differ"}, first step ${start.at + 1}: ${start.parts.join(", ")}`;
  }

  function whatAnswers() {
    const [one, other] = pair.map((place) => data.columns[place].choice.join(" ") || "none");
    return one === other ? `both answer ${one}` : `answers ${one} and ${other}`;
  }

  function nextDifference() {
    const found = differences.find((each) => each.at > at) ?? differences[0];
    if (found) show(found.at);
  }

  function draw(anew = false) {
    slider.max = rows.length - 1;
    slider.value = at;
    const place = `step ${at + 1} of ${rows.length}`;
    where.textContent = place;
    slider.setAttribute("aria-valuetext", place);
    const words = columns.map((each, place) => drawColumn(each, place, anew));
    const parts = differences.find((each) => each.at === at)?.parts;
    said.textContent = `${place}. ${words.join("; ")}${parts ? `. Compared trials differ: ${parts.join(", ")}` : ""}`;
  }

  function drawColumn(each, place, anew) {
    const step = rows[at][place];
    const { steps, label } = each.trial;
    const opposite = pair?.includes(place) && pair[0] !== pair[1] ? pair[pair[0] === place ? 1 : 0] : undefined;
    const other = opposite === undefined ? null : rows[at][opposite];
    const compared = other === null || other === undefined ? undefined : data.columns[opposite].steps[other];
    const shown = step === null ? `none ${at}` : `${step} ${opposite} ${other}`;
    each.now?.classList.remove("cps-now");
    each.now = step === null ? undefined : each.marks[step];
    each.now?.classList.add("cps-now");
    if (anew || each.shown !== shown) {
      each.shown = shown;
      each.element.classList.toggle("cps-empty", step === null);
      each.body.replaceChildren(...(step === null ? [make("p", { class: "cps-note" }, absent(place))] : stepView(steps[step], step, steps.length, compared)));
    }
    return `${label}: ${step === null ? absent(place) : stepName(steps[step]) + (steps[step].error ? ", error" : "")}`;
  }

  function absent(place) {
    const { steps } = data.columns[place];
    if (!steps.length) return "no steps";
    const more = rows.slice(at).some((row) => row[place] !== null);
    return more ? "no step beside these" : `ended after ${count(steps.length, "step")}`;
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

  const keys = { ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0), End: () => show(rows.length - 1), d: nextDifference };
  const root = make("div", {
    class: "cps", tabindex: "0", role: "group", "aria-label": `stepper over ${count(data.columns.length, "trial")}; left and right arrow step, Home and End jump, d goes to the next difference`,
    onkeydown: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Keys inside the stepper must not reach the notebook, where a lone letter is a command.
      event.stopPropagation();
      if (event.target.closest("select") || event.target.type === "range" || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    },
  }, header(data), bar, versus, said, make("div", { class: "cps-columns" }, columns.map((each) => each.element)));
  root.style.setProperty("--cps-columns", String(columns.length));
  el.replaceChildren(root);
  compare();
  // Nobody has chosen a step yet: what parts the trials is seen at once.
  if (model.get("step") === null && differences.length) at = differences[0].at;
  draw();

  const heard = () => show(model.get("step"), false);
  model.on("change:step", heard);
  return () => { clearTimeout(timer); model.off("change:step", heard); };
}

export default { render };
