// The page of a thread-state graph: the picture, larger and smaller.

import type { FromGraph, ToGraph } from "../../src/questions/graph-messages";
import { byId } from "../dom";
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
const picture = byId("picture") as HTMLImageElement;

/** The size that the person chose; undefined: as large as there is room. */
let chosen = host.getState()?.scale;

const ACTIONS: Record<string, () => void> = {
  in: () => choose(larger(scale())),
  out: () => choose(smaller(scale())),
  fit: () => choose(undefined),
  svg: () => host.postMessage({ type: "save", format: "svg" }),
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
picture.addEventListener("load", resize);
new ResizeObserver(resize).observe(sheet);
window.addEventListener("message", ({ data }: MessageEvent<ToGraph>) => receive(data));
window.addEventListener("focus", () => document.activeElement === document.body && sheet.focus());
host.postMessage({ type: "ready" });

function receive(message: ToGraph): void {
  byId("stale").hidden = message.type !== "stale";
  if (message.type === "graph") {
    const title = `Thread states of ${message.name}`;
    byId("title").textContent = title;
    picture.alt = description(message.svg) ?? title;
    picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(message.svg)}`;
  }
}

/** What a picture says of itself. */
function description(svg: string): string | undefined {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
  return drawn.querySelector("svg > title")?.textContent ?? undefined;
}

function choose(scale: number | undefined): void {
  chosen = scale;
  host.setState({ scale });
  resize();
}

function scale(): number {
  const room = { width: sheet.clientWidth, height: sheet.clientHeight };
  return clamped(chosen ?? fitting({ width: picture.naturalWidth, height: picture.naturalHeight }, room));
}

/** Gives the picture its size; what was in the middle stays there. */
function resize(): void {
  const [x, y] = [sheet.scrollLeft + sheet.clientWidth / 2, sheet.scrollTop + sheet.clientHeight / 2];
  const before = picture.width;
  picture.width = Math.round(picture.naturalWidth * scale());
  const grown = before > 0 ? picture.width / before : 1;
  sheet.scrollTo(x * grown - sheet.clientWidth / 2, y * grown - sheet.clientHeight / 2);
  byId("scale").textContent = `${Math.round(scale() * 100)} %`;
}
