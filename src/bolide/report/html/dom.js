/* Making elements. Text always becomes a text node, so nothing that a user wrote is ever read as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An element: `h("td", {class: "n", onclick: f}, "text", otherElement, [more])`. */
function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for a drawing: `s("line", {x1: "10%", ...})`. */
function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Put these children in place of whatever an element holds. */
function show(id, ...children) {
  const element = typeof id === "string" ? document.getElementById(id) : id;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return element;
}

/** Say something to those who hear the page. */
function announce(text) {
  document.getElementById("status").textContent = text;
}

const MINUS = "\u2212";

/** A number with so many decimals, and a real minus sign. */
function number(value, decimals = 2) {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2013";
  return value.toFixed(decimals).replace("-", MINUS).replace(/^\u2212(0\.?0*)$/, "$1");
}

/** A difference: always with its sign. */
function signed(value, decimals = 2) {
  const text = number(value, decimals);
  return value > 0 && /[1-9]/.test(text) ? "+" + text : text;
}

/** A whole number with thousands set apart. */
const whole = (value) => value.toLocaleString("en");

function pvalue(p) {
  return p < 0.0001 ? "p < 0.0001" : "p = " + p.toFixed(4);
}

/** How wide a diagram is, so that its letters are as large on a phone as elsewhere. */
const diagramWidth = () => Math.min(560, Math.max(280, document.documentElement.clientWidth - 32));

const percent = (share) => `${(100 * Math.min(Math.max(share, 0), 1)).toFixed(2)}%`;
