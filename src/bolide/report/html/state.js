/* What the page shows: the data, and the reader's choices, which are kept in the address. */

const R = JSON.parse(document.getElementById("summary").textContent);
const EVERYTHING = { grouping: -1, group: -1 };

const state = {
  metric: 0, // positions in R.metrics and R.systems
  a: R.first[0],
  b: R.first[1],
  segment: -1,
  sort: "difference",
  descending: true,
  query: "",
  ...EVERYTHING,
  tab: null,
};

let T = null; // texts and scores of all segments, once they are unpacked

/** What an embedded block of data holds: JSON, deflated, in base 64. */
async function unpack(id) {
  const text = document.getElementById(id).textContent;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

const blocks = new Map();

/** The explanations of a segment: for each system those of the metrics that have any; or null. */
async function explanations(segment) {
  const place = R.explained.segments.indexOf(segment);
  if (place < 0) return null;
  const block = Math.floor(place / R.explained.block);
  if (!blocks.has(block)) blocks.set(block, unpack(`explanations-${block}`));
  const found = (await blocks.get(block))[place % R.explained.block];
  found.forEach((given, system) => given.forEach((each) => restore(each, T.hypotheses[system][segment], T.references[segment])));
  return found;
}

/** Words that were packed as pieces of a text: characters to skip and to take, in turns. */
function words(packed, text) {
  if (typeof packed[0] !== "number") return packed;
  const characters = [...text], found = [];
  for (let i = 0, at = 0; i < packed.length; i += 2) {
    at += packed[i];
    found.push(characters.slice(at, at + packed[i + 1]).join(""));
    at += packed[i + 1];
  }
  return found;
}

/** Undo what was done to an explanation to make it small; once. */
function restore(explanation, hypothesis, references) {
  if (explanation.restored) return;
  explanation.restored = true;
  const { credit, alignment } = explanation;
  if (credit) credit.pieces = credit.pieces.length ? words(credit.pieces, hypothesis) : [...hypothesis];
  if (!alignment) return;
  alignment.h = words(alignment.h, hypothesis);
  alignment.r = words(alignment.r, alignment.from < 0 ? "" : references[alignment.from]);
  const packed = alignment.links;
  alignment.links = [];
  for (let i = 0, h1 = 0, r1 = 0; i < packed.length; i += 5) {
    const h0 = h1 + packed[i], r0 = r1 + packed[i + 2];
    h1 = h0 + packed[i + 1];
    r1 = r0 + packed[i + 3];
    alignment.links.push([h0, h1, r0, r1, packed[i + 4]]);
  }
}

const several = () => R.systems.length > 1;
const metric = () => R.metrics[state.metric];
const direction = () => (metric().higher ? 1 : -1);
const systemName = (side) => R.systems[side === "a" ? state.a : state.b];

/** The comparison of two systems by a metric, seen from the first one; null where they were not compared. */
function compared(m, a, b) {
  for (const [first, second, difference, low, high, p, adjusted, wins, better] of R.pairs[m]) {
    if (first === a && second === b) return { difference, low, high, p, adjusted, wins, better };
    if (first === b && second === a)
      return { difference: -difference, low: -high, high: -low, p, adjusted, wins: 1 - wins, better: -better };
  }
  return null;
}

/** The systems by a metric, the best first. */
function ranking(m) {
  const sign = R.metrics[m].higher ? -1 : 1;
  return R.systems.map((_, index) => index).sort((x, y) => sign * (R.scores[m][x][0] - R.scores[m][y][0]) || x - y);
}

/** Labels a, b, ... z, aa, ab, ... as in the tables for the terminal. */
function letters(count) {
  const alphabet = "abcdefghijklmnopqrstuvwxyz";
  return Array.from({ length: count }, (_, i) => (i < 26 ? "" : alphabet[Math.floor(i / 26) - 1]) + alphabet[i % 26]);
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const index = (names, name, otherwise) => (names.indexOf(name) >= 0 ? names.indexOf(name) : otherwise);
  state.metric = index(R.metrics.map((each) => each.spec), given.get("metric"), state.metric);
  state.a = index(R.systems, given.get("a"), state.a);
  state.b = index(R.systems, given.get("b"), state.b);
  return given.get("segment");
}

function writeAddress() {
  const values = { metric: metric().spec, a: R.systems[state.a] };
  if (several()) values.b = R.systems[state.b];
  if (T && state.segment >= 0) values.segment = T.ids[state.segment];
  try {
    history.replaceState(null, "", "#" + new URLSearchParams(values));
  } catch {
    // a page in a frame may not; nothing is lost but the address
  }
}
