/* Makes elements. Text goes in as text, never as markup; style goes in property by property, never as an attribute. */

const SVG = "http://www.w3.org/2000/svg";

/** Makes an SVG element; see `fill` for attributes and children. */
export function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Makes an HTML element; see `fill` for attributes and children. */
export function html(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/**
 * Gives an element its attributes and children and returns it.
 *
 * Attributes that are null, undefined or false are left out, true gives an empty one. `on` holds listeners by the
 * event's name, `vars` custom properties. Children are elements, or strings and numbers, which become text.
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "vars") {
      for (const [property, one] of Object.entries(value)) element.style.setProperty(property, one);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/** Makes text in an SVG, centred on (x, y) unless the attributes say otherwise. */
export function label(x, y, text, attributes) {
  return svg("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, text);
}

/** Moves and scales what is drawn in a square of `box` units to a square of `size` at (x, y). */
export function placed(x, y, size, box, ...children) {
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / box})` }, ...children);
}

/** Makes a tooltip, which is also the accessible name of the element that it is put into. */
export function title(text) {
  return svg("title", null, text);
}

/** Gives points of a regular polygon as text for `points`. */
export function polygon(cx, cy, radius, corners, turn = 0) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = ((i + turn) / corners) * 2 * Math.PI - Math.PI / 2;
    return `${(cx + radius * Math.cos(angle)).toFixed(2)},${(cy + radius * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}
