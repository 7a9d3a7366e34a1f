/* What kind of segments differ? */

function drawKinds() {
  const [lengths, ...others] = R.groups.some(({ name }) => name === "length") ? R.groups.map((_, index) => groupTable(index)) : [null, ...R.groups.map((_, index) => groupTable(index))];
  show("groups",
    h("p", { class: "legend" },
      h("span", null, h("span", { class: "swatch", style: "background: var(--a)" }), systemName("a")),
      several() && h("span", null, h("span", { class: "swatch", style: "background: var(--b)" }), systemName("b")),
      several() && h("span", null, `\u2217 differs significantly, corrected for all rows of its table (${R.correctionName})`),
      h("span", null, `by ${metric().name}${metric().higher ? "" : ", lower is better"}`)),
    h("div", { class: "two" }, others.length
      ? [h("div", null, lengths, histogram()), h("div", null, others)]
      : [lengths, histogram()]));
}

/** The results of a pair on the groups, seen from the chosen side; null where the pair was not tested. */
function groupPair(grouping, m, a, b) {
  const straight = grouping.pairs[`${a} ${b}`], turned = grouping.pairs[`${b} ${a}`];
  if (straight) return straight[m].map(([low, high, p]) => ({ low, high, p }));
  if (turned) return turned[m].map(([low, high, p]) => ({ low: high === null ? null : -high, high: low === null ? null : -low, p }));
  return null;
}

function groupTable(index) {
  const grouping = R.groups[index], values = grouping.values[state.metric], decimals = metric().decimals;
  const pairs = several() ? groupPair(grouping, state.metric, state.a, state.b) : null;
  const order = grouping.labels.map((_, g) => g);
  const differences = order.map((g) => values[state.a][g] - (several() ? values[state.b][g] : 0));
  if (several() && grouping.name !== "length") order.sort((x, y) => direction() * (differences[y] - differences[x]) || x - y);
  const sign = direction(), drawn = order.flatMap((g) => [differences[g], pairs?.[g].low, pairs?.[g].high].filter((x) => x != null).map((x) => sign * x));
  const [from, to] = range([0, ...drawn]);
  const rows = order.map((g) => {
    const result = pairs?.[g];
    const sure = result && result.p <= R.alpha && differences[g] !== 0;
    const side = !several() ? "a" : !sure ? "none" : sign * differences[g] > 0 ? "a" : "b";
    const ends = !result || result.low === null ? [null, null] : metric().higher ? [result.low, result.high] : [-result.high, -result.low];
    return h("tr", null,
      h("th", { scope: "row" }, h("button", {
        type: "button", class: "link", title: "Show these segments", onclick: () => filterTo(index, g),
      }, grouping.labels[g])),
      h("td", { class: "n soft" }, whole(grouping.sizes[g])),
      h("td", { class: several() ? "n hide-small" : "n" }, number(values[state.a][g], decimals)),
      several() && h("td", { class: "n hide-small" }, number(values[state.b][g], decimals)),
      several() && h("td", { class: "n" }, signed(differences[g], decimals)),
      several() && h("td", { class: "draw", title: result ? `adjusted ${pvalue(result.p)}` : null },
        intervalBar(sign * differences[g], ...ends, from, to, { zero: true, small: true, kind: side })),
      several() && h("td", { class: "mark" }, sure ? h("span", { class: side, title: `significant, ${pvalue(result.p)}` }, "\u2217") : ""));
  });
  const title = grouping.name === "length" ? `By length of the reference, in ${grouping.unit}` : `By ${grouping.name}`;
  const notes = [];
  if (grouping.left_out) notes.push(`${whole(grouping.left_out)} smaller ones are not listed.`);
  if (several() && !pairs) notes.push("These two were not tested here: with so many systems, only neighbours in the ranking and pairs with the best system were.");
  if (pairs && pairs.some((each) => each.low === null)) notes.push("Groups of one segment have no interval.");
  return h("div", null,
    h("div", { class: "scroll" }, h("table", null,
      h("caption", null, title),
      h("thead", null, h("tr", null, h("th", { scope: "col" }, grouping.name), h("th", { class: "n", scope: "col" }, "segments"),
        h("th", { class: several() ? "n a hide-small" : "n a", scope: "col" }, several() ? sideName("a") : metric().name),
        several() && h("th", { class: "n b hide-small", scope: "col" }, sideName("b")),
        several() && h("th", { class: "n", scope: "col" }, "difference"), several() && h("th", { scope: "col" }, h("span", { class: "sr" }, "difference, drawn")),
        several() && h("td", null))),
      h("tbody", null, rows))),
    notes.length ? h("p", { class: "note" }, notes.join(" ")) : null);
}

/** A system's name where there is little room. */
function sideName(side) {
  const name = systemName(side);
  return name.length > 12 ? h("span", { title: name }, name.slice(0, 11) + "\u2026") : name;
}

/** How often each system has which segment score. */
function histogram() {
  const { edges, counts, pairs } = R.bins[state.metric];
  const width = diagramWidth(), height = 224, left = 34, right = 14, bottom = 38, top = 14;
  const bins = edges.length - 1, step = (width - left - right) / bins;
  const sides = several() ? [state.a, state.b] : [state.a];
  const most = Math.max(1, ...sides.flatMap((system) => counts[system]));
  const adjusted = several() ? pairs[`${state.a} ${state.b}`] ?? pairs[`${state.b} ${state.a}`] : null;
  const y = (count) => top + (height - top - bottom) * (1 - count / most);
  const parts = [];
  const grid = niceStep(most / 4);
  for (let tick = 0; tick <= most; tick += grid)
    parts.push(s("line", { class: "axis", x1: left, x2: width - right, y1: y(tick), y2: y(tick), opacity: tick ? 0.35 : 1 }),
      s("text", { class: "soft", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick)));
  const bar = (step - 4) / sides.length;
  for (let i = 0; i < bins; i++) {
    sides.forEach((system, side) => {
      const count = counts[system][i];
      parts.push(s("rect", {
        class: side ? "b" : "a", x: left + i * step + 2 + side * bar, width: Math.max(bar - 1, 1), y: y(count), height: Math.max(0, y(0) - y(count)),
      }, s("title", null, `${R.systems[system]}: ${count} segments from ${edges[i]} to ${edges[i + 1]}`)));
    });
    if (adjusted && adjusted[i] <= R.alpha) {
      const peak = Math.max(...sides.map((system) => counts[system][i]));
      parts.push(s("text", { x: left + (i + 0.5) * step, y: y(peak) - 3, "text-anchor": "middle", "font-weight": 700 }, "\u2217",
        s("title", null, `differs significantly, ${pvalue(adjusted[i])}`)));
    }
  }
  const shown = Math.ceil(edges.length / (width / 42));
  edges.forEach((edge, i) => i % shown === 0 && parts.push(
    s("text", { class: "soft", x: left + i * step, y: height - 22, "text-anchor": "middle" }, String(edge))));
  parts.push(s("text", { class: "soft", x: left + (width - left) / 2, y: height - 5, "text-anchor": "middle" }, `${metric().name} of a segment`));
  return h("div", null,
    h("table", null, h("caption", null, "By segment score"), h("thead", { class: "sr" },
      h("tr", null, h("th", { scope: "col" }, "from"), sides.map((system) => h("th", { scope: "col" }, R.systems[system])))),
      h("tbody", { class: "sr" }, edges.slice(0, -1).map((edge, i) => h("tr", null, h("th", { scope: "row" }, edge),
        sides.map((system) => h("td", null, counts[system][i])))))),
    s("svg", { class: "histogram", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Number of segments by their score; the same figures are in the table before" }, parts),
    h("p", { class: "note" }, "Number of segments in each range of scores; those beyond the ends are in the outermost ranges.",
      several() ? " \u2217 one system has significantly more of them (exact sign test)." : ""));
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough));
}
