/* Which system is better, and is that certain? */

function drawBetter() {
  show("verdict", R.verdict.map((sentence) => h("p", { class: "verdict" }, sentence)));
  drawSystems();
  document.getElementById("pairwise").hidden = !several();
  if (several()) {
    drawMatrix();
    drawPair();
  }
}

/** A bar: the interval as a line, the value as a dot, on an axis from `from` to `to`. */
function intervalBar(value, low, high, from, to, options = {}) {
  const at = (x) => percent((x - from) / (to - from || 1));
  const kind = options.kind ?? "";
  return s("svg", { class: "bar", "aria-hidden": "true", focusable: "false" },
    options.zero && s("line", { class: "axis", x1: at(0), x2: at(0), y1: 0, y2: "100%" }),
    low !== null && s("line", { class: `whisker ${kind}`, x1: at(low), x2: at(high), y1: "50%", y2: "50%" }),
    s("circle", { class: `dot ${kind}`, cx: at(value), cy: "50%", r: options.small ? 3 : 3.5 }));
}

function range(values) {
  const present = values.filter((value) => value !== null);
  const low = Math.min(...present), high = Math.max(...present);
  const margin = 0.04 * (high - low || 1);
  return [low - margin, high + margin];
}

function drawSystems() {
  const order = ranking(state.metric), ranks = R.clusters[state.metric], names = letters(order.length);
  const axes = R.scores.map((entries) => range(entries.flatMap(([value, low, high]) => [value, low, high])));
  const best = R.metrics.map((_, m) => ranking(m)[0]);
  const head = h("tr", null,
    several() && h("th", { class: "letter", scope: "col" }, h("span", { class: "sr" }, "letter")),
    several() && ranks && h("th", { class: "rank hide-small", scope: "col" }, "cluster"),
    h("th", { scope: "col" }, "system"),
    R.metrics.map((each, m) => h("th", {
      scope: "col", class: m === state.metric ? "metric" : "metric other",
      "aria-sort": m === state.metric ? (each.higher ? "descending" : "ascending") : null,
    }, h("button", { type: "button", title: each.spec, onclick: () => choose({ metric: m }) },
      each.name, each.higher ? "" : " (lower is better)"))),
    R.people && h("th", { class: "n", scope: "col", title: R.people.label }, "people"));
  const rows = order.map((system, place) => h("tr", {
    class: ranks && place && ranks[system] !== ranks[order[place - 1]] ? "gap" : null,
  },
    several() && h("td", { class: "letter" }, names[place]),
    several() && ranks && h("td", { class: "rank hide-small" }, ranks[system]),
    h("th", { scope: "row", class: system === state.a ? "a" : several() && system === state.b ? "b" : null },
      R.systems[system]),
    R.metrics.map((each, m) => {
      const [value, low, high] = R.scores[m][system];
      return h("td", {
        class: m === state.metric ? "metric" : "metric other",
        title: `${R.confidence}% interval ${number(low, each.decimals)} to ${number(high, each.decimals)}`,
      },
        h("span", { class: several() && best[m] === system ? "value strong" : "value" }, number(value, each.decimals),
          " ", h("span", { class: "soft" }, `\u00b1\u2009${number((high - low) / 2, each.decimals)}`),
          h("span", { class: "sr" }, `, ${R.confidence}% interval ${number(low, each.decimals)} to ${number(high, each.decimals)}`)),
        intervalBar(value, low, high, ...axes[m], {
          small: true, kind: !several() ? "" : system === state.a ? "a" : system === state.b ? "b" : "",
        }));
    }),
    R.people && h("td", { class: "n" }, number(R.people.systems[system]))));
  show("systems",
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Scores of all systems" },
      h("table", null,
        h("caption", { class: "sr" }, `Scores of all systems with ${R.confidence}% intervals, by ${metric().name}`),
        h("thead", null, head), h("tbody", null, rows))),
    h("p", { class: "note" },
      `Lines are ${R.confidence}% intervals; \u00b1 is half their width. ` +
      (ranks ? "A cluster is better than the next: each of its systems beats each system there. " : "") +
      "Choose a metric in the head of its column."));
}

function drawMatrix() {
  const order = ranking(state.metric), names = letters(order.length);
  const explain = { 1: "better than", [-1]: "worse than", 0: "not significantly different from" };
  const cell = (row, column) => {
    if (row === column) return h("td", null, h("span", { class: "self", "aria-hidden": "true" }));
    const pair = compared(state.metric, row, column);
    if (!pair) return h("td", null, h("span", { class: "self" }, h("span", { class: "sr" }, "not compared")));
    const chosen = row === state.a && column === state.b;
    const words = `${R.systems[row]} is ${explain[pair.better]} ${R.systems[column]}: ` +
      `${signed(pair.difference, metric().decimals)}, ${pvalue(pair.adjusted)}`;
    return h("td", null, h("button", {
      type: "button", title: words, "aria-label": words, "aria-pressed": chosen ? "true" : null,
      class: { 1: "win", [-1]: "loss", 0: "tie" }[pair.better] + (chosen ? " chosen" : ""),
      tabindex: row === state.a && column === state.b ? "0" : "-1",
      "data-row": order.indexOf(row), "data-column": order.indexOf(column),
      onclick: () => choose({ a: row, b: column }, '#matrix [tabindex="0"]'),
    }, { 1: ">", [-1]: "<", 0: "~" }[pair.better]));
  };
  const table = h("table", { class: order.length > 12 ? "matrix many" : "matrix", onkeydown: moveInMatrix },
    h("caption", { id: "matrix-title" }, `All pairs by ${metric().name}`),
    h("thead", null, h("tr", null, h("td"), order.map((_, i) => h("th", { scope: "col" }, names[i])))),
    h("tbody", null, order.map((row, i) => h("tr", null,
      h("th", { scope: "row" }, h("span", { class: "letter" }, names[i]),
        h("span", { class: row === state.a ? "a" : row === state.b ? "b" : null }, R.systems[row])),
      order.map((column) => cell(row, column))))));
  show("matrix",
    h("div", { class: "scroll" }, table),
    h("p", { class: "note" },
      `> better, < worse, ~ no significant difference (${R.test}, p \u2264 ${R.alpha}, ${R.correction}). ` +
      "Choose a cell to look at its two systems."));
}

function moveInMatrix(event) {
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  const from = event.target.closest("button");
  if (!step || !from) return;
  event.preventDefault();
  let row = +from.dataset.row, column = +from.dataset.column, next = null;
  const size = R.systems.length;
  do {
    row += step[0];
    column += step[1];
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    next = document.querySelector(`#matrix button[data-row="${row}"][data-column="${column}"]`);
  } while (!next);
  from.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

function drawPair() {
  const lines = R.metrics.map((each, m) => ({ each, m, pair: compared(m, state.a, state.b) }));
  const rows = lines.map(({ each, m, pair }) => {
    if (!pair) return null;
    const sign = each.higher ? 1 : -1;
    const ends = sign > 0 ? [pair.low, pair.high] : [-pair.high, -pair.low];
    const extent = 1.06 * Math.max(Math.abs(pair.low), Math.abs(pair.high), 1e-9);
    const side = pair.better > 0 ? "a" : pair.better < 0 ? "b" : "none";
    return h("tr", null,
      h("th", { scope: "row", class: m === state.metric ? "strong" : null }, each.name),
      h("td", { class: "n" }, signed(pair.difference, each.decimals)),
      h("td", { class: "draw" }, intervalBar(sign * pair.difference, ...ends, -extent, extent, { zero: true, kind: side })),
      h("td", { class: "n hide-small" }, `${signed(pair.low, each.decimals)} to ${signed(pair.high, each.decimals)}`),
      h("td", { class: "n" }, pair.adjusted < 0.0001 ? "< 0.0001" : pair.adjusted.toFixed(4)),
      h("td", { class: "mark" }, pair.better ? h("span", { class: side, title: "significant" }, "\u2217") : ""));
  });
  show("pair",
    rows.some(Boolean)
      ? h("div", { class: "scroll" }, h("table", null,
        h("caption", null, h("span", { class: "a" }, systemName("a")), ` ${MINUS} `, h("span", { class: "b" }, systemName("b"))),
        h("thead", null, h("tr", null, h("th", { scope: "col" }, "metric"), h("th", { class: "n", scope: "col" }, "difference"),
          h("th", { scope: "col" }, h("span", { class: "sr" }, "interval, drawn")),
          h("th", { class: "n hide-small", scope: "col" }, `${R.confidence}% interval`), h("th", { class: "n", scope: "col" }, `p (${R.correctionName})`),
          h("td"))),
        h("tbody", null, rows)))
      : h("p", null, `${systemName("a")} and ${systemName("b")} were not compared.`),
    h("p", { class: "note" }, "Each line has its own scale; to the right of the middle, ",
      h("span", { class: "a" }, systemName("a")), " is better. \u2217 significant after correction."));
}
