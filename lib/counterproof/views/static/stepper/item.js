// The item: its question, its options, and the statistic of each option in each variant.

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

// The options alone, where no registration names a statistic.
function optionList({ options }) {
  if (!options.length) return make("p", { class: "cps-note" }, "no options: the item's own grader reads the answer");
  return make("ul", { class: "cps-options" }, options.map((option) => make("li", {},
    make("span", { class: "cps-letter" }, option.letter), ` ${option.text} `, option.role && badge("key", option.role))));
}

// A text in which `code` stands between backticks.
const prose = (text) => text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 ? make("code", {}, part) : part));

// Where the page has told the question, it is folded below the agent's name.
function header(data) {
  if (!data.brief) return wholeHeader(data);
  return make("details", { class: "cps-folded" },
    make("summary", {}, `${data.who} `, data.route && badge(`route: ${data.route.label}`, "plain", data.route.meaning), make("span", {}, " question and statistic")),
    wholeHeader(data));
}

function wholeHeader(data) {
  return make("header", { class: "cps-head" },
    make("div", { class: "cps-ask" },
      make("p", { class: "cps-who" }, `${data.item.id} \u00b7 ${data.item.family} \u00b7 ${data.who} `,
        data.route && badge(`route: ${data.route.label}`, "plain", data.route.meaning)),
      make("p", { class: "cps-question" }, prose(data.item.question)),
      data.item.background && make("p", { class: "cps-background" }, prose(data.item.background))),
    data.statistic ? statisticTable(data) : optionList(data.item));
}
