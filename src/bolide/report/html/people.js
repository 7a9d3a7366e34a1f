/* Do the metrics agree with people? Only where judgements are given. */

function drawPeople() {
  const people = R.people;
  if (!people) return;
  const values = people.levels.flatMap(({ rows }) => rows.flatMap(([, , cells]) => cells.flat()));
  const [from, to] = range([0, ...values]);
  const drawing = peopleScatter();
  show("judged",
    people.sentences.map((sentence) => h("p", { class: "verdict" }, sentence)),
    h("div", { class: "two levels" },
      drawing && h("div", null, drawing),
      people.levels.map((level) => h("div", null, levelTable(level, from, to)))),
    people.notes.map((note) => h("p", { class: "note" }, note)));
}

/** The correlations of all metrics on one level, with their intervals on an axis that all levels share. */
function levelTable({ title, size, coefficient, rows }, from, to) {
  const { kinds } = R.people;
  return h("div", { class: "scroll" }, h("table", null,
    h("caption", null, title[0].toUpperCase() + title.slice(1), " ", h("span", { class: "note" }, size)),
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "metric"),
      kinds.map((kind, k) => [
        h("th", { class: k ? "n hide-small" : "n", scope: "col" }, kinds.length > 1 ? kind : coefficient),
        k === 0 && h("th", { scope: "col" }, h("span", { class: "sr" }, "interval, drawn"))]),
      R.metrics.length > 1 && h("th", { class: "n", scope: "col" }, "cluster"))),
    h("tbody", null, rows.map(([m, cluster, cells]) => h("tr", null,
      h("th", { scope: "row", class: m === state.metric ? "strong" : null }, R.metrics[m].name),
      cells.map(([value, low, high], k) => [
        h("td", { class: k ? "n hide-small" : "n", title: `${R.confidence}% interval ${number(low, 3)} to ${number(high, 3)}` }, number(value, 3)),
        k === 0 && h("td", { class: "draw" }, value !== null && intervalBar(value, low, high, from, to, { zero: true, small: true }))]),
      R.metrics.length > 1 && h("td", { class: "n" }, cluster))))));
}

/** The judged systems by the chosen metric and by people. */
function peopleScatter() {
  const judged = R.people.systems.map((_, system) => system).filter((system) => R.people.systems[system] !== null);
  if (judged.length < 3) return null;
  const width = diagramWidth(), height = 300, left = 48, right = 16, bottom = 40, top = 12;
  const [fromX, toX] = range(judged.map((system) => R.people.systems[system]));
  const [fromY, toY] = range(judged.flatMap((system) => R.scores[state.metric][system]));
  const x = (value) => left + (width - left - right) * (value - fromX) / (toX - fromX);
  const y = (value) => height - bottom - (height - bottom - top) * (metric().higher ? value - fromY : toY - value) / (toY - fromY);
  const parts = [
    ...ticks(fromX, toX, width / 80).map((tick) => [
      s("line", { class: "axis", x1: x(tick), x2: x(tick), y1: top, y2: height - bottom, opacity: 0.35 }),
      s("text", { class: "soft", x: x(tick), y: height - bottom + 16, "text-anchor": "middle" }, short(tick))]),
    ...ticks(fromY, toY, 6).map((tick) => [
      s("line", { class: "axis", x1: left, x2: width - right, y1: y(tick), y2: y(tick), opacity: 0.35 }),
      s("text", { class: "soft", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, short(tick))]),
    s("text", { class: "soft", x: (left + width - right) / 2, y: height - 5, "text-anchor": "middle" }, `people: ${R.people.label}`),
  ];
  const point = (system) => [x(R.people.systems[system]), y(R.scores[state.metric][system][0])];
  const whisker = (system) => R.scores[state.metric][system].slice(1).map(y).sort((p, q) => p - q);
  const dots = judged.map((system) => around(...point(system), 5, 5));
  const lines = judged.map((system) => [point(system)[0] - 2, whisker(system)[0], point(system)[0] + 2, whisker(system)[1]]);
  const labels = []; // boxes; a name that finds no room is left out, but is in its dot's title
  for (const system of [...new Set([state.a, state.b, ...judged])].filter((each) => judged.includes(each))) {
    const [left0, top0] = point(system), [high, low] = whisker(system), value = R.scores[state.metric][system][0];
    const side = system === state.a ? "a" : several() && system === state.b ? "b" : "";
    parts.push(s("line", { class: `whisker ${side}`, x1: left0, x2: left0, y1: high, y2: low }),
      s("circle", { class: `dot ${side}`, cx: left0, cy: top0, r: 3.5 },
        s("title", null, `${R.systems[system]}: ${metric().name} ${number(value, metric().decimals)}, people ${number(R.people.systems[system], 3)}`)));
    const name = clip(R.systems[system], 20), half = textWidth(name) / 2 + 2;
    const places = [0, -11, 11, -22, 22].flatMap((up) => [8 + half, -8 - half].map((aside) => [left0 + aside, top0 + up]))
      .filter(([center]) => center - half > left && center + half < width);
    const free = (blocked) => places.find((place) => !blocked.some((other) => overlap(around(...place, half, 7), other)));
    const found = free([...labels, ...dots, ...lines]) ?? free([...labels, ...dots]);
    if (!found) continue;
    labels.push(around(...found, half, 7));
    parts.push(s("text", { class: side, x: found[0], y: found[1] + 4, "text-anchor": "middle" }, name));
  }
  return h("figure", null,
    h("figcaption", null, "Systems by people and by ", metric().name, metric().higher ? "" : " (lower is better, so lower is further up)"),
    s("svg", { class: "histogram", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The systems by people and by ${metric().name}` }, parts));
}

const around = (x, y, width, height) => [x - width, y - height, x + width, y + height];
const overlap = (p, q) => p[0] < q[2] && q[0] < p[2] && p[1] < q[3] && q[1] < p[3];

/** Round numbers between two others, so many at most. */
function ticks(from, to, most) {
  const power = 10 ** Math.floor(Math.log10((to - from) / most));
  const step = [1, 2, 5, 10, 20].map((factor) => factor * power).find((each) => (to - from) / each <= most);
  const found = [];
  for (let tick = Math.ceil(from / step); tick * step <= to; tick++) found.push(tick * step);
  return found;
}

const short = (value) => String(+value.toPrecision(6)).replace("-", MINUS);
