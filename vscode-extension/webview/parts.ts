// The parts of the cells of the grid: numbers of threads, changes, outcomes, and buttons that open and close.

import { changedVariable } from "../src/trace/wording";
import { drawing, element } from "./dom";

/** The number of a thread. */
export function label(thread: number): HTMLElement {
  return element("span", { class: "label" }, `T${thread}`);
}

/** A change, with a menu that knows the variable. */
export function chip(change: string, thread?: number): HTMLElement {
  return element("span", { class: "chip", ...changeMenu(changedVariable(change, thread)) }, change);
}

/** The attributes of an element with the menu of a variable. */
export function changeMenu(variable: string): { "data-vscode-context": string } {
  return { "data-vscode-context": JSON.stringify({ webviewSection: "change", variable }) };
}

/** A button that opens and closes a part of the trace. */
export function twistie(open: boolean, text: string): HTMLElement {
  const mark = drawing("svg", { class: "twistie", viewBox: "0 0 16 16", "aria-hidden": true });
  mark.append(drawing("path", { d: open ? "M 4 6 L 8 10 L 12 6" : "M 6 4 L 10 8 L 6 12" }));
  return element("button", { type: "button", class: "fold", tabindex: -1, "aria-expanded": String(open) }, mark, text);
}

/** The outcome of the trace; a violation stands out. */
export function outcome(text: string, violation: boolean): HTMLElement {
  if (!violation) {
    return element("span", { class: "outcome" }, text);
  }
  const icon = drawing("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": true });
  icon.append(
    drawing("circle", { cx: 8, cy: 8, r: 6.5 }),
    drawing("path", { d: "M 5.5 5.5 L 10.5 10.5 M 10.5 5.5 L 5.5 10.5" }),
  );
  return element("span", { class: "outcome violated" }, icon, text);
}
