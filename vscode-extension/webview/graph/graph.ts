// The page of a thread-state graph: the picture, larger and smaller, and ways into the program.

import type { FromGraph, ToGraph } from "../../src/questions/graph-messages";
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

/** The size that the person chose; undefined: as large as there is room. */
let chosen = host.getState()?.scale;

const ACTIONS: Record<string, () => void> = {
  in: () => choose(larger(scale())),
  out: () => choose(smaller(scale())),
  fit: () => choose(undefined),
  svg: saveSvg,
  dot: () => host.postMessage({ type: "save", format: "dot" }),
  again: () => host.postMessage({ type: "again" }),
};
const KEYS: Record<string, string> = { "+": "in", "=": "in", "-": "out", "0": "fit" };

for (const [id, action] of Object.entries(ACTIONS)) {
  byId(id).addEventListener("click", action);
}
document.addEventListener("keydown", (event) => {
  const id = KEYS[event.key];
  if (id !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    ACTIONS[id]?.();
  }
});
new ResizeObserver(resize).observe(sheet);
window.addEventListener("message", ({ data }: MessageEvent<ToGraph>) => receive(data));
window.addEventListener("focus", () => document.activeElement === document.body && sheet.focus());
host.postMessage({ type: "ready" });

function receive(message: ToGraph): void {
  byId("stale").hidden = message.type !== "stale";
  if (message.type === "graph") {
    byId("title").textContent = `Thread states of ${message.name}`;
    byId("caption").replaceChildren(...message.graph.caption.map((line) => element("li", {}, line)));
    picture = new Picture(message.graph, widthOf, (shape) => host.postMessage({ type: "go", shape }));
    sheet.replaceChildren(picture.svg);
    resize();
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
