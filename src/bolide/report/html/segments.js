/* Which segments to look at: a table of all segments, of which only the visible rows exist. */

let listed = []; // positions of the segments that match, in the order chosen
let derived = null; // what follows from the two systems and the metric
let printing = false;
const PRINTED = 20;

/** Differences (above 0 where the first system is better) and how much the metrics disagree, per segment. */
function derive() {
  const key = `${state.metric} ${state.a} ${state.b}`;
  if (derived?.key === key) return derived;
  const count = T.ids.length, sums = new Float64Array(count);
  const difference = (m, i) => (R.metrics[m].higher ? 1 : -1) * (T.scores[m][state.a][i] - T.scores[m][state.b][i]);
  const differences = Float64Array.from(sums, (_, i) => difference(state.metric, i));
  const most = new Float64Array(count).fill(-Infinity), least = new Float64Array(count).fill(Infinity);
  R.metrics.forEach((_, m) => {
    let square = 0;
    for (let i = 0; i < count; i++) square += difference(m, i) ** 2;
    const deviation = Math.sqrt(square / count) || 1;
    for (let i = 0; i < count; i++) {
      const value = difference(m, i) / deviation;
      most[i] = Math.max(most[i], value);
      least[i] = Math.min(least[i], value);
    }
  });
  const disagreements = Float64Array.from(sums, (_, i) => Math.max(0, Math.min(most[i], -least[i])));
  let extent = 1e-9;
  for (const value of differences) extent = Math.max(extent, Math.abs(value));
  derived = { key, differences, disagreements, extent };
  return derived;
}

/** The names of what the table can be sorted by, and each segment's value. */
function sortKeys() {
  const { differences, disagreements } = derive();
  const scores = T.scores[state.metric];
  return {
    order: (i) => i,
    length: (i) => T.lengths[i],
    a: (i) => scores[state.a][i],
    b: (i) => scores[state.b][i],
    difference: (i) => differences[i],
    disagreement: (i) => disagreements[i],
  };
}

let lowered = null;

function matches() {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const member = state.grouping >= 0 ? T.groups[state.grouping] : null;
  lowered ??= T.ids.map((id, i) => [
    id, T.documents ? T.documents[T.document[i]] : "", T.sources?.[i] ?? "", ...T.references[i],
    ...T.hypotheses.map((texts) => texts[i]),
  ].join("\n").toLowerCase());
  const found = [];
  for (let i = 0; i < T.ids.length; i++)
    if ((!member || member[i] === state.group) && words.every((word) => lowered[i].includes(word))) found.push(i);
  return found;
}

function arrange() {
  const value = sortKeys()[state.sort], sign = state.descending ? -1 : 1;
  listed = matches().sort((x, y) => sign * (value(x) - value(y)) || x - y);
}

function drawSegments() {
  if (!several() && ["b", "difference", "disagreement"].includes(state.sort)) Object.assign(state, { sort: "a", descending: false });
  arrange();
  const kinds = [
    ["In order", "order", false],
    several() && [`${systemName("a")} wins`, "difference", true],
    several() && [`${systemName("b")} wins`, "difference", false],
    several() && R.metrics.length > 1 && ["Metrics disagree", "disagreement", true],
    !several() && ["Worst first", "a", !metric().higher],
    !several() && ["Best first", "a", metric().higher],
  ].filter(Boolean);
  if (!document.getElementById("search")) {
    show("finder",
      h("div", { class: "tools" },
        h("input", {
          type: "search", id: "search", placeholder: "Search all texts", "aria-label": "Search all texts, ids and documents",
          autocomplete: "off", spellcheck: "false",
          oninput: later((event) => { state.query = event.target.value; refresh(); }),
        }),
        h("div", { class: "presets", id: "presets", role: "group", "aria-label": "Order of segments" }),
        h("span", { id: "filter" }),
        h("span", { class: "count", id: "count" })),
      h("div", { class: "grid", role: "grid", id: "grid", "aria-label": "Segments" },
        h("div", { class: "head", role: "row", "aria-rowindex": 1, id: "grid-head" }),
        h("div", { class: "body", role: "rowgroup", id: "rows", onscroll: drawRows, onkeydown: moveInRows, onclick: clickRow })),
      h("p", { class: "note", id: "segments-note" }));
    if (globalThis.ResizeObserver) new ResizeObserver(() => drawRows()).observe(document.getElementById("rows"));
  }
  show("presets", kinds.map(([label, sort, descending]) => h("button", {
    type: "button", "aria-pressed": String(state.sort === sort && state.descending === descending),
    onclick: () => { Object.assign(state, { sort, descending }); refresh(); },
  }, label)));
  show("filter", state.grouping >= 0 && h("button", {
    type: "button", class: "chip", onclick: () => { Object.assign(state, EVERYTHING); refresh(); }, "aria-label": "Show all groups again",
  }, `${R.groups[state.grouping].name} ${R.groups[state.grouping].labels[state.group]}`, h("span", { "aria-hidden": "true" }, "\u00d7")));
  const head = (label, sort, first, options = {}) => h("div", {
    role: "columnheader", class: options.class ?? null,
    "aria-sort": state.sort === sort ? (state.descending ? "descending" : "ascending") : "none",
  }, h("button", {
    type: "button", title: options.title ?? null,
    onclick: () => { Object.assign(state, { sort, descending: state.sort === sort ? !state.descending : first }); refresh(); },
  }, label, state.sort === sort ? (state.descending ? " \u2193" : " \u2191") : ""));
  const columns = several()
    ? [head("segment", "order", false), head("outputs", "length", true, { title: "Sort by the length of the reference" }),
      head(sideName("a"), "a", true, { class: "n a" }), head(sideName("b"), "b", true, { class: "n b" }),
      head("difference", "difference", true, { class: "n" }),
      R.metrics.length > 1 && head("disagreement", "disagreement", true, {
        class: "n", title: "How far metrics pull in opposite directions: the smaller of the strongest vote for either system, in standard deviations",
      })]
    : [head("segment", "order", false), head("output", "length", true), head(metric().name, "a", true, { class: "n a" })];
  show("grid-head", columns);
  const grid = document.getElementById("grid");
  grid.className = !several() ? "grid alone" : R.metrics.length > 1 ? "grid" : "grid agreed";
  grid.setAttribute("aria-rowcount", listed.length + 1);
  grid.setAttribute("aria-colcount", columns.filter(Boolean).length);
  document.getElementById("count").textContent = listed.length === T.ids.length
    ? `${whole(listed.length)} segments` : `${whole(listed.length)} of ${whole(T.ids.length)} segments`;
  const rows = document.getElementById("rows");
  document.getElementById("grid-head").style.setProperty("--bar-width", `${rows.offsetWidth - rows.clientWidth}px`);
  drawRows();
}

/** The same table again, from its top, and say how many segments there are, or what else is `said`. */
function refresh(said) {
  const rows = document.getElementById("rows");
  const kept = document.activeElement?.closest("#presets, #grid-head")
    ? [document.activeElement.closest("[id]").id, [...document.activeElement.closest("[id]").querySelectorAll("button")].indexOf(document.activeElement)] : null;
  if (rows) rows.scrollTop = 0;
  drawSegments();
  if (kept) document.getElementById(kept[0]).querySelectorAll("button")[kept[1]]?.focus();
  announce(said ?? document.getElementById("count").textContent);
}

function later(action) {
  let timer = 0;
  return (event) => {
    clearTimeout(timer);
    timer = setTimeout(action, 120, event);
  };
}

function rowHeight() {
  return parseFloat(getComputedStyle(document.getElementById("grid")).getPropertyValue("--row")) || 60;
}

/** Make the rows that can be seen, and some above and below. */
function drawRows() {
  const body = document.getElementById("rows");
  if (!body) return;
  const height = rowHeight(), spare = 6;
  let first = Math.max(0, Math.floor(body.scrollTop / height) - spare);
  let last = Math.min(listed.length, Math.ceil((body.scrollTop + body.clientHeight) / height) + spare);
  if (printing) [first, last] = [0, Math.min(listed.length, PRINTED)];
  document.getElementById("segments-note").textContent = [
    printing && listed.length > PRINTED && `The first ${PRINTED} of ${whole(listed.length)} segments.`,
    several() && R.metrics.length > 1 && "Disagreement: one metric prefers the one system, another metric the other; the weaker of both votes, in standard deviations of its metric's differences.",
  ].filter(Boolean).join(" ");
  const focused = body.contains(document.activeElement) ? +document.activeElement.dataset.segment : -1;
  const chosen = listed.indexOf(state.segment);
  const stop = chosen >= first && chosen < last ? chosen : first;
  const rows = [];
  for (let place = first; place < last; place++) rows.push(row(place, place * height, place === stop));
  body.replaceChildren(
    h("div", { class: "spacer", role: "presentation", style: `height: ${listed.length * height}px` }),
    ...(listed.length ? rows : [h("div", { class: "empty", style: "position: absolute; inset: 0" }, "No segment has all of these words.")]));
  if (listed.length === 0) body.firstChild.remove();
  if (focused >= 0) body.querySelector(`[data-segment="${focused}"]`)?.focus({ preventScroll: true });
}

function row(place, top, tabbable) {
  const i = listed[place], decimals = metric().decimals, scores = T.scores[state.metric];
  const { differences, disagreements, extent } = derive();
  const difference = differences[i];
  const side = difference > 0 ? "a" : difference < 0 ? "b" : "none";
  const at = (x) => percent(0.5 + x / extent / 2);
  const raw = scores[state.a][i] - scores[state.b][i];
  return h("div", {
    role: "row", "aria-rowindex": place + 2, "aria-selected": String(i === state.segment), tabindex: tabbable ? "0" : "-1",
    "data-segment": i, "data-place": place, style: `top: ${top}px`,
  },
    h("div", { role: "gridcell", class: "id" }, h("span", null, T.ids[i]),
      T.documents && h("span", { class: "soft", title: T.documents[T.document[i]] }, T.documents[T.document[i]])),
    h("div", { role: "gridcell", class: "outputs" },
      h("span", { class: "first", dir: "auto" }, excerpt(T.hypotheses[state.a][i])),
      several() && h("span", { class: "second", dir: "auto" }, excerpt(T.hypotheses[state.b][i]))),
    h("div", { role: "gridcell", class: "n a score-a" }, number(scores[state.a][i], decimals)),
    several() && h("div", { role: "gridcell", class: "n b score-b" }, number(scores[state.b][i], decimals)),
    several() && h("div", { role: "gridcell", class: "n difference" },
      s("svg", { class: "bar", "aria-hidden": "true" },
        s("line", { class: "axis", x1: "50%", x2: "50%", y1: 0, y2: "100%" }),
        s("rect", { class: side, x: difference < 0 ? at(difference) : "50%", width: percent(Math.abs(difference) / extent / 2), y: "25%", height: "50%" })),
      h("span", { class: side === "none" ? "soft" : side }, signed(raw, decimals))),
    several() && R.metrics.length > 1 && h("div", { role: "gridcell", class: "n disagreement" },
      disagreements[i] > 0.005 ? disagreements[i].toFixed(2) : h("span", { class: "soft" }, "\u2013")));
}

/** A text with the words of the search marked, from shortly before the first of them. */
function excerpt(text) {
  const words = state.query.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return text.length > 400 ? text.slice(0, 400) : text;
  const pattern = new RegExp(words.join("|"), "giu");
  const first = text.search(pattern);
  const start = first > 40 ? first - 25 : 0;
  const parts = start ? ["\u2026"] : [], shown = text.slice(start, start + 400);
  let end = 0;
  for (const found of shown.matchAll(pattern)) {
    parts.push(shown.slice(end, found.index), h("mark", null, found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, shown.slice(end)];
}

function clickRow(event) {
  const from = event.target.closest("[data-segment]");
  if (from && !getSelection()?.toString()) choose({ segment: +from.dataset.segment }, "#why-title");
}

function moveInRows(event) {
  const from = event.target.closest("[data-segment]");
  if (!from) return;
  const body = event.currentTarget, height = rowHeight(), page = Math.max(1, Math.floor(body.clientHeight / height) - 1);
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose({ segment: +from.dataset.segment }, "#why-title");
    return;
  }
  const place = +from.dataset.place;
  const next = { ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + page, PageUp: place - page, Home: 0, End: listed.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const target = Math.min(Math.max(next, 0), listed.length - 1);
  if (target * height < body.scrollTop) body.scrollTop = target * height;
  if ((target + 1) * height > body.scrollTop + body.clientHeight) body.scrollTop = (target + 1) * height - body.clientHeight;
  drawRows();
  const row = body.querySelector(`[data-place="${target}"]`);
  body.querySelectorAll('[tabindex="0"]').forEach((each) => (each.tabIndex = -1));
  row.tabIndex = 0;
  row.focus({ preventScroll: true });
}

/** Show only the segments of a group. */
function filterTo(grouping, group) {
  Object.assign(state, { grouping, group });
  refresh();
  document.getElementById("segments").scrollIntoView();
  document.getElementById("search").focus({ preventScroll: true });
}
