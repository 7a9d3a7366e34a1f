/* Why: one segment, two systems side by side. */

let drawing = 0; // so that an explanation that comes late does not replace a newer one

async function drawWhy() {
  const i = state.segment;
  if (i < 0) return;
  const mine = ++drawing;
  const given = await explanations(i);
  if (mine !== drawing) return;
  const sides = several() ? ["a", "b"] : ["a"];
  const place = listed.indexOf(i);
  const step = (by, label) => h("button", {
    type: "button", disabled: place < 0 || !(place + by in listed), onclick: (event) => {
      choose({ segment: listed[place + by] });
      queueMicrotask(() => event.target.focus?.({ preventScroll: true }));
    }, "data-step": by,
  }, label);
  const focusedStep = document.activeElement?.dataset?.step;
  const focusedTab = document.activeElement?.getAttribute("role") === "tab";
  show("segment",
    h("div", { class: "stepper" },
      h("h3", null, `Segment ${T.ids[i]}`, T.documents && h("span", { class: "soft", style: "font-weight: 400" }, `  ${T.documents[T.document[i]]}`)),
      step(-1, "\u2190 previous"), step(1, "next \u2192"),
      h("a", { href: "#segments", onclick: backToRow }, "back to the table")),
    h("dl", { class: "texts" },
      T.sources && [h("dt", null, "source"), h("dd", { class: "minor", dir: "auto" }, T.sources[i])],
      T.references[i].map((text, n) => [
        h("dt", null, T.references[i].length > 1 ? `reference ${n + 1}` : "reference"), h("dd", { class: "minor", dir: "auto" }, text)]),
      sides.map((side, n) => [h("dt", { class: n ? side : `${side} apart` }, systemName(side)), h("dd", { class: n ? null : "apart", dir: "auto" }, T.hypotheses[state[side]][i] || h("span", { class: "soft" }, "(empty)"))])),
    scoreTable(i, sides),
    given ? explained(i, given, sides) : notExplained(i));
  if (focusedStep) document.querySelector(`[data-step="${focusedStep}"]:not([disabled])`)?.focus({ preventScroll: true });
  if (focusedTab) document.querySelector('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
}

function backToRow(event) {
  event.preventDefault();
  document.getElementById("segments").scrollIntoView();
  const height = rowHeight(), body = document.getElementById("rows"), place = Math.max(0, listed.indexOf(state.segment));
  if (place * height < body.scrollTop || (place + 1) * height > body.scrollTop + body.clientHeight) body.scrollTop = Math.max(0, (place - 2) * height);
  drawRows();
  document.querySelector('#rows [aria-selected="true"], #rows [tabindex="0"]')?.focus({ preventScroll: true });
}

function scoreTable(i, sides) {
  return h("div", { class: "scroll" }, h("table", { class: "narrow" },
    h("caption", { class: "sr" }, "Scores of this segment"),
    h("thead", null, h("tr", null, h("td"), sides.map((side) => h("th", { class: `n ${side}`, scope: "col" }, sideName(side))),
      several() && h("th", { class: "n", scope: "col" }, "difference"))),
    h("tbody", null, R.metrics.map((each, m) => {
      const scores = sides.map((side) => T.scores[m][state[side]][i]), raw = scores[0] - scores[1], sign = (each.higher ? 1 : -1) * raw;
      return h("tr", null, h("th", { scope: "row", class: m === state.metric ? "strong" : null }, each.name),
        scores.map((score) => h("td", { class: "n" }, number(score, each.decimals))),
        several() && h("td", { class: `n ${sign > 0 ? "a" : sign < 0 ? "b" : "soft"}` }, signed(raw, each.decimals)));
    }), T.people && judgedRow(i, sides))));
}

function judgedRow(i, sides) {
  const said = sides.map((side) => T.people[state[side]]?.[i] ?? null), raw = said.includes(null) ? null : said[0] - said[1];
  return h("tr", null, h("th", { scope: "row", title: R.people.label }, "people"),
    said.map((value) => h("td", { class: "n" }, number(value))),
    several() && h("td", { class: `n ${raw > 0 ? "a" : raw < 0 ? "b" : "soft"}` }, raw === null ? number(null) : signed(raw)));
}

function notExplained(i) {
  return h("p", { class: "note" },
    `This file explains ${whole(R.explained.segments.length)} of ${whole(T.ids.length)} segments, those on which systems differ most. For this one: `,
    h("code", null, `bolide explain ${T.ids[i]}`), " with the options of this report.");
}

/** Tabs, one a metric that explains itself. */
function explained(i, given, sides) {
  const kinds = R.metrics.map((_, m) => m).filter((m) => sides.some((side) => given[state[side]]?.some((each) => each.m === m)));
  if (!kinds.length) return h("p", { class: "note" }, "None of these metrics explains itself.");
  if (!kinds.includes(state.tab)) state.tab = kinds.includes(state.metric) ? state.metric : kinds[0];
  const pick = (m) => { state.tab = m; drawWhy(); };
  const tabs = h("div", {
    role: "tablist", "aria-label": "Explanations", onkeydown: (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) pick(kinds[(kinds.indexOf(state.tab) + by + kinds.length) % kinds.length]);
    },
  }, kinds.map((m) => h("button", {
    type: "button", role: "tab", id: `tab-${m}`, "aria-controls": "panel", "aria-selected": String(m === state.tab),
    tabindex: m === state.tab ? "0" : "-1", onclick: () => pick(m),
  }, R.metrics[m].name)));
  const found = sides.map((side) => ({ side, e: given[state[side]]?.find((each) => each.m === state.tab) ?? null }));
  return [tabs, h("div", { role: "tabpanel", id: "panel", "aria-labelledby": `tab-${state.tab}`, tabindex: "0" }, drawExplanations(found))];
}

function drawExplanations(found) {
  const shared = found.length === 2 && !matchMedia("(max-width: 46rem)").matches && found.every(({ e }) => e?.alignment && !isEdits(e.alignment)) &&
    found[0].e.alignment.r.join(" ") === found[1].e.alignment.r.join(" ");
  const head = ({ side, e }) => h("h4", { class: side }, systemName(side), e && h("small", null, `${R.metrics[e.m].name} ${number(T.scores[e.m][state[side]][state.segment], R.metrics[e.m].decimals)}`));
  return [
    h("div", { class: found.length === 2 ? "side" : "side one" }, found.map((each) => h("div", null,
      head(each),
      each.e ? [facts(each.e), each.e.credit && creditText(each.e.credit), each.e.alignment && isEdits(each.e.alignment) && editText(each.e.alignment),
        each.e.alignment && !isEdits(each.e.alignment) && !shared && slope([each])]
        : h("p", { class: "note" }, "nothing to show")))),
    shared && slope(found),
    found.find(({ e }) => e?.credit) && creditLegend(found.find(({ e }) => e?.credit).e.credit),
    found.find(({ e }) => e?.alignment && isEdits(e.alignment)) && editLegend(found.find(({ e }) => e?.alignment).e.alignment),
    found.some(({ e }) => e?.trees.length) && h("div", { class: found.length === 2 ? "side" : "side one" }, found.map(({ e }) => h("div", null, e?.trees.map(drawTree)))),
    h("div", { class: found.length === 2 ? "side" : "side one" }, found.map(({ e }) => h("div", null, e?.tables.map(drawRowsTable), e?.notes.map((note) => h("p", { class: "note" }, note))))),
  ];
}

function facts(e) {
  const details = Object.entries(e.alignment?.details ?? {}).filter(([name]) => !(isEdits(e.alignment) && ["chunks", "crosses"].includes(name)));
  const parts = e.fractions.map(([name, matched, total, counted, note]) => h("span", { title: note || null }, `${name} `,
    h("b", null, `${trim(matched)}/${trim(total)}`), counted !== null && total && Math.abs(counted - matched / total) > 5e-4 ? ` counts ${counted.toFixed(3)}` : ""));
  return [
    parts.length + details.length ? h("p", { class: "facts" }, parts, details.map(([name, value]) => h("span", null, `${name.replaceAll("_", " ")} `, h("b", null, trim(value)))),
      e.alignment && !e.alignment.exact && h("span", null, "not proved to be the best alignment")) : null,
    e.formula && h("p", { class: "note" }, e.formula),
  ];
}

const trim = (value) => String(+value.toFixed(3)).replace("-", MINUS);

/* N-gram credit: the deeper the colour, the longer the matched n-gram that a word or character is part of. */
function creditText(credit) {
  const longest = credit.longest;
  const unit = credit.characters ? "characters" : "words";
  const runs = [];
  credit.pieces.forEach((piece, i) => {
    const level = credit.levels[i];
    const last = runs[runs.length - 1];
    if (credit.characters && last && last.level === level) last.text += piece;
    else runs.push({ text: piece, level });
  });
  return h("p", { class: "words", dir: "auto" }, runs.flatMap(({ text, level }) => [
    h("span", {
      class: level ? "token" : "token zero", style: (credit.characters ? "padding: 0.12rem 0; border-radius: 0;" : "") + shade(level, longest),
      title: level === 0 ? "not matched" : level < 0 ? null : `in a matched run of ${level} ${level === 1 ? unit.slice(0, -1) : unit}`,
    }, text), credit.characters ? "" : " "]));
}

const shade = (level, longest) => (level <= 0 ? "" : `background: rgba(var(--heat), ${(0.04 + 0.32 * level / longest).toFixed(3)})`);

function creditLegend({ longest, characters }) {
  return h("p", { class: "legend" }, h("span", null, h("span", { class: "token zero" }, "not matched")),
    Array.from({ length: longest }, (_, n) => h("span", null, h("span", { class: "swatch", style: shade(n + 1, longest) }), `${n + 1}`)),
    `matched ${characters ? "characters" : "words"} in a row`);
}

/* Edits: the hypothesis with what is to be done to it, word by word. */
const isEdits = (alignment) => alignment.kinds.includes("substitution");

function editText(alignment) {
  const byReference = new Map(), linked = new Set();
  for (const [h0, h1, r0, r1, kind] of alignment.links) {
    byReference.set(r0, { h0, h1, r1, kind });
    for (let w = h0; w < h1; w++) linked.add(w);
  }
  const parts = [];
  let next = 0;
  const extras = (until) => {
    for (; next < until; next++)
      if (!linked.has(next)) parts.push(h("span", { class: "edit extra", title: "only in the output" }, alignment.h[next]), " ");
  };
  let covered = 0; // words of the reference before it belong to the last link
  alignment.r.forEach((word, r) => {
    const found = byReference.get(r);
    if (r < covered) return;
    if (!found) {
      parts.push(h("span", { class: "edit missing", title: "only in the reference" }, "+", word), " ");
      return;
    }
    covered = found.r1;
    const output = alignment.h.slice(found.h0, found.h1).join(" ");
    const moved = found.h0 < next || /shift/.test(alignment.kinds[found.kind]);
    if (!moved) {
      extras(found.h0);
      next = found.h1;
    }
    const kind = alignment.kinds[found.kind];
    if (kind === "substitution") parts.push(h("span", { class: "edit sub", title: "replaced" }, h("del", null, output), " ", h("ins", null, word)), " ");
    else if (moved) parts.push(h("span", { class: "edit shifted", title: `moved, from word ${found.h0 + 1} of the output` }, output), " ");
    else parts.push(h("span", null, output), " ");
  });
  extras(alignment.h.length);
  return h("p", { class: "words", dir: "auto" }, parts);
}

function editLegend(alignment) {
  return h("p", { class: "legend" },
    h("span", null, h("span", { class: "edit sub" }, h("del", null, "output"), " ", h("ins", null, "reference")), " replaced"),
    h("span", null, h("span", { class: "edit extra" }, "word"), " only in the output"),
    h("span", null, h("span", { class: "edit missing" }, "+word"), " only in the reference"),
    alignment.kinds.some((kind) => /shift/.test(kind)) && h("span", null, h("span", { class: "edit shifted" }, "word"), " moved"));
}

/* Alignments: words in columns, lines between those that correspond; two systems share the reference. */
function slope(found) {
  const three = found.length === 2, line = 22, top = 26;
  const columns = three ? [found[0].e.alignment.h, found[0].e.alignment.r, found[1].e.alignment.h] : [found[0].e.alignment.h, found[0].e.alignment.r];
  const rows = Math.max(...columns.map((words) => words.length), 1);
  const width = three ? 920 : Math.min(440, diagramWidth()), height = top + rows * line + 6;
  const text = three ? 175 : 0.34 * width, middle = width / 2;
  const at = three
    ? [{ x: text, anchor: "end" }, { x: middle, anchor: "middle" }, { x: width - text, anchor: "start" }]
    : [{ x: text, anchor: "end" }, { x: width - text, anchor: "start" }];
  const y = (position) => top + (position + 0.5) * line;
  const kinds = [...new Set(found.flatMap(({ e }) => e.alignment.kinds))];
  const colour = (kind) => `var(--k${kinds.indexOf(kind) % 6})`;
  const parts = [], half = 70; // half of what the words in the middle take
  const { from } = found[0].e.alignment;
  const reference = T.references[state.segment].length > 1 && from >= 0 ? `reference ${from + 1}` : "reference";
  const heads = three ? [[systemName("a"), "a"], [reference, "soft"], [systemName("b"), "b"]] : [[systemName(found[0].side), found[0].side], [reference, "soft"]];
  heads.forEach(([name, tone], c) => parts.push(s("text", { class: tone, "font-weight": tone === "soft" ? null : 600, x: at[c].x, y: 12, "text-anchor": at[c].anchor }, clip(name, 24))));
  const tints = columns.map(() => new Map());
  found.forEach(({ e }, n) => {
    const own = three && n === 1 ? 2 : 0, reference = 1;
    for (const [h0, h1, r0, r1, k] of e.alignment.links) {
      const kind = e.alignment.kinds[k];
      for (let w = h0; w < h1; w++) tints[own].set(w, kind);
      for (let w = r0; w < r1; w++) tints[reference].set(w, kind);
      const from = [own === 2 ? at[2].x - 8 : at[0].x + 8, y((h0 + h1 - 1) / 2)];
      const to = three ? [own === 2 ? middle + half : middle - half, y((r0 + r1 - 1) / 2)] : [at[1].x - 8, y((r0 + r1 - 1) / 2)];
      const bend = (to[0] - from[0]) * 0.4;
      parts.push(s("path", { class: "link", stroke: colour(kind), "stroke-dasharray": kinds.indexOf(kind) ? "none" : null,
        d: `M ${from} C ${from[0] + bend} ${from[1]}, ${to[0] - bend} ${to[1]}, ${to}` },
        s("title", null, `${e.alignment.h.slice(h0, h1).join(" ")} \u2013 ${e.alignment.r.slice(r0, r1).join(" ")} (${kind})`)));
    }
  });
  columns.forEach((words, c) => words.forEach((word, position) => {
    const kind = tints[c].get(position);
    parts.push(s("text", {
      x: at[c].x, y: y(position) + 4.5, "text-anchor": at[c].anchor, class: kind ? null : "loose",
      style: kind && kinds.indexOf(kind) > 0 ? `fill: ${colour(kind)}` : null,
    }, clip(word, three && c === 1 ? 18 : Math.floor(text / 7))));
  }));
  const spoken = found.map(({ side, e }) => `${systemName(side)}: ${e.alignment.links.length} links`).join("; ");
  const used = kinds.filter((kind) => found.some(({ e }) => e.alignment.links.some((link) => e.alignment.kinds[link[4]] === kind)));
  return [
    s("svg", { class: three ? "slope three" : "slope", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Alignment with the reference. ${spoken}`, style: three ? "max-width: 62rem" : null }, parts),
    used.length ? h("p", { class: "legend" }, used.map((kind) => h("span", null, h("span", { class: "swatch", style: `background: ${colour(kind)}` }), kind)), h("span", null, "grey words have no counterpart")) : null,
  ];
}

const clip = (text, length) => (text.length > length ? text.slice(0, length - 1) + "\u2026" : text);

/* Trees */
function drawTree(tree) {
  return [h("h4", null, tree.title), h("div", { class: "tree", tabindex: "0", role: "img", "aria-label": tree.title }, tree.words ? dependencies(tree) : constituents(tree))];
}

const markClass = (mark) => (!mark ? null : mark[0] === "missing" ? "missed" : mark[0] === "partly" ? "partly" : "hit");
const ruler = document.createElement("canvas").getContext("2d");

function textWidth(text, size = 12) {
  ruler.font = `${size}px system-ui, sans-serif`;
  return ruler.measureText(text).width;
}

/* A constituent tree: [label, child, child...] with words as strings; its nodes are numbered parents first. */
function constituents(tree) {
  const gap = 12, level = 38, parts = [], edges = [];
  let next = 8, count = 0, deepest = 0;
  const place = (node, depth) => {
    const mark = tree.marks[count++], [label, ...below] = node;
    const shown = clip(label, 16) + (mark?.[1] ? ` ${mark[1]}` : "");
    const y = 18 + depth * level;
    let x;
    if (typeof below[0] === "string") {
      const word = clip(below[0], 20), width = Math.max(textWidth(word), textWidth(shown));
      x = next + width / 2;
      next += width + gap;
      deepest = Math.max(deepest, y + 18);
      parts.push(s("text", { x, y: y + 18, class: markClass(mark) }, word));
    } else {
      const places = below.map((child) => place(child, depth + 1));
      x = (places[0].x + places[places.length - 1].x) / 2;
      const half = textWidth(shown) / 2;
      if (x + half + gap > next) next = x + half + gap;
      for (const child of places)
        edges.push(s("line", { class: `edge ${markClass(mark) === "hit" && child.hit ? "hit" : ""}`, x1: x, y1: y + 5, x2: child.x, y2: child.y - 12 }));
    }
    parts.push(s("text", { x, y, class: `${markClass(mark) ?? ""} label` }, shown, mark?.[1] ? s("title", null, mark.join(" ")) : null));
    return { x, y, hit: markClass(mark) === "hit" };
  };
  place(tree.nodes, 0);
  if (next > 1.2 * diagramWidth()) return outline(tree);
  return s("svg", { width: Math.ceil(next), height: deepest + 10, viewBox: `0 0 ${Math.ceil(next)} ${deepest + 10}` }, edges, parts);
}

/* A constituent tree that is too wide, line by line: what is further right is further down in the tree. */
function outline(tree) {
  const line = 19, step = 14, parts = [], lines = [];
  let count = 0, row = 0, width = 0;
  const place = ([label, ...below], depth) => {
    const mark = tree.marks[count++], y = 16 + line * row++, x = 8 + step * depth;
    const shown = clip(label, 16) + (mark?.[1] ? ` ${mark[1]}` : ""), word = typeof below[0] === "string" ? clip(below[0], 24) : "";
    parts.push(s("text", { x, y, class: `${markClass(mark) ?? ""} label` }, shown, mark?.[1] ? s("title", null, mark.join(" ")) : null));
    const after = x + textWidth(shown, 13) + 8;
    if (word) parts.push(s("text", { x: after, y, class: markClass(mark) }, word));
    width = Math.max(width, after + textWidth(word, 13) + 8);
    if (word) return;
    let last = y;
    for (const child of below) {
      last = 16 + line * row;
      lines.push(s("line", { class: "edge", x1: x + 4, x2: x + step - 3, y1: last - 4, y2: last - 4 }));
      place(child, depth + 1);
    }
    lines.push(s("line", { class: "edge", x1: x + 4, x2: x + 4, y1: y + 4, y2: last - 4 }));
  };
  place(tree.nodes, 0);
  const height = 8 + line * row;
  return s("svg", { class: "outline", width: Math.ceil(width), height, viewBox: `0 0 ${Math.ceil(width)} ${height}` }, lines, parts);
}

/* A dependency tree: words in a row, arcs from heads to dependents. */
function dependencies(tree) {
  const gap = 22, widths = tree.words.map(([word], i) => Math.max(textWidth(word + (tree.marks[i + 1]?.[1] ? " " + tree.marks[i + 1][1] : "")), textWidth(tree.words[i][2], 11)) + gap);
  const x = [];
  let total = 6;
  for (const width of widths) { x.push(total + width / 2); total += width; }
  const arcs = tree.words.map(([, head], i) => ({ i, head: head - 1, span: Math.abs(head - 1 - i) })).filter((arc) => arc.head >= 0).sort((p, q) => p.span - q.span);
  const level = new Map();
  const height = (arc) => {
    const [from, to] = [Math.min(arc.i, arc.head), Math.max(arc.i, arc.head)];
    let most = 0;
    for (const [other, depth] of level)
      if (Math.min(other.i, other.head) >= from && Math.max(other.i, other.head) <= to) most = Math.max(most, depth);
    level.set(arc, most + 1);
  };
  arcs.forEach(height);
  const base = 26 + 19 * Math.max(1, ...level.values());
  const parts = arcs.flatMap((arc) => {
    const top = base - 14 - 19 * level.get(arc), from = x[arc.head] + (arc.i > arc.head ? 5 : -5), to = x[arc.i], bow = Math.min(14, Math.abs(to - from) / 2) * Math.sign(to - from);
    const kind = markClass(tree.marks[arc.i + 1]) ?? "";
    return [
      s("path", { class: `edge ${kind}`, d: `M ${from} ${base - 14} Q ${from} ${top} ${from + bow} ${top} L ${to - bow} ${top} Q ${to} ${top} ${to} ${base - 14} m -3 -5 l 3 5 l 3 -5` }),
      s("text", { class: `soft ${kind}`, x: (from + to) / 2, y: top - 3 }, tree.words[arc.i][2] === "_" ? "" : tree.words[arc.i][2]),
    ];
  });
  tree.words.forEach(([word, head], i) => {
    const mark = tree.marks[i + 1];
    parts.push(s("text", { x: x[i], y: base, class: markClass(mark) }, word + (mark?.[1] ? ` ${mark[1]}` : "")));
    if (head === 0) parts.push(s("text", { class: "soft", x: x[i], y: base + 15 }, "root"));
  });
  return s("svg", { width: total, height: base + 24, viewBox: `0 0 ${total} ${base + 24}` }, parts);
}

/* Tables, such as those of triples: each row says whether it is matched. */
function drawRowsTable(table) {
  const signs = { matched: ["\u2713", "yes"], partly: ["\u00bd", "soft"], missing: ["\u2013", "no"] };
  const marked = table.rows.some(([, kind]) => kind);
  const long = table.rows.length > 14;
  return h("div", { class: long ? "scroll long" : "scroll", tabindex: long ? "0" : null, role: long ? "region" : null, "aria-label": long ? table.title : null }, h("table", null,
    h("caption", null, table.title),
    h("thead", null, h("tr", null, marked && h("th", { scope: "col" }, h("span", { class: "sr" }, "matched")), table.heads.map((head, c) => h("th", { scope: "col", class: table.rows.every(([cells]) => typeof cells[c] === "number") ? "n" : null }, head)))),
    h("tbody", null, table.rows.map(([cells, kind, kinds]) => h("tr", null,
      marked && h("td", { class: `mark ${signs[kind]?.[1] ?? ""}`, title: kind }, signs[kind]?.[0] ?? "", h("span", { class: "sr" }, kind)),
      cells.map((cell, c) => h("td", { class: typeof cell === "number" ? "n" : signs[kinds?.[c]]?.[1] ?? null }, typeof cell === "number" ? trim(cell) : cell)))))));
}
