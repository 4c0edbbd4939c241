// The keys of the grid.

import type { Line } from "../src/trace/view";

/** The line that a key leads to from the active one; undefined if the key leads nowhere. */
export function goal(key: string, all: Line[], active: number): number | undefined {
  const last = all.length - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, active + 1);
    case "ArrowUp":
      return Math.max(0, active - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "PageDown": {
      const next = all.findIndex((line, index) => index > active && line.switched);
      return next === -1 ? last : next;
    }
    case "PageUp":
      return Math.max(
        0,
        all.findLastIndex((line, index) => index < active && line.switched),
      );
    default:
      return undefined;
  }
}

/** Returns `true` if a key opens or closes a line. */
export function toggles(key: string, { open }: Line): boolean {
  return open !== undefined && ["Enter", " ", open ? "ArrowLeft" : "ArrowRight"].includes(key);
}
