// Making elements. Texts are always texts, never markup.

type Attributes = Record<string, string | number | boolean | undefined>;

const SVG = "http://www.w3.org/2000/svg";

/** An element of HTML with its attributes and what is inside. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...inside);
  return made;
}

/** An element of SVG. */
export function drawing<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...inside: Node[]
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS(SVG, name);
  setAttributes(made, attributes);
  made.append(...inside);
  return made;
}

/** The element of the page with an id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no #${id}`);
  }
  return found;
}

function setAttributes(target: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      target.setAttribute(name, value === true ? "" : String(value));
    }
  }
}
