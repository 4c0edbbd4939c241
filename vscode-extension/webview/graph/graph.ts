// The page of a graph: the picture, larger and smaller, ways into the program, and through the rounds of a search.

import type { FromGraph, Search, ToGraph } from "../../src/questions/graph-messages";
import { byId, element } from "../dom";
import { Picture, standalone } from "./picture";
import { clamped, fitting, larger, smaller } from "./scale";

interface Host {
  postMessage(message: FromGraph): void;
  /** The size that the person chose; undefined while the picture fits. */
  getState(): { scale: number | undefined } | undefined;
  setState(state: { scale: number | undefined }): void;
}

declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();
const sheet = byId("sheet");
let picture: Picture | undefined;
let search: Search | undefined;
const engines = byId("engine") as HTMLSelectElement;

/** The size that the person chose; undefined: as large as there is room. */
let chosen = host.getState()?.scale;

const ACTIONS: Record<string, () => void> = {
  in: () => choose(larger(scale())),
  out: () => choose(smaller(scale())),
  fit: () => choose(undefined),
  first: () => ask(() => 1),
  previous: () => ask((round) => round - 1),
  next: () => ask((round) => round + 1),
  last: () => ask(() => undefined),
  svg: saveSvg,
  dot: () => host.postMessage({ type: "save", format: "dot" }),
  again: () => host.postMessage({ type: "again" }),
};
const KEYS: Record<string, string> = { "+": "in", "=": "in", "-": "out", "0": "fit" };
const ROUND_KEYS: Record<string, string> = { Home: "first", p: "previous", n: "next", End: "last" };

for (const [id, action] of Object.entries(ACTIONS)) {
  byId(id).addEventListener("click", action);
}
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key] ?? (search === undefined || event.target === engines ? undefined : ROUND_KEYS[event.key]);
  if (id !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    ACTIONS[id]?.();
  }
});
engines.addEventListener("change", () => ask(() => 1));
new ResizeObserver(resize).observe(sheet);
window.addEventListener("message", ({ data }: MessageEvent<ToGraph>) => receive(data));
window.addEventListener("focus", () => document.activeElement === document.body && sheet.focus());
host.postMessage({ type: "ready" });

function receive(message: ToGraph): void {
  byId("stale").hidden = message.type !== "stale";
  if (message.type === "graph") {
    search = message.graph.search;
    byId("title").textContent = `${search === undefined ? "Thread states" : "Abstraction"} of ${message.name}`;
    byId("legend").hidden = search !== undefined;
    byId("abstract-legend").hidden = search === undefined;
    showSearch();
    byId("caption").replaceChildren(...message.graph.caption.map((line) => element("li", {}, line)));
    picture = new Picture(message.graph, widthOf, (shape) => host.postMessage({ type: "go", shape }));
    sheet.replaceChildren(picture.svg);
    resize();
  }
}

/** Shows which round it is of which search, and which others there are. */
function showSearch(): void {
  byId("rounds").hidden = search === undefined;
  if (search !== undefined) {
    const { engine, round, isLast } = search;
    engines.replaceChildren(...search.engines.map((name) => element("option", { value: name }, name)));
    engines.value = engine;
    byId("round").textContent = `Round ${round}${isLast ? ", the last" : ""}`;
    for (const id of ["first", "previous"]) {
      (byId(id) as HTMLButtonElement).disabled = round === 1;
    }
    for (const id of ["next", "last"]) {
      (byId(id) as HTMLButtonElement).disabled = isLast;
    }
  }
}

/** Asks for another round of the chosen engine. */
function ask(number: (round: number) => number | undefined): void {
  if (search !== undefined) {
    const round = number(search.round);
    const isThere = engines.value !== search.engine || round === undefined || (round >= 1 && round !== search.round);
    if (isThere && !(search.isLast && round !== undefined && round > search.round)) {
      host.postMessage({ type: "round", wanted: { engine: engines.value, ...(round === undefined ? {} : { round }) } });
    }
  }
}

function saveSvg(): void {
  if (picture !== undefined) {
    const text = standalone(picture.svg, getComputedStyle(document.body).backgroundColor);
    host.postMessage({ type: "save", format: "svg", text });
  }
}

/** The width of a text in the font of shapes. */
function widthOf(text: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) {
    return 7.5 * text.length;
  }
  const { fontFamily, fontSize } = getComputedStyle(sheet);
  context.font = `bold ${fontSize} ${fontFamily}`;
  return context.measureText(text).width;
}

function choose(scale: number | undefined): void {
  chosen = scale;
  host.setState({ scale });
  resize();
}

function scale(): number {
  const room = { width: sheet.clientWidth, height: sheet.clientHeight };
  return clamped(chosen ?? fitting(picture?.size ?? { width: 0, height: 0 }, room));
}

/** Gives the picture its size; what was in the middle stays there. */
function resize(): void {
  if (picture === undefined) {
    return;
  }
  const { size, svg } = picture;
  const [x, y] = [sheet.scrollLeft + sheet.clientWidth / 2, sheet.scrollTop + sheet.clientHeight / 2];
  const before = svg.clientWidth;
  svg.setAttribute("width", String(Math.round(size.width * scale())));
  svg.setAttribute("height", String(Math.round(size.height * scale())));
  const grown = before > 0 ? svg.clientWidth / before : 1;
  sheet.scrollTo(x * grown - sheet.clientWidth / 2, y * grown - sheet.clientHeight / 2);
  byId("scale").textContent = `${Math.round(scale() * 100)} %`;
}
