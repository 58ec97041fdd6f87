// Registration by looking: choices from the data on top, the statistic of every option in the data and after each edit
// below. One module, no imports. Names from data and items reach the page as text (textContent), never as HTML.

const TYPE_WAIT = 250;        // milliseconds after the last key until a gene is looked up
const SLOW = 2000;            // milliseconds after which a kernel that does not answer is told to be busy
const SAVE_WAIT = 10000;      // the same for saving; a late answer still counts, so that nothing is said to have failed
const NAMES = { group: "Group of cells", gene: "Gene asked about", column: "Options are groups in", direction: "Direction",
  within: "Within", donor: "Donors in", sample: "Samples in" };
const UNIT = { donor: "none: cells are the unit", sample: "none: one sample a side", within: "all cells" };
const DIRECTIONS = { expression: [["up", "up in the first"], ["down", "down in the first"]],
  abundance: [["grows", "grows in the first"], ["shrinks", "shrinks in the first"]] };
const AFTER_DELETION = [["", "nothing said"], ["renormalise", "renormalise: computed anew from the counts"],
  ["declare", "declare: accepted, and shown in every table"]];
const WAYS = { "": "to be decided", drop: "drop it from this item's files", keep: "keep and declare it", move: "move it along with the condition" };

const UNSEEN = "Not seen above: whether a file gives its edit away, by a column or index from which the old values can be worked out, by a name that is left in "
  + "it, by its order or by how it is stored. Only 'Try it' sees that: it writes every version, measures it again from the file, and checks for leaks. Nothing is kept.";

function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, place) => place % 2 ? make("code", {}, part) : part);
}

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

function render({ model, el }) {
  const prefix = `cpg${Math.random().toString(36).slice(2, 9)}`;
  const choices = model.get("choices");
  const columns = Object.fromEntries(choices.columns.map((column) => [column.name, column.labels]));
  let choice = structuredClone(model.get("choice"));
  let typing = 0, waiting = 0, slow = 0, asked = null;
  const item = () => model.get("item");
  const family = () => choices.families.find((each) => each.family === choice.ask?.statistic);
  const id = (name) => `${prefix}-${name}`;

  function keep(later = false) {
    root.classList.add("cpg-busy");
    clearTimeout(typing);
    // What was said of another choice must not stand below this one.
    if (asked === null) status("", false);
    clearTimeout(slow);
    slow = setTimeout(() => { if (asked === null) status("Waiting for the kernel: it is busy with other cells, or gone.", false); }, SLOW);
    choice.of = (choice.of ?? 0) + 1;
    const send = () => { model.set("choice", structuredClone(choice)); model.save_changes(); };
    if (later) typing = setTimeout(send, TYPE_WAIT); else send();
  }

  // --- controls ----------------------------------------------------------------------------------------------------
  function select(name, pairs, value, onchange) {
    const known = value && !pairs.some(([each]) => each === value) ? [[value, `${value} (not offered)`]] : [];
    const control = make("select", { id: id(name), class: "cpg-control", onchange: () => onchange(control.value) },
      [...pairs, ...known].map(([each, text]) => make("option", { value: each }, text)));
    control.value = value ?? "";
    return control;
  }
  const field = (name, text, ...controls) => make("div", { class: "cpg-field" }, make("label", { for: id(name) }, text), controls);
  const wide = (name, text, ...controls) => make("div", { class: "cpg-field cpg-wide" }, make("label", { for: id(name) }, text), make("div", { class: "cpg-pair" }, controls));
  const columnPairs = (none) => [["", none ?? "choose \u2026"], ...choices.columns.map(({ name, labels }) => [name, `${name} (${count(labels.length, "label")})`])];
  const labelPairs = (column) => [["", "choose \u2026"], ...(columns[column] ?? []).map(({ name, cells }) => [name, `${name} (${count(cells, "cell")})`])];

  function groupFields(name, text, none) {
    const group = choice.ask[name] ?? { column: "", value: "" };
    const label = select(`${name}-value`, labelPairs(group.column), group.value, (value) => put(name, { ...group, value }));
    label.setAttribute("aria-label", `${text}: label`);
    label.disabled = !group.column;
    return [wide(name, text, select(name, columnPairs(none), group.column, (column) => put(name, column ? { column, value: "" } : null)), label)];
  }

  function conditionFields() {
    const [a, b] = [choice.ask.a ?? { column: "", value: "" }, choice.ask.b ?? { column: "", value: "" }];
    if (a.column && b.column && a.column !== b.column) return [...groupFields("a", "First condition"), ...groupFields("b", "Against")];
    const both = (column) => { choice.ask.a = { column, value: "" }; choice.ask.b = { column, value: "" }; drawFields(); keep(); };
    const one = (name, group) => select(name, labelPairs(a.column), group.value, (value) => put(name, { column: a.column, value }));
    return [field("conditions", "Conditions in", select("conditions", columnPairs(), a.column, both)),
      field("a", "First condition", one("a", a)), field("b", "Against", one("b", b))];
  }

  function geneInput(name, text, value, onvalue) {
    const list = make("datalist", { id: id(`${name}-genes`) });
    const input = make("input", { id: id(name), class: "cpg-control", type: "text", list: list.id, autocomplete: "off", spellcheck: "false",
      "aria-label": text, placeholder: "type a gene's name",
      onfocus: () => model.send({ genes: input.value, field: name }),
      oninput: () => { onvalue(input.value.trim()); model.send({ genes: input.value, field: name }); keep(true); } });
    input.value = value ?? "";
    return [input, list];
  }

  function put(name, value) {
    if (value === null || value === "") delete choice.ask[name]; else choice.ask[name] = value;
    drawFields();
    if (name === "column") drawTable();
    keep();
  }

  function fieldsOf(name) {
    if (name === "a") return conditionFields();
    if (name === "b") return [];
    if (name === "group" || name === "within") return groupFields(name, NAMES[name], UNIT[name]);
    if (name === "gene") return [field("gene", NAMES.gene, geneInput("gene", NAMES.gene, choice.ask.gene, (value) => { choice.ask.gene = value; }))];
    if (name === "direction") {
      const pairs = DIRECTIONS[choice.ask.statistic];
      return [field(name, NAMES[name], select(name, pairs, choice.ask.direction ?? pairs[0][0], (value) => put(name, value)))];
    }
    return [field(name, NAMES[name], select(name, columnPairs(UNIT[name]), choice.ask[name], (value) => put(name, value)))];
  }

  function drawFields() {
    const focused = document.activeElement?.id;
    const statistic = select("statistic", [["", "choose \u2026"], ...choices.families.map((each) => [each.family, `${each.family}: ${each.question}`])],
      choice.ask?.statistic, (value) => { choice.ask = { ...kept(value), statistic: value }; delete choice.withdraw; delete choice.flip; drawAll(); keep(); });
    const blocks = choices.blocks.map(({ name, block_class, n_genes, reason }) =>
      [name, block_class ? `${name} (${block_class}, ${count(n_genes, "gene")})` : `${name} (cannot be used: ${reason})`]);
    const block = select("block", blocks, choice.block, (value) => { choice.block = value; keep(); });
    choices.blocks.forEach((each, place) => { block.options[place].disabled = !each.block_class; });
    const first = field("statistic", "Statistic", statistic);
    first.classList.add("cpg-wide");
    fields.replaceChildren(first, field("block", "Block of values", block), ...(family()?.fields ?? []).flatMap(fieldsOf));
    if (focused?.startsWith(prefix)) document.getElementById(focused)?.focus();
  }
  // What two statistics both ask for stays chosen when one takes the other's place.
  const kept = (value) => Object.fromEntries(Object.entries(choice.ask ?? {}).filter(([name]) => name !== "direction" &&
    choices.families.find((each) => each.family === value)?.fields.includes(name)));

  // --- the table: what each option stands for, and its statistic ------------------------------------------------------
  function target(letter) {
    const name = `target-${letter}`;
    const chosen = choice.targets[letter] ?? "";
    const text = `option ${letter} stands for`;
    if (!family()) return [];
    if (!family().groups) return geneInput(name, text, chosen, (value) => { choice.targets[letter] = value; });
    const pairs = labelPairs(choice.ask.column);
    const control = select(name, pairs, pairs.some(([each]) => each === chosen) ? chosen : "", (value) => { choice.targets[letter] = value; keep(); });
    control.setAttribute("aria-label", text);
    return [control];
  }

  function flipTo(letter) {
    if (letter === item().key) return [make("span", { class: "cpg-tag cpg-key" }, "key")];
    const input = make("input", { type: "radio", name: id("flip"), value: letter, "aria-label": `the flip must support option ${letter}`,
      onchange: () => { choice.flip_to = letter; keep(); } });
    input.checked = choice.flip_to === letter;
    return [input];
  }

  function drawTable() {
    rows.replaceChildren(...Object.entries(item().options).map(([letter, text]) => make("tr", { "data-letter": letter },
      make("th", { scope: "row", class: "cpg-option" }, make("b", {}, letter), ` ${text}`),
      make("td", { class: "cpg-target" }, target(letter)), make("td", { class: "cpg-flip" }, flipTo(letter)))));
    drawValues();
  }

  function scaleOf(facts) {
    const values = facts.columns.flatMap((column) => Object.values(column.values)).filter((value) => value !== null);
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const room = (high - low || 1) * 0.06;
    return (value) => 100 * (value - low + room) / (high - low + 2 * room);
  }

  function picture(value, top, facts, at) {
    const plot = make("span", { class: "cpg-plot", "aria-hidden": "true" });
    const part = (name, from, to) => {
      const each = make("i", { class: name });
      each.style.left = `${Math.min(from, to)}%`;
      each.style.width = `${Math.abs(to - from)}%`;
      plot.append(each);
    };
    if (top !== null) part("cpg-band", Math.max(0, at(top - facts.margin)), at(top));
    part("cpg-zero", at(0), at(0));
    if (value !== null) { part("cpg-stem", at(0), at(value)); part("cpg-dot", at(value), at(value)); }
    return plot;
  }

  function drawValues() {
    const facts = model.get("facts");
    const shown = facts.columns ?? [];
    heads.replaceChildren(make("th", { scope: "col" }, "Option"), make("th", { scope: "col" }, "stands for"), make("th", { scope: "col" }, "flip to"),
      ...shown.map((column) => make("th", { scope: "col", class: "cpg-version" }, make("span", { class: "cpg-name" }, column.name),
        make("span", { class: "cpg-edit" }, column.edit || "untouched"),
        make("span", { class: `cpg-tag ${column.ok ? "cpg-good" : "cpg-bad"}`, title: column.why || null },
          `${column.ok ? "\u2713" : "\u2717"} ${column.says}`))));
    table.style.setProperty("--versions", shown.length);
    table.classList.toggle("cpg-bare", !shown.length);
    const at = shown.length ? scaleOf(facts) : null;
    for (const row of rows.children) {
      const letter = row.dataset.letter;
      while (row.children.length > 3) row.lastChild.remove();
      const option = facts.options?.find((each) => each.letter === letter);
      row.className = `cpg-role-${option?.role ?? "other"}`;
      shown.forEach((column, place) => {
        const value = column.values[letter] ?? null;
        const known = Object.values(column.values).filter((each) => each !== null);
        const leads = column.supported === letter;
        row.append(make("td", { class: `cpg-cell${leads ? " cpg-leads" : ""}` }, picture(value, known.length ? Math.max(...known) : null, facts, at),
          make("span", { class: "cpg-number" }, option.shown[place]), leads && make("span", { class: "cpg-sr" }, " supported")));
      });
    }
    caption.textContent = shown.length ? `Values: ${facts.unit}. Shaded: the ${facts.margin} below the largest value, where no second option may stand. ${facts.others}` : "";
  }

  // --- edits, leaks, text ---------------------------------------------------------------------------------------------
  function drawEdits() {
    const focused = document.activeElement?.id;
    const now = family();
    const edit = (name, text) => now && field(name, text, select(name, now[name].map(({ kind, words }) => [kind, words]),
      choice[name] ?? now[name][0].kind, (value) => { choice[name] = value; keep(); }));
    const told = model.get("facts").decide ?? [];
    const decided = Object.keys(choice.decisions ?? {}).filter((column) => !told.some((each) => each.column === column));
    const decide = [...told, ...decided.map((column) => ({ column, told: `${column}`, ways: ["drop", "keep", "move"] }))].map(({ column, told: text, ways }, place) =>
      field(`decide-${place}`, text, select(`decide-${place}`, ["", ...ways].map((way) => [way, WAYS[way]]), choice.decisions?.[column] ?? "",
        (value) => { choice.decisions = { ...choice.decisions, [column]: value }; if (!value) delete choice.decisions[column]; keep(); })));
    edits.replaceChildren(...[edit("withdraw", "Withdraw by"), edit("flip", "Flip by"),
      now && field("after", "Row sums that give a deleted gene back", select("after", AFTER_DELETION, choice.after_deletion ?? "",
        (value) => { choice.after_deletion = value || null; keep(); })), ...decide].filter(Boolean));
    if (focused?.startsWith(prefix)) document.getElementById(focused)?.focus();
  }

  function drawFacts() {
    const { verdict, of: answered } = model.get("facts");
    if ((answered ?? 0) === (choice.of ?? 0)) {
      if (root.classList.contains("cpg-busy") && asked === null) status("", false);
      root.classList.remove("cpg-busy");
      clearTimeout(slow);
    }
    said.className = `cpg-verdict cpg-is-${verdict.tone}`;
    said.replaceChildren(make("p", { class: "cpg-title" }, verdict.title), ...verdict.lines.map((line) => make("p", {}, line)));
    drawValues();
    drawEdits();
    text.textContent = model.get("text") || "nothing yet";
    drawFoot();
  }

  function drawFoot() {
    const { accepted, state, file, replacing } = item();
    where.textContent = `${file} ${state}.`;
    replace.parentElement.hidden = !accepted;
    replacingText.textContent = replacing;
    const complete = Boolean(model.get("text"));
    build.disabled = !complete || asked !== null;
    const holds = model.get("facts").holds === true;
    save.textContent = holds ? "Save the registration" : "Save it all the same";
    save.classList.toggle("cpg-holds", holds);
    save.disabled = !complete || asked !== null || !model.get("changed") || (accepted && !replace.checked);
    if (!accepted) replace.checked = false;
  }

  function drawStatus() {
    if (asked !== null) return;
    status(model.get("status"), model.get("failed"), model.get("problems"));
  }

  function status(words, failed, problems = []) {
    told.className = failed ? "cpg-failed" : "";
    told.replaceChildren(make("p", {}, words), problems.length ? make("ul", {}, problems.map((problem) => make("li", {}, problem))) : "");
  }

  function ask(what, words, wait) {
    asked = what;
    drawFoot();
    status(words, false);
    clearTimeout(waiting);
    if (wait) waiting = setTimeout(() => status("Not saved yet: the kernel is busy with other cells, or gone.", true), wait);
    clearTimeout(typing);
    model.set("choice", structuredClone(choice));
    model.save_changes();
    model.send({ ask: what, choice: structuredClone(choice), replace: replace.checked });
  }

  // --- the form -------------------------------------------------------------------------------------------------------
  const said = make("div", { role: "status", "aria-live": "polite" });
  const fields = make("div", { class: "cpg-fields" });
  const heads = make("tr");
  const rows = make("tbody");
  const caption = make("caption", { class: "cpg-caption" });
  const table = make("table", { class: "cpg-table" }, caption,
    make("colgroup", {}, ["option", "target", "flip"].map((name) => make("col", { class: `cpg-col-${name}` }))), make("thead", {}, heads), rows);
  const edits = make("div", { class: "cpg-fields" });
  const text = make("pre", { class: "cpg-text", tabindex: "0", "aria-label": "the registration as YAML" });
  const where = make("p", { class: "cpg-where" });
  const replace = make("input", { type: "checkbox", id: id("replace"), onchange: () => drawFoot() });
  const replacingText = make("span");
  const save = make("button", { type: "button", class: "cpg-button cpg-save", onclick: () => ask("save", "saving \u2026", SAVE_WAIT) }, "Save the registration");
  const build = make("button", { type: "button", class: "cpg-button", onclick: () => ask("rehearse", "building every version in a temporary folder \u2026", 0) }, "Try it: build and check for leaks");
  const told = make("div", { role: "status", "aria-live": "polite" });
  const root = make("section", { class: "cpg", "aria-label": `registration of ${item().id}`, onkeydown: (event) => event.stopPropagation() },
    make("header", { class: "cpg-head" }, make("h3", {}, item().id), make("p", { class: "cpg-source" }, `${item().source}, ${count(choices.cells, "cell")}`),
      make("p", { class: "cpg-question" }, withCode(item().question))),
    said, fields,
    make("div", { class: "cpg-wrap", tabindex: "0", role: "region", "aria-label": "statistic of every option" }, table),
    make("details", { class: "cpg-more", open: true }, make("summary", {}, "Edits and leaks"), edits),
    make("details", { class: "cpg-more" }, make("summary", {}, "What is written into the item's file"), text),
    make("footer", { class: "cpg-foot" }, where,
      make("p", { class: "cpg-where" }, "You choose with the data before you: what you save says 'after viewing', and every page shows it."),
      make("label", { class: "cpg-replace", for: id("replace") }, replace, replacingText),
      make("div", { class: "cpg-buttons" }, save, build),
      make("p", { class: "cpg-where cpg-unseen" }, UNSEEN), told));
  el.replaceChildren(root);

  function drawAll() { drawFields(); drawTable(); drawFacts(); }
  const onMessage = (message) => {
    if (message.genes) {
      document.getElementById(id(`${message.field}-genes`))?.replaceChildren(...message.genes.map((gene) => make("option", { value: gene })));
    } else if (message.answered) {
      clearTimeout(waiting);
      asked = null;
      drawStatus();
      drawFoot();
    }
  };
  const watched = { "change:facts": drawFacts, "change:text": drawFacts, "change:changed": drawFoot, "change:item": drawFoot, "change:status": drawStatus };
  for (const [event, callback] of Object.entries(watched)) model.on(event, callback);
  model.on("msg:custom", onMessage);
  drawAll();
  drawStatus();
  return () => {
    clearTimeout(typing);
    clearTimeout(waiting);
    clearTimeout(slow);
    for (const [event, callback] of Object.entries(watched)) model.off(event, callback);
    model.off("msg:custom", onMessage);
  };
}

export default { render };
