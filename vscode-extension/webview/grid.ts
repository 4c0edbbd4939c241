// The rows of a trace as a grid. Only those in sight are in the page; the focus stays on the grid itself, which says
// which row is the active one.

import type { Found } from "../src/trace/filter";
import type { PanelTrace } from "../src/trace/messages";
import type { Line, View } from "../src/trace/view";
import { firstStep, lineOf, lines, shows, threadOf } from "../src/trace/view";
import { describedLane, spoken } from "../src/trace/wording";
import { element } from "./dom";
import type { Layout } from "./layout";
import { laneStyle, layout } from "./layout";
import { drawLines } from "./lines";
import { rowElement, rowId } from "./row";

/** Rows above and below those in sight that are in the page as well. */
const BEYOND = 8;

/** What the grid reports. */
export interface GridEvents {
  /** The person went to a step. */
  go(step: number): void;
  /** A run of local steps is to be opened or closed. */
  toggle(first: number): void;
  /** Another row is active, or the rows were scrolled. */
  moved(): void;
  /** What is to be read aloud. */
  say(text: string): void;
}

/** The grid of one trace. */
export class Grid {
  private trace: PanelTrace | undefined;
  private all: Line[] = [];
  private layout: Layout = layout([], 0, 0, 1);
  private active = 0;
  private current = 0;
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

  /** How many lines there are. */
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
    for (const [index, row] of this.shown) {
      this.mark(row, index);
    }
    this.activate(lineOf(this.all, step));
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
    this.body.style.height = `${this.all.length * this.layout.row}px`;
    this.body.style.width = `${this.layout.width}px`;
    this.head.style.width = `${this.layout.width}px`;
    this.root.style.setProperty("--row", `${this.layout.row}px`);
    this.root.style.setProperty("--steps", `${this.layout.steps}px`);
    this.root.style.setProperty("--line", `${this.layout.line}px`);
    this.root.style.setProperty("--shared", `${this.layout.shared}px`);
    this.root.style.setProperty("--beside", `${this.layout.beside}px`);
    this.root.classList.toggle("narrow", this.layout.narrow);
    this.writeHead(this.trace);
    this.clear();
    this.render();
  }

  private writeHead(trace: PanelTrace): void {
    const lanes = trace.lanes.map((lane, index) => {
      const label = element("span", { class: `label ${laneStyle(index)}` }, `T${lane.thread}`);
      const name = element("span", { class: "name" }, lane.name);
      const title = describedLane(lane);
      const cell = element("div", { role: "columnheader", class: "thread", title, "aria-label": title }, label, name);
      cell.setAttribute("aria-colindex", String(index + 3));
      cell.style.width = `${this.layout.lane}px`;
      return cell;
    });
    const beyond = element("div", { class: "beyond", role: "presentation" });
    beyond.style.width = `${this.layout.lanes - lanes.length * this.layout.lane}px`;
    const last = String(trace.lanes.length + 3);
    const beside = { role: "columnheader", class: "beside", "aria-colindex": String(trace.lanes.length + 4) };
    this.head.replaceChildren(
      element("div", { role: "columnheader", class: "step", "aria-colindex": 1 }, "Step"),
      element("div", { role: "columnheader", class: "line", "aria-colindex": 2 }, "Line"),
      ...lanes,
      beyond,
      element("div", { role: "columnheader", class: "shared", "aria-colindex": last }, "Shared"),
      ...(trace.beside === "" ? [] : [element("div", beside, trace.beside)]),
    );
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
    const { row } = this.layout;
    const from = Math.max(0, Math.floor(this.root.scrollTop / row) - BEYOND);
    const to = Math.min(this.all.length, Math.ceil((this.root.scrollTop + this.root.clientHeight) / row) + BEYOND);
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
    drawLines(this.svg, this.all, this.trace.lanes, this.layout, this.em, [from, to]);
    this.describeActive();
  }

  private made(index: number): HTMLElement {
    const row = rowElement(this.all[index] as Line, index, this.layout);
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

  private mark(row: HTMLElement, index: number): void {
    const isCurrent = shows(this.all[index] as Line, this.current);
    row.classList.toggle("active", index === this.active);
    row.classList.toggle("current", isCurrent);
    if (isCurrent) {
      row.setAttribute("aria-current", "step");
    } else {
      row.removeAttribute("aria-current");
    }
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
    this.report.say(spoken(line, this.steps));
    this.report.moved();
  }

  /** Scrolls as little as is needed to see a line, and the beginning of its statement. */
  private reveal(index: number): void {
    const line = this.all[index];
    if (line === undefined) {
      return;
    }
    const { row, lane, narrow } = this.layout;
    const [top, height] = [index * row, this.root.clientHeight - this.head.offsetHeight];
    if (top < this.root.scrollTop) {
      this.root.scrollTop = top;
    } else if (top + row > this.root.scrollTop + height) {
      this.root.scrollTop = top + row - height;
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
    const goal = this.goal(event.key);
    if (goal !== undefined) {
      this.activate(goal);
    } else if (line?.kind === "fold" && this.foldKeys(line.open).includes(event.key)) {
      this.report.toggle(line.first);
    } else if (event.key === "Enter" && line !== undefined) {
      this.report.go(firstStep(line));
    } else {
      return;
    }
    event.preventDefault();
  }

  private foldKeys(open: boolean): string[] {
    return ["Enter", " ", open ? "ArrowLeft" : "ArrowRight"];
  }

  /** The line that a key leads to. */
  private goal(key: string): number | undefined {
    const last = this.all.length - 1;
    switch (key) {
      case "ArrowDown":
        return Math.min(last, this.active + 1);
      case "ArrowUp":
        return Math.max(0, this.active - 1);
      case "Home":
        return 0;
      case "End":
        return last;
      case "PageDown": {
        const next = this.all.findIndex((line, index) => index > this.active && line.switched);
        return next === -1 ? last : next;
      }
      case "PageUp":
        return Math.max(
          0,
          this.all.findLastIndex((line, index) => index < this.active && line.switched),
        );
      default:
        return undefined;
    }
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
    if (line.kind === "fold") {
      this.report.toggle(line.first);
    } else {
      this.report.go(line.row.step);
    }
  }
}
