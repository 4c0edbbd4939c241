// Places for the shapes and arrows of a graph: in layers, from top to bottom. That is the work of dagre, which is plain
// JavaScript of 50 kB, so that the content policy of the page needs no `wasm-unsafe-eval`, unlike Graphviz.

import { layout as arrange, Graph } from "@dagrejs/dagre";

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** An arrow between shapes, and the size of its label if it has one. */
export interface Link {
  from: number;
  to: number;
  label: Size | undefined;
}

/** The centres of shapes and labels, and the bends of arrows. */
export interface Layout {
  size: Size;
  shapes: Point[];
  arrows: { points: Point[]; label: Point }[];
}

const OPTIONS = { rankdir: "TB", ranksep: 36, nodesep: 22, edgesep: 14, marginx: 18, marginy: 18 } as const;

/** The width of a picture, divided by its height, where its parts can be moved. */
const ASPECT = 1.6;

/**
 * Places shapes of these sizes. Connected parts are laid out in layers, and these parts fill rows from left to right
 * as the words of a text do. An arrow back to a start is laid out as if it came from there, so that starts are above.
 */
export function layOut(shapes: Size[], links: Link[], starts: ReadonlySet<number> = new Set()): Layout {
  const all: Layout = { size: { width: 0, height: 0 }, shapes: [], arrows: [] };
  const parts = components(shapes.length, links).map((part) => ({
    ...part,
    layout: layOutPart(shapes, links, part, starts),
  }));
  const corners = inRows(parts.map(({ layout }) => layout.size));
  for (const [index, { members, inner, layout }] of parts.entries()) {
    const corner = corners[index] as Point;
    const moved = ({ x, y }: Point): Point => ({ x: x + corner.x, y: y + corner.y });
    for (const [position, member] of members.entries()) {
      all.shapes[member] = moved(layout.shapes[position] as Point);
    }
    for (const [position, link] of inner.entries()) {
      const { points, label } = layout.arrows[position] as Layout["arrows"][number];
      all.arrows[link] = { points: points.map(moved), label: moved(label) };
    }
    all.size.width = Math.max(all.size.width, corner.x + layout.size.width);
    all.size.height = Math.max(all.size.height, corner.y + layout.size.height);
  }
  return all;
}

/** Shapes that arrows connect, and those arrows, by their indices. */
interface Part {
  members: number[];
  inner: number[];
}

/** The connected parts of a graph, in the order of their first shapes. Almost linear in the graph. */
function components(shapes: number, links: Link[]): Part[] {
  const leaders = Array.from({ length: shapes }, (_, index) => index);
  const leader = (index: number): number => {
    let found = index;
    while (leaders[found] !== found) {
      // Every second shape on the path is moved up: the next search is shorter.
      leaders[found] = leaders[leaders[found] as number] as number;
      found = leaders[found] as number;
    }
    return found;
  };
  for (const { from, to } of links) {
    leaders[leader(from)] = leader(to);
  }
  const parts = new Map<number, Part>();
  for (let index = 0; index < shapes; index += 1) {
    const part = parts.get(leader(index)) ?? { members: [], inner: [] };
    parts.set(leader(index), part);
    part.members.push(index);
  }
  for (const [index, { from }] of links.entries()) {
    parts.get(leader(from))?.inner.push(index);
  }
  return [...parts.values()];
}

/** The upper left corners of rectangles in rows that make a picture of the wanted aspect. */
function inRows(sizes: Size[]): Point[] {
  const area = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  const room = Math.max(Math.sqrt(area * ASPECT), ...sizes.map(({ width }) => width));
  let [x, y, tallest] = [0, 0, 0];
  return sizes.map(({ width, height }) => {
    if (x > 0 && x + width > room) {
      [x, y, tallest] = [0, y + tallest, 0];
    }
    const corner = { x, y };
    x += width;
    tallest = Math.max(tallest, height);
    return corner;
  });
}

/** Places the shapes and arrows of one part, in its order, with a margin around them. */
function layOutPart(allShapes: Size[], allLinks: Link[], part: Part, allStarts: ReadonlySet<number>): Layout {
  const own = new Map(part.members.map((member, position) => [member, position]));
  const shapes = part.members.map((member) => allShapes[member] as Size);
  const links = part.inner.map((index) => {
    const link = allLinks[index] as Link;
    return { ...link, from: own.get(link.from) as number, to: own.get(link.to) as number };
  });
  const starts = new Set(part.members.flatMap((member, position) => (allStarts.has(member) ? [position] : [])));
  const goesBack = ({ from, to }: Link): boolean => starts.has(to) && !starts.has(from);
  const graph = new Graph({ directed: true, multigraph: true });
  graph.setGraph({ ...OPTIONS });
  for (const [index, size] of shapes.entries()) {
    graph.setNode(String(index), { ...size });
  }
  for (const [index, link] of links.entries()) {
    const [above, below] = goesBack(link) ? [link.to, link.from] : [link.from, link.to];
    const size = link.label ?? { width: 0, height: 0 };
    graph.setEdge(String(above), String(below), { ...size, labelpos: "c" }, String(index));
  }
  arrange(graph);
  const { width, height } = graph.graph() as Size;
  return {
    size: { width, height },
    shapes: shapes.map((_, index) => point(graph.node(String(index)))),
    arrows: links.map((link, index) => {
      const [above, below] = goesBack(link) ? [link.to, link.from] : [link.from, link.to];
      const edge = graph.edge(String(above), String(below), String(index));
      const points: Point[] = edge.points.map(point);
      if (goesBack(link)) {
        points.reverse();
      }
      return { points, label: point("x" in edge ? edge : (points[Math.floor(points.length / 2)] as Point)) };
    }),
  };
}

/** The shape that is nearest to another one in a direction; undefined if there is none. */
export function nearest(shapes: Point[], from: number, direction: Point): number | undefined {
  const start = shapes[from];
  if (start === undefined) {
    return undefined;
  }
  const distance = ({ x, y }: Point): number => {
    const [dx, dy] = [x - start.x, y - start.y];
    const along = dx * direction.x + dy * direction.y;
    const across = Math.abs(dx * direction.y - dy * direction.x);
    return along > 1 ? along + 2 * across : Number.POSITIVE_INFINITY;
  };
  let best: { index: number | undefined; distance: number } = { index: undefined, distance: Number.POSITIVE_INFINITY };
  for (const [index, place] of shapes.entries()) {
    const found = distance(place);
    if (found < best.distance) {
      best = { index, distance: found };
    }
  }
  return best.index;
}

function point({ x, y }: Point): Point {
  return { x, y };
}
