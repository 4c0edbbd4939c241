// Memory of the panel while it is hidden and when the window is opened again.

import type { FromPanel } from "../src/trace/messages";
import type { View } from "../src/trace/view";

/** The view of one trace, and where the person was in it. */
export interface PanelState {
  /** Which trace. */
  key: string;
  view: View;
  /** The first step on the line with the focus. */
  active: number;
  /** The scroll position of the rows. */
  top: number;
}

interface Host {
  postMessage(message: FromPanel): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}

declare function acquireVsCodeApi(): Host;

const host = acquireVsCodeApi();

/** Says something to the extension. */
export function tell(message: FromPanel): void {
  host.postMessage(message);
}

/** The last state. */
export function remembered(): PanelState | undefined {
  return host.getState();
}

/** Remembers. */
export function remember(state: PanelState): void {
  host.setState(state);
}
