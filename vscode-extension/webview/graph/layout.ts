// Where the shapes and arrows of a graph are: in layers, from top to bottom. That is the work of dagre.

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

/** Places shapes of these sizes. What leads back to a start is laid out as if it came from there, so that starts are above. */
export function layOut(shapes: Size[], links: Link[], starts: ReadonlySet<number> = new Set()): Layout {
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
