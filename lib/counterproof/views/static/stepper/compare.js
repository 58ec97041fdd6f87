// What differs between two steps, and between two texts, word by word.

const WORD = /[+\-\u2212]?\d[\p{L}\p{N}_.%]*|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
const CELLS = 300000;         // pairs of words that are compared in full; beyond, a word is changed if the other text lacks it

// Parts of a step that differ from those of another one; where only one trial has a step here, that is what differs.
function differing(mine, theirs) {
  if (!mine && !theirs) return [];
  if (!mine || !theirs) return ["a step of one only"];
  if (mine.kind !== theirs.kind || mine.tool !== theirs.tool) return ["another kind of step"];
  return ["text", "input", "output", "error"].filter((part) => mine[part] !== theirs[part]);
}

// Which of the words of `mine` are kept: they stand in a longest common subsequence with `theirs`.
function common(mine, theirs) {
  const wide = theirs.length + 1;
  const length = new Uint16Array((mine.length + 1) * wide);
  for (let i = mine.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      length[i * wide + j] = mine[i] === theirs[j]
        ? length[(i + 1) * wide + j + 1] + 1
        : Math.max(length[(i + 1) * wide + j], length[i * wide + j + 1]);
    }
  }
  const kept = new Array(mine.length).fill(false);
  for (let i = 0, j = 0; i < mine.length && j < theirs.length;) {
    if (mine[i] === theirs[j]) { kept[i] = true; i += 1; j += 1; }
    else if (length[(i + 1) * wide + j] >= length[i * wide + j + 1]) i += 1;
    else j += 1;
  }
  return kept;
}

// For each word of `mine`, whether it is changed.
function changes(mine, theirs) {
  const most = Math.min(mine.length, theirs.length);
  let head = 0;
  while (head < most && mine[head] === theirs[head]) head += 1;
  let tail = 0;
  while (tail < most - head && mine[mine.length - 1 - tail] === theirs[theirs.length - 1 - tail]) tail += 1;
  const [here, there] = [mine, theirs].map((words) => words.slice(head, words.length - tail));
  const small = here.length * there.length <= CELLS && Math.max(here.length, there.length) < 65535;
  const known = small ? null : new Set(there);
  const kept = small ? common(here, there) : here.map((word) => known.has(word));
  return mine.map((_, at) => at >= head && at < mine.length - tail && !kept[at - head]);
}

// For each line of `text`, the line of `other` that it is compared with; whole texts where their lines do not correspond.
function facing(text, other) {
  const [mine, theirs] = [text.split("\n"), other.split("\n")];
  return mine.length === theirs.length ? mine.map((line, at) => [line, theirs[at]]) : [[text, other]];
}

// The text as nodes: runs of changed words on one line in a mark, all else as plain text.
function marked(text, other) {
  const nodes = [];
  let plain = "";
  const mark = (words) => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
    const element = document.createElement("mark");
    element.textContent = words;
    nodes.push(element);
  };
  facing(text, other).forEach(([mine, theirs], line) => {
    if (line) plain += "\n";
    if (mine === theirs) { plain += mine; return; }
    const words = [...mine.matchAll(WORD)];
    const changed = changes(words.map((word) => word[0]), theirs.match(WORD) ?? []);
    let done = 0;
    for (let at = 0; at < words.length; at += 1) {
      if (!changed[at]) continue;
      const from = words[at].index;
      let to = from + words[at][0].length;
      while (at + 1 < words.length && changed[at + 1] && !mine.slice(to, words[at + 1].index).includes("\n")) {
        at += 1;
        to = words[at].index + words[at][0].length;
      }
      plain += mine.slice(done, from);
      mark(mine.slice(from, to));
      done = to;
    }
    plain += mine.slice(done);
  });
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}
