// The review form: picked trials on the left, the label of the chosen one on the right. One module, no imports.
// Everything that comes from a trial or a person reaches the page as text (textContent), never as HTML.

const NOTE_WAIT = 700;        // milliseconds after the last key until a note is saved
const ANSWER_WAIT = 10000;    // milliseconds until a kernel that has not answered counts as gone

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

const EMPTY = { behaviour: "", fault: "", note: "", at: "" };

function render({ model, el }) {
  const rows = model.get("rows");
  const words = model.get("words");
  const prefix = `cpr${Math.random().toString(36).slice(2, 9)}`;
  const place = () => Math.max(0, rows.findIndex((row) => row.digest === model.get("chosen")));
  const label = (digest) => model.get("labels")[digest] ?? EMPTY;
  // Sent and not yet seen to be kept: the next change builds on it, whether or not the kernel has answered.
  const pending = new Map();
  const current = (digest) => pending.get(digest) ?? label(digest);
  let waiting = 0;
  // What is being written, and of which trial: a note must never be kept under the trial that was chosen after it.
  let draft = null;
  let timer = 0;

  const list = make("div", { class: "cpr-list", role: "listbox", tabindex: "0", "aria-label": "picked trials", onkeydown: onListKey });
  const options = rows.map((row, at) => make("div", {
    class: "cpr-option", role: "option", id: `${prefix}-${at}`, onclick: () => choose(at) },
    make("span", { class: "cpr-mark", "aria-hidden": "true" }),
    make("span", { class: "cpr-what" }, `${row.item} \u00b7 ${row.label} \u00b7 ${row.agent} \u00b7 r${row.replicate}`),
    make("span", { class: "cpr-why" }, row.stratum), make("span", { class: "cpr-sr" })));
  list.append(...options);

  const behaviour = choices("behaviour", "Behaviour mode");
  const fault = choices("fault", "Suspected fault of the benchmark");
  const note = make("textarea", { id: `${prefix}-note`, class: "cpr-note", rows: 4, maxlength: 20000,
    oninput: () => { write("note", note.value); clearTimeout(timer); timer = setTimeout(flush, NOTE_WAIT); status("not saved yet", false); },
    onblur: flush });
  const title = make("h3", { class: "cpr-title" });
  const about = make("p", { class: "cpr-about" });
  const said = make("p", { class: "cpr-status", role: "status", "aria-live": "polite" });
  const done = make("p", { class: "cpr-done" });
  const step = (sign, name, by) => make("button", { type: "button", class: "cpr-button", onclick: () => choose(place() + by) }, sign, make("span", { class: "cpr-sr" }, name));

  function choices(name, text) {
    const group = make("fieldset", { class: "cpr-group" }, make("legend", {}, text));
    for (const [value, shown] of Object.entries(words[name])) {
      const id = `${prefix}-${name}-${value}`;
      group.append(make("label", { class: "cpr-choice", for: id },
        make("input", { type: "radio", id, name: `${prefix}-${name}`, value, onchange: () => { write(name, value); flush(); } }), shown));
    }
    return group;
  }

  function write(name, value) {
    const digest = rows[place()].digest;
    if (draft === null || draft.trial !== digest) draft = { trial: digest, ...current(digest) };
    draft[name] = value;
  }

  function flush() {
    clearTimeout(timer);
    if (draft === null) return;
    const { trial, behaviour: how, fault: what, note: text } = draft;
    draft = null;
    status("saving \u2026", false);
    clearTimeout(waiting);
    waiting = setTimeout(() => status("NOT saved: the kernel does not answer", true), ANSWER_WAIT);
    pending.set(trial, { behaviour: how, fault: what, note: text, at: "" });
    model.send({ trial, behaviour: how, fault: what, note: text });
  }

  function choose(at) {
    if (at < 0 || at >= rows.length) return;
    flush();
    model.set("chosen", rows[at].digest);
    model.save_changes();
    draw();
  }

  function onListKey(event) {
    const to = { ArrowDown: place() + 1, ArrowUp: place() - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  }

  function status(text, failed) {
    said.textContent = text;
    said.classList.toggle("cpr-failed", failed);
  }

  function draw() {
    const at = place();
    const row = rows[at];
    const now = current(row.digest);
    title.textContent = `${row.item}, ${row.label}, replicate ${row.replicate}`;
    about.textContent = `${row.agent}: ${row.choice ? `answered ${row.choice}` : row.outcome}. Picked because ${words.stratum[row.stratum] ?? row.stratum}.`;
    for (const [group, value] of [[behaviour, now.behaviour], [fault, now.fault]]) {
      for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
    }
    if (document.activeElement !== note || draft === null) note.value = now.note;
    list.setAttribute("aria-activedescendant", options[at].id);
    options.forEach((option, each) => {
      const known = model.get("labels")[rows[each].digest];
      const complete = Boolean(known && known.behaviour && known.fault);
      option.setAttribute("aria-selected", String(each === at));
      option.classList.toggle("cpr-begun", Boolean(known) && !complete);
      option.classList.toggle("cpr-complete", complete);
      option.lastChild.textContent = complete ? ", labelled" : known ? ", begun" : "";
    });
    options[at].scrollIntoView({ block: "nearest" });
    const count = options.filter((option) => option.classList.contains("cpr-complete")).length;
    done.textContent = `${count} of ${rows.length} labelled by ${model.get("reviewer")}`;
  }

  const root = make("div", { class: "cpr", onkeydown: (event) => event.stopPropagation() },
    make("div", { class: "cpr-side" }, done, list),
    make("div", { class: "cpr-form" },
      make("div", { class: "cpr-top" }, title, step("\u25c0", " previous trial", -1), step("\u25b6", " next trial", 1)),
      about, make("div", { class: "cpr-groups" }, behaviour, fault),
      make("label", { class: "cpr-label", for: `${prefix}-note` }, "Note"), note, said));
  el.replaceChildren(root);

  const onLabels = () => {
    for (const [trial, sent] of pending) {
      const kept = label(trial);
      if (["behaviour", "fault", "note"].every((name) => kept[name] === sent[name])) pending.delete(trial);
    }
    draw();
  };
  const onAnswer = () => {
    clearTimeout(waiting);
    if (draft === null) status(model.get("status"), model.get("failed"));
  };
  model.on("change:labels", onLabels);
  model.on("change:chosen", draw);
  model.on("msg:custom", onAnswer);
  draw();
  status(label(rows[place()].digest).at ? "saved before" : "", false);
  return () => {
    flush();
    clearTimeout(waiting);
    model.off("change:labels", onLabels);
    model.off("change:chosen", draw);
    model.off("msg:custom", onAnswer);
  };
}

export default { render };
