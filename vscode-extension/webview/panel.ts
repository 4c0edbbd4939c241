// The trace panel: a head with filter and toggles, and the grid.

import type { Found } from "../src/trace/filter";
import { readFilter } from "../src/trace/filter";
import type { Action, PanelTrace, Stale, ToPanel } from "../src/trace/messages";
import type { View } from "../src/trace/view";
import { counted, staleness } from "../src/trace/wording";
import { byId, element } from "./dom";
import { Grid } from "./grid";
import { remember, remembered, tell } from "./state";

/** The buttons, from left to right. */
const ACTIONS: [Action, string][] = [
  ["replay", "Replay"],
  ["copy", "Copy as text"],
  ["openText", "Open as text"],
  ["export", "Export..."],
];

/** A filter is not asked about before so much time without another key. */
const PAUSE_MS = 100;

/** A debugger that follows to a step does so within this time. */
const JUST_NOW_MS = 3000;

const filter = byId("filter") as HTMLInputElement;
const sharedOnly = byId("shared-only") as HTMLInputElement;
const fold = byId("fold") as HTMLInputElement;

let trace: PanelTrace | undefined;
let opened: number[] = [];
/** The answer to the query of the filter. */
let found: Found | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;
/** When the person last went to a step, unless the focus was lost since. */
let went = Number.NEGATIVE_INFINITY;

const grid = new Grid(byId("grid"), {
  go: (step) => {
    went = performance.now();
    tell({ type: "go", step });
  },
  toggle: (first) => {
    opened = opened.includes(first) ? opened.filter((step) => step !== first) : [...opened, first];
    refresh();
  },
  moved: keep,
  say,
});

for (const [action, title] of ACTIONS) {
  const button = element("button", { type: "button" }, title);
  button.addEventListener("click", () => tell({ type: "run", action }));
  byId("actions").append(button);
}
byId("fresh").addEventListener("click", () => tell({ type: "run", action: "showFresh" }));
filter.addEventListener("input", filtered);
filter.addEventListener("keydown", filterKey);
for (const toggle of [sharedOnly, fold]) {
  toggle.addEventListener("change", refresh);
}
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== filter) {
    event.preventDefault();
    filter.focus();
    filter.select();
  }
});
window.addEventListener("focus", takeFocus);
window.addEventListener("blur", () => {
  if (performance.now() - went < JUST_NOW_MS) {
    tell({ type: "focusLost" });
  }
  went = Number.NEGATIVE_INFINITY;
});
window.addEventListener("message", ({ data }: MessageEvent<ToPanel>) => receive(data));
tell({ type: "ready" });

function receive(message: ToPanel): void {
  if (message.type === "trace") {
    show(message.trace, message.step, message.fold);
  } else if (message.type === "step") {
    grid.setCurrent(message.step);
  } else if (message.type === "filter") {
    filter.value = message.filter;
    filtered();
  } else if (message.type === "found") {
    if (message.filter === filter.value) {
      answered(message.found);
    }
  } else {
    showStale(message.stale);
  }
}

/** Says that the program has changed, and offers its new trace if there is one. Steps that it no longer takes are struck through. */
function showStale(stale: Stale | undefined): void {
  byId("stale").hidden = stale === undefined;
  byId("stale").classList.toggle("proved", stale?.proved ?? false);
  byId("change").textContent = stale === undefined ? "" : staleness(stale);
  byId("fresh").hidden = !stale?.fresh;
  grid.setParting(stale?.parting?.step);
}

function show(shown: PanelTrace | undefined, step: number, folds: boolean): void {
  trace = shown;
  byId("nothing").hidden = shown !== undefined;
  byId("content").hidden = shown === undefined;
  if (shown === undefined) {
    return;
  }
  const known = remembered();
  const same = known?.key === shown.key ? known : undefined;
  filter.value = same?.view.filter ?? "";
  sharedOnly.checked = known?.view.sharedOnly ?? false;
  fold.checked = same?.view.fold ?? folds;
  opened = same?.view.opened ?? [];
  found = undefined;
  writeHead(shown);
  showProblem();
  grid.show(shown, view());
  grid.setCurrent(step);
  if (same !== undefined) {
    grid.scrollTo(same.top);
  }
  if (readFilter(filter.value).query !== undefined) {
    filtered();
  }
  takeFocus();
}

/** The grid is what the keys are for, unless the person chose something else. */
function takeFocus(): void {
  if (document.hasFocus() && document.activeElement === document.body) {
    grid.focus();
  }
}

function writeHead({ file, summary }: PanelTrace): void {
  byId("property").textContent = summary.property;
  byId("property").title = file;
  byId("size").textContent = summary.size;
  byId("guarantee").textContent = summary.guarantee;
  byId("guarantee").title = summary.details;
  byId("grid").setAttribute("aria-label", `${file}: ${summary.property}`);
}

function view(): View {
  return { filter: filter.value, sharedOnly: sharedOnly.checked, fold: fold.checked, opened };
}

/** Shows the same trace in another view; the active line stays so if it can. */
function refresh(): void {
  if (trace !== undefined) {
    grid.review(view(), found);
    showProblem();
    byId("none").hidden = grid.count > 0;
    keep();
  }
}

/** Another filter: its query is asked when typing pauses. */
function filtered(): void {
  clearTimeout(pause);
  const { query } = readFilter(filter.value);
  if (query === undefined) {
    answered(undefined);
  } else {
    pause = setTimeout(() => tell({ type: "ask", filter: filter.value, query }), PAUSE_MS);
  }
}

/** Says what the filter shows, or what is wrong with it. */
function answered(answer: Found | undefined): void {
  found = answer;
  refresh();
  // A problem is read aloud by itself.
  if (byId("problem").hidden) {
    say(counted(grid.count, "row"));
  }
}

function showProblem(): void {
  const wrong = found !== undefined && "problem" in found ? found.problem : undefined;
  byId("problem").hidden = wrong === undefined;
  byId("problem").textContent = wrong ?? "";
  filter.setAttribute("aria-invalid", String(wrong !== undefined));
}

function keep(): void {
  if (trace !== undefined) {
    remember({ key: trace.key, view: view(), active: grid.activeStep, top: grid.top });
  }
}

function say(text: string): void {
  byId("live").textContent = text;
}

function filterKey(event: KeyboardEvent): void {
  if (event.key === "Escape" && filter.value !== "") {
    filter.value = "";
    filtered();
  } else if (["Escape", "Enter", "ArrowDown"].includes(event.key)) {
    grid.focus();
  } else {
    return;
  }
  event.preventDefault();
}
