/* The page as a whole: the bar above, the sections in their order, and what happens when the reader chooses. */

function drawBar() {
  const pick = (id, label, names, chosen, key, side) => h("label", null,
    side && h("span", { class: `key ${side}`, "aria-hidden": "true" }), h("span", { class: "word" }, label),
    h("select", { id, "aria-label": label, onchange: (event) => choose({ [key]: event.target.selectedIndex }) },
      names.map((name, index) => h("option", { selected: index === chosen }, name))));
  show("bar", h("div", { class: "page" },
    pick("choose-a", "System", R.systems, state.a, "a", several() ? "a" : null),
    several() && pick("choose-b", "against", R.systems, state.b, "b", "b"),
    pick("choose-metric", "by", R.metrics.map((each) => each.name), state.metric, "metric"),
    h("nav", { "aria-label": "Sections" }, [["better", "Better"], ["kinds", "Kinds"], ["segments", "Segments"], ["why", "Why"], ["people", "People"], ["settings", "Settings"]]
      .filter(([id]) => !document.getElementById(id).hidden)
      .map(([id, label]) => h("a", { href: `#${id}`, onclick: (event) => { event.preventDefault(); document.getElementById(id).scrollIntoView(); } }, label))),
    h("button", { type: "button", class: "quiet theme", id: "theme", title: "Colours of this page" }, "")));
  const button = document.getElementById("theme");
  const label = () => (button.textContent = `Colours: ${document.documentElement.dataset.theme ?? "auto"}`);
  button.addEventListener("click", () => {
    const root = document.documentElement, now = root.dataset.theme ?? "auto";
    const next = { auto: "dark", dark: "light", light: "auto" }[now];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    label();
    announce(button.textContent);
  });
  label();
  document.getElementById("bar").hidden = false;
}

function drawSettings() {
  show("how",
    h("div", { class: "scroll" }, h("table", { class: "settings" },
      h("caption", { class: "sr" }, "Settings"),
      h("tbody", null, R.settings.map(([name, value]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, value)))))),
    h("h3", null, "Signatures"),
    R.metrics.map((each) => h("p", null, each.name, h("br"), h("code", null, each.signature))),
    R.notes.map((note) => h("p", { class: "note" }, note)));
}

/** Take over the reader's choice and draw what depends on it; then move the focus to `focus`, if it is given. */
async function choose(choice, focus) {
  const before = { a: state.a, b: state.b };
  Object.assign(state, choice);
  if (several() && state.a === state.b) { // two different systems, always: the other one changes places
    if (choice.a !== undefined) state.b = before.a;
    else state.a = before.b;
  }
  const only = Object.keys(choice).every((key) => key === "segment");
  if (!only) {
    drawBar();
    drawBetter();
    drawKinds();
    drawPeople();
    const field = Object.keys(choice)[0];
    if (!focus) document.getElementById(`choose-${field}`)?.focus({ preventScroll: true });
  }
  if (T) {
    if (choice.metric !== undefined) state.tab = null;
    if (only) drawRows();
    else refresh(several() ? `${systemName("a")} against ${systemName("b")} by ${metric().name}` : `${systemName("a")} by ${metric().name}`);
    await drawWhy();
  }
  writeAddress();
  if (focus) {
    const element = document.querySelector(focus);
    element?.focus({ preventScroll: choice.segment === undefined });
    if (choice.segment !== undefined) document.getElementById("why").scrollIntoView();
  }
}

function print(on) {
  if (printing === on || !T) return;
  printing = on;
  drawRows();
}

async function start() {
  const wanted = readAddress();
  document.getElementById("subtitle").textContent = R.subtitle;
  document.getElementById("main").hidden = false;
  document.getElementById("people").hidden = !R.people;
  if (!several()) {
    document.getElementById("better-title").textContent = "How good is it, and how sure is that?";
    document.getElementById("kinds-title").textContent = "On what kind of segments?";
  }
  drawBar();
  drawBetter();
  drawKinds();
  drawPeople();
  drawSettings();
  T = await unpack("texts");
  drawSegments();
  state.segment = wanted !== null && T.ids.includes(wanted) ? T.ids.indexOf(wanted) : listed[0] ?? -1;
  drawRows();
  await drawWhy();
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  let width = innerWidth; // on phones the height changes while one scrolls
  addEventListener("resize", later(() => {
    if (width === innerWidth) return;
    width = innerWidth;
    drawKinds();
    drawPeople();
    drawWhy();
  }));
  const paper = matchMedia("print");
  paper.addEventListener("change", () => print(paper.matches));
  print(paper.matches);
  document.documentElement.dataset.ready = "yes";
  if (wanted !== null && T.ids.includes(wanted)) document.getElementById("why").scrollIntoView();
}

start();
