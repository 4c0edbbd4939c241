// The rows of a trace as a grid. Only those in sight are in the page; the focus stays on the grid itself, which says
// which row is the active one.

import type { Found } from "../src/trace/filter";
import type { PanelTrace } from "../src/trace/messages";
import type { Line, View } from "../src/trace/view";
import { firstStep, lineOf, lines, shows, threadOf } from "../src/trace/view";
import { spoken } from "../src/trace/wording";
import { element } from "./dom";
import { headCells } from "./head";
import { goal, toggles } from "./keys";
import type { Layout } from "./layout";
import { layout } from "./layout";
import { drawLines } from "./lines";
import { Places, startLines } from "./places";
import { asStart, rowElement, rowId } from "./row";

/** Rows above and below those in sight that are in the page as well. */
const BEYOND = 8;

/** The events of the grid. */
export interface GridEvents {
  /** The person went to a step. */
  go(step: number): void;
  /** A run of local steps is to be opened or closed. */
  toggle(first: number): void;
  /** Another row is active, or the rows were scrolled. */
  moved(): void;
  /** The text to be read aloud. */
  say(text: string): void;
}

/** The grid of one trace. */
export class Grid {
  private trace: PanelTrace | undefined;
  private all: Line[] = [];
  private layout: Layout = layout([], 0, 0, 1);
  private places = new Places(0, 0, 0);
  private active = 0;
  private current = 0;
  private parting = Number.POSITIVE_INFINITY;
  private readonly shown = new Map<number, HTMLElement>();
  private readonly head = element("div", { role: "row", class: "head", "aria-rowindex": 1 });
  private readonly svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  private readonly body = element("div", { role: "rowgroup", class: "body" }, this.svg);
  private waiting = false;

  constructor(
    private readonly root: HTMLElement,
    private readonly report: GridEvents,
  ) {
    this.svg.setAttribute("aria-hidden", "true");
    this.svg.setAttribute("class", "lines");
    root.append(element("div", { role: "rowgroup", class: "top" }, this.head), this.body);
    root.addEventListener("scroll", () => this.later());
    root.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(() => this.resized()).observe(root);
  }

  /** The first step on the active line. */
  get activeStep(): number {
    const line = this.all[this.active];
    return line === undefined ? 0 : firstStep(line);
  }

  get top(): number {
    return this.root.scrollTop;
  }

  /** Number of lines. */
  get count(): number {
    return this.all.length;
  }

  /** Shows a trace in some view. */
  show(trace: PanelTrace, view: View): void {
    this.trace = trace;
    this.all = lines(trace.rows, view, undefined);
    this.active = 0;
    this.root.setAttribute("aria-rowcount", String(this.all.length + 1));
    this.root.setAttribute("aria-colcount", String(trace.lanes.length + (trace.beside === "" ? 3 : 4)));
    this.resized();
  }

  /**
   * Shows the same trace in another view; `found` answers the query of its filter. The active line stays so, or the one
   * that shows its step becomes it.
   */
  review(view: View, found: Found | undefined): void {
    if (this.trace === undefined) {
      return;
    }
    const line = this.all[this.active];
    const [id, step] = line === undefined ? ["", this.current] : [rowId(line), firstStep(line)];
    this.all = lines(this.trace.rows, view, found);
    const same = this.all.findIndex((other) => rowId(other) === id);
    this.active = same === -1 ? lineOf(this.all, step) : same;
    this.root.setAttribute("aria-rowcount", String(this.all.length + 1));
    this.resized();
    this.reveal(this.active);
  }

  /** Scrolls to where the person was. */
  scrollTo(top: number): void {
    this.root.scrollTop = top;
    this.render();
  }

  /** The current step is another one: its line becomes active and comes into sight. */
  setCurrent(step: number): void {
    this.current = step;
    this.markAll();
    this.activate(lineOf(this.all, step));
  }

  /** The steps from one on are struck through: the program no longer takes them. */
  setParting(step: number | undefined): void {
    this.parting = step ?? Number.POSITIVE_INFINITY;
    this.markAll();
  }

  focus(): void {
    this.root.focus();
  }

  private get em(): number {
    return Number.parseFloat(getComputedStyle(this.root).fontSize);
  }

  private get steps(): number {
    return (this.trace?.rows.length ?? 1) - 1;
  }

  private resized(): void {
    if (this.trace === undefined) {
      return;
    }
    const em = this.em;
    this.layout = layout(this.trace.lanes, this.steps, this.root.clientWidth, em, this.trace.beside !== "");
    this.places = this.placed(em);
    this.body.style.height = `${this.places.height}px`;
    this.body.style.width = `${this.layout.width}px`;
    this.head.style.width = `${this.layout.width}px`;
    this.root.style.setProperty("--row", `${this.layout.row}px`);
    this.root.style.setProperty("--steps", `${this.layout.steps}px`);
    this.root.style.setProperty("--line", `${this.layout.line}px`);
    this.root.style.setProperty("--shared", `${this.layout.shared}px`);
    this.root.style.setProperty("--levels", String(this.layout.levels));
    this.root.style.setProperty("--beside", `${this.layout.beside}px`);
    this.root.classList.toggle("narrow", this.layout.narrow);
    this.head.replaceChildren(...headCells(this.trace, this.layout));
    this.clear();
    this.render();
  }

  private placed(em: number): Places {
    const { row } = this.layout;
    const start = asStart(this.all[0]);
    return new Places(this.all.length, row, start === undefined ? row : row * startLines(start, this.layout, em));
  }

  private later(): void {
    if (!this.waiting) {
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.render();
        this.report.moved();
      });
    }
  }

  /** Puts the rows in sight into the page, in order, and takes the others out. */
  private render(): void {
    if (this.trace === undefined) {
      return;
    }
    const { scrollTop, clientHeight } = this.root;
    const from = Math.max(0, this.places.at(scrollTop) - BEYOND);
    const to = Math.min(this.all.length, this.places.at(scrollTop + clientHeight) + 1 + BEYOND);
    for (const [index, gone] of this.shown) {
      if (index < from || index >= to) {
        gone.remove();
        this.shown.delete(index);
      }
    }
    let before: Element = this.svg;
    for (let index = from; index < to; index += 1) {
      const present = this.shown.get(index) ?? this.made(index);
      if (before.nextSibling !== present) {
        before.after(present);
      }
      before = present;
    }
    drawLines(this.svg, this.all, this.trace.lanes, [this.layout, this.places, this.em], [from, to]);
    this.describeActive();
  }

  private made(index: number): HTMLElement {
    const row = rowElement(this.all[index] as Line, index, this.layout, this.places);
    this.shown.set(index, row);
    this.mark(row, index);
    return row;
  }

  private clear(): void {
    for (const row of this.shown.values()) {
      row.remove();
    }
    this.shown.clear();
  }

  private markAll(): void {
    for (const [index, row] of this.shown) {
      this.mark(row, index);
    }
  }

  private mark(row: HTMLElement, index: number): void {
    const line = this.all[index] as Line;
    const isCurrent = shows(line, this.current);
    row.classList.toggle("gone", this.isGone(line));
    row.classList.toggle("active", index === this.active);
    row.classList.toggle("current", isCurrent);
    if (isCurrent) {
      row.setAttribute("aria-current", "step");
    } else {
      row.removeAttribute("aria-current");
    }
  }

  private isGone(line: Line): boolean {
    return firstStep(line) >= this.parting;
  }

  private describeActive(): void {
    const line = this.all[this.active];
    const row = this.shown.get(this.active);
    if (line !== undefined && row !== undefined) {
      this.root.setAttribute("aria-activedescendant", rowId(line));
    } else {
      this.root.removeAttribute("aria-activedescendant");
    }
  }

  private activate(index: number): void {
    const line = this.all[index];
    if (line === undefined) {
      return;
    }
    const old = this.active;
    this.active = index;
    this.reveal(index);
    this.render();
    for (const changed of [old, index]) {
      const row = this.shown.get(changed);
      if (row !== undefined) {
        this.mark(row, changed);
      }
    }
    this.report.say(spoken(line, this.steps) + (this.isGone(line) ? ", no longer possible" : ""));
    this.report.moved();
  }

  /** Scrolls as little as is needed to see a line, and the beginning of its statement. */
  private reveal(index: number): void {
    const line = this.all[index];
    if (line === undefined) {
      return;
    }
    const { lane, narrow } = this.layout;
    const [top, bottom] = [this.places.top(index), this.places.top(index + 1)];
    const height = this.root.clientHeight - this.head.offsetHeight;
    if (top < this.root.scrollTop) {
      this.root.scrollTop = top;
    } else if (bottom > this.root.scrollTop + height) {
      this.root.scrollTop = Math.min(top, bottom - height);
    }
    if (narrow) {
      const left = (this.layout.index.get(threadOf(line)) ?? 0) * lane;
      const room = this.root.clientWidth / 2;
      if (left < this.root.scrollLeft || left > this.root.scrollLeft + room) {
        this.root.scrollLeft = Math.max(0, left - room / 2);
      }
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const line = this.all[this.active];
    const next = goal(event.key, this.all, this.active);
    if (next !== undefined) {
      this.activate(next);
    } else if (line !== undefined && toggles(event.key, line)) {
      this.report.toggle(firstStep(line));
    } else if (event.key === "Enter" && line !== undefined) {
      this.report.go(firstStep(line));
    } else {
      return;
    }
    event.preventDefault();
  }

  private click(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>("[data-index]");
    const index = Number(row?.dataset.index);
    const line = row === null ? undefined : this.all[index];
    if (line === undefined) {
      return;
    }
    this.focus();
    this.activate(index);
    if (line.kind === "fold" || (event.target as Element).closest(".fold") !== null) {
      this.report.toggle(firstStep(line));
    } else {
      this.report.go(line.row.step);
    }
  }
}
