//! Where things are: a layered drawing, after Sugiyama, Tagawa and Toda ("Methods for visual understanding of
//! hierarchical system structures", IEEE SMC 1981).
//!
//! Nodes are put into [layers](layers) so that most edges lead downwards, nodes and the edges that pass between them are
//! [ordered](order) in each layer so that few edges cross, and are [placed](place) so that edges are straight. An edge
//! over several layers goes through a point in each of them, so that it passes beside the nodes.

mod layers;
mod order;
mod place;

use layers::Layered;

/// Width and height.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Size {
    pub width: f64,
    pub height: f64,
}

/// A point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

/// Where everything is.
pub(super) struct Layout {
    pub size: Size,
    /// The middle of each node.
    pub nodes: Vec<Point>,
    /// The points that each edge goes through, from its source to its target; none for an edge from a node to itself.
    pub edges: Vec<Vec<Point>>,
}

/// Between nodes side by side, between other things side by side, and between layers.
const BESIDE: f64 = 26.0;
const BETWEEN: f64 = 14.0;
const BELOW: f64 = 54.0;
/// How much of the width of a node is for the ends of edges.
const PORTS: f64 = 0.7;

/// Lays out a graph. `starts` come first. Time and memory are linear in the edges times the layers that they span.
pub(super) fn layout(nodes: &[Size], edges: &[(usize, usize)], starts: &[usize]) -> Layout {
    let mut layered = Layered::of(nodes.len(), edges, starts);
    order::order(&mut layered);
    let width = |vertex: usize| nodes.get(vertex).map_or(0.0, |size| size.width);
    let gap = |left: usize, right: usize| {
        if left < nodes.len() && right < nodes.len() { BESIDE } else { BETWEEN }
    };
    let x = place::place(&layered, &|left, right| width(left) / 2.0 + gap(left, right) + width(right) / 2.0);
    let left = (0..x.len()).map(|vertex| x[vertex] - width(vertex) / 2.0).fold(f64::INFINITY, f64::min);
    let x: Vec<f64> = x.into_iter().map(|x| x - left.min(f64::MAX)).collect();
    let (heights, y) = rows(&layered, nodes);
    let right = (0..x.len()).map(|vertex| x[vertex] + width(vertex) / 2.0).fold(0.0, f64::max);
    let bottom = y.last().zip(heights.last()).map_or(0.0, |(y, height)| y + height / 2.0);
    let at = |vertex: usize| Point { x: x[vertex], y: y[layered.layer[vertex]] };
    // An edge is upright as long as it is beside the nodes of a layer.
    let through = |vertex: usize| {
        let Point { x, y } = at(vertex);
        let half = if vertex < nodes.len() { 0.0 } else { heights[layered.layer[vertex]] / 2.0 };
        let count = if vertex < nodes.len() { 1 } else { 2 };
        [Point { x, y: y - half }, Point { x, y: y + half }].into_iter().take(count)
    };
    let points = edges.iter().enumerate().map(|(edge, (from, to))| {
        if from == to {
            return Vec::new();
        }
        let mut points: Vec<Point> = layered.paths[edge].iter().flat_map(|vertex| through(*vertex)).collect();
        if layered.reversed[edge] {
            points.reverse();
        }
        points
    });
    let mut points: Vec<Vec<Point>> = points.collect();
    fan_out(&mut points, edges, nodes);
    Layout { size: Size { width: right, height: bottom }, nodes: (0..nodes.len()).map(at).collect(), edges: points }
}

/// The heights of the layers, and their middles.
fn rows(layered: &Layered, nodes: &[Size]) -> (Vec<f64>, Vec<f64>) {
    let mut heights = vec![0.0_f64; layered.layers.len()];
    for (vertex, size) in nodes.iter().enumerate() {
        let height = &mut heights[layered.layer[vertex]];
        *height = height.max(size.height);
    }
    let mut top = 0.0;
    let middles = heights.iter().map(|height| {
        let middle = top + height / 2.0;
        top += height + BELOW;
        middle
    });
    let middles = middles.collect();
    (heights, middles)
}

/// Puts the ends of edges side by side at the upper and lower sides of their nodes, in the order of where they lead.
fn fan_out(points: &mut [Vec<Point>], edges: &[(usize, usize)], nodes: &[Size]) {
    // For each side of each node: where its edges lead, and the edge with whether it is its end.
    let mut sides: Vec<[Vec<(f64, usize, bool)>; 2]> = vec![[Vec::new(), Vec::new()]; nodes.len()];
    for (edge, line) in points.iter().enumerate() {
        let [first, second, ..] = line.as_slice() else { continue };
        let [.., before, last] = line.as_slice() else { continue };
        sides[edges[edge].0][usize::from(second.y > first.y)].push((second.x, edge, false));
        sides[edges[edge].1][usize::from(before.y > last.y)].push((before.x, edge, true));
    }
    for (node, sides) in sides.into_iter().enumerate() {
        for (below, mut ends) in [false, true].into_iter().zip(sides) {
            ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let room = nodes[node].width * PORTS;
            let count = f64::from(ends.len() as u32);
            for (index, (_, edge, is_end)) in (0_u32..).zip(ends) {
                let line = &mut points[edge];
                let end = if is_end { line.len() - 1 } else { 0 };
                line[end].x += room * ((f64::from(index) + 0.5) / count - 0.5);
                line[end].y += if below { nodes[node].height / 2.0 } else { -nodes[node].height / 2.0 };
            }
        }
    }
}

#[cfg(test)]
mod tests;
