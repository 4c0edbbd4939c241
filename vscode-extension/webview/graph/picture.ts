// A graph as a picture: its shapes are buttons, one of which is in the order of the Tab key.

import type { Arrow, Graph, Shape } from "../../src/questions/graph-messages";
import { drawing } from "../dom";
import type { Layout, Point, Size } from "./layout";
import { layOut, nearest } from "./layout";

/** Height of a line, and how far its base line is below its top. */
const ROW = 17;
const BASE = 12.5;
const PADDING = 7;
/** Distance between the two frames of a shape where threads start. */
const FRAME = 3.5;

const DIRECTIONS: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The looks of arrows; each has a head of its own. */
type Look = "plain" | "faint" | "path";
const LOOKS: Look[] = ["plain", "faint", "path"];

/** A drawn graph. */
export class Picture {
  readonly svg: SVGSVGElement;
  private readonly layout: Layout;
  private readonly buttons: SVGGElement[];

  /** `width` measures a text; `go` shows the statement of a shape. */
  constructor(
    graph: Graph,
    private readonly width: (text: string) => number,
    go: (shape: number) => void,
  ) {
    const sizes = graph.shapes.map((shape) => this.shapeSize(shape));
    this.layout = layOut(
      sizes,
      graph.arrows.map(({ from, to, label }) => ({ from, to, label: this.labelSize(label) })),
      new Set(graph.shapes.flatMap(({ initial }, index) => (initial ? [index] : []))),
    );
    const { size, shapes, arrows } = this.layout;
    const drawn = graph.arrows.map((arrow, index) => ({ arrow, place: arrows[index] as Layout["arrows"][number] }));
    // The counterexample is drawn last, above the rest.
    drawn.sort((one, other) => rank(one.arrow) - rank(other.arrow));
    this.buttons = graph.shapes.map((shape, index) => this.shape(shape, shapes[index] as Point, sizes[index] as Size));
    for (const [index, button] of this.buttons.entries()) {
      button.addEventListener("click", () => go(index));
      button.addEventListener("keydown", (event) => this.key(event, index, go));
      button.addEventListener("focus", () => this.makeCurrent(index));
    }
    this.svg = drawing(
      "svg",
      { class: "graph", role: "group", "aria-label": graph.caption[0], viewBox: `0 0 ${size.width} ${size.height}` },
      drawing("defs", {}, ...LOOKS.map(head)),
      ...drawn.map(({ arrow, place }) => this.arrow(arrow, place)),
      ...this.buttons,
    );
    this.makeCurrent(
      Math.max(
        0,
        graph.shapes.findIndex(({ initial }) => initial),
      ),
    );
  }

  get size(): Size {
    return this.layout.size;
  }

  private key(event: KeyboardEvent, index: number, go: (shape: number) => void): void {
    const direction = DIRECTIONS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      go(index);
    } else if (direction !== undefined) {
      this.buttons[nearest(this.layout.shapes, index, direction) ?? index]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  }

  private makeCurrent(current: number): void {
    for (const [index, button] of this.buttons.entries()) {
      button.setAttribute("tabindex", index === current ? "0" : "-1");
    }
  }

  private shapeSize({ lines, initial }: Shape): Size {
    const widest = Math.max(...lines.map((line) => this.width(line)));
    const around = 2 * (PADDING + (initial ? FRAME : 0));
    return { width: widest + around, height: lines.length * ROW + around };
  }

  private labelSize(label: string): Size | undefined {
    return label === "" ? undefined : { width: this.width(label) + 8, height: ROW };
  }

  private shape(shape: Shape, { x, y }: Point, { width, height }: Size): SVGGElement {
    const inset = shape.initial ? FRAME : 0;
    const [left, top] = [x - width / 2 + inset, y - height / 2 + inset];
    const frame = (out: number): SVGRectElement =>
      drawing("rect", {
        x: left - out,
        y: top - out,
        width: width + 2 * (out - inset),
        height: height + 2 * (out - inset),
        rx: shape.kind === "ended" ? height / 2 : 6,
      });
    const lines = shape.lines.map((line, index) => {
      const place = { x: left + PADDING, y: top + PADDING + index * ROW + BASE };
      return text(line, { class: index === 0 ? "statement" : "values", ...place });
    });
    const path = shape.onPath ? " on-path" : "";
    return drawing(
      "g",
      { class: `shape ${shape.kind} ${shape.reach}${path}`, role: "button" },
      title(shape.tip),
      ...(shape.initial ? [frame(FRAME)] : []),
      frame(0),
      ...lines,
    );
  }

  private arrow(arrow: Arrow, { points, label }: Layout["arrows"][number]): SVGGElement {
    const looks = look(arrow);
    const line = drawing("path", { class: `line ${arrow.line}`, d: curve(points), "marker-end": `url(#${looks})` });
    const size = this.labelSize(arrow.label);
    const [x, y] = [label.x, label.y];
    const number = size && [
      drawing("rect", {
        class: "number",
        x: x - size.width / 2,
        y: y - size.height / 2,
        width: size.width,
        height: size.height,
        rx: 8,
      }),
      text(arrow.label, { class: "step", x, y: y + 4.3, "text-anchor": "middle" }),
    ];
    return drawing("g", { class: `arrow ${looks}` }, title(arrow.tip), line, ...(number ?? []));
  }
}

/** A picture as an SVG that stands alone: with the colours that it has now. */
export function standalone(svg: SVGSVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of [svg, ...svg.querySelectorAll("*")].entries()) {
    const look = getComputedStyle(original);
    for (const property of LOOKS_OF_ELEMENTS) {
      copies[index]?.setAttribute(property, look.getPropertyValue(property));
    }
    for (const attribute of ["class", "role", "tabindex"]) {
      copies[index]?.removeAttribute(attribute);
    }
  }
  copy.prepend(drawing("rect", { width: "100%", height: "100%", fill: background }));
  return new XMLSerializer().serializeToString(copy);
}

const LOOKS_OF_ELEMENTS = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray"],
  ...["font-family", "font-size", "font-weight", "white-space"],
];

function look({ label, reach }: Arrow): Look {
  if (label !== "") {
    return "path";
  }
  return reach === "unreachable" ? "faint" : "plain";
}

function rank(arrow: Arrow): number {
  return ["faint", "plain", "path"].indexOf(look(arrow));
}

function head(name: Look): SVGMarkerElement {
  const size = { viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8 };
  const attributes = { id: name, class: name, ...size, markerUnits: "userSpaceOnUse", orient: "auto" };
  return drawing("marker", attributes, drawing("path", { d: "M 0 0.5 L 8 4 L 0 7.5 z" }));
}

function title(said: string): SVGTitleElement {
  const made = drawing("title");
  made.textContent = said;
  return made;
}

function text(said: string, attributes: Record<string, string | number>): SVGTextElement {
  const made = drawing("text", attributes);
  made.textContent = said;
  return made;
}

/** A smooth line through the middles between bends. */
function curve(points: Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  const last = rest.at(-1) ?? first;
  const bends = rest.slice(0, -1).map((bend, index) => {
    const next = rest[index + 1] as Point;
    const end = index === rest.length - 2 ? last : { x: (bend.x + next.x) / 2, y: (bend.y + next.y) / 2 };
    return `Q ${place(bend)} ${place(end)}`;
  });
  return [`M ${place(first)}`, ...(bends.length > 0 ? bends : [`L ${place(last)}`])].join(" ");
}

function place({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
