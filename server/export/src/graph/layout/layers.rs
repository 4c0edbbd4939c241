//! Layers: nodes by their distance from the starts, and a vertex wherever an edge passes a layer.

use std::collections::VecDeque;

/// A graph in layers. Its vertices are the nodes and, behind them, the points where edges pass.
pub(super) struct Layered {
    /// The vertices of each layer, from left to right.
    pub layers: Vec<Vec<usize>>,
    /// The layer of each vertex.
    pub layer: Vec<usize>,
    /// The vertices of each edge, downwards, one for each layer from one end to the other; empty for an edge from a node
    /// to itself.
    pub paths: Vec<Vec<usize>>,
    /// Whether an edge leads upwards.
    pub reversed: Vec<bool>,
    /// The vertices in the layer above that each vertex is connected with, and those in the layer below.
    pub above: Vec<Vec<usize>>,
    pub below: Vec<Vec<usize>>,
}

impl Layered {
    pub(super) fn of(nodes: usize, edges: &[(usize, usize)], starts: &[usize]) -> Self {
        let turn = discovery(nodes, edges, starts);
        let reversed: Vec<bool> = edges.iter().map(|(from, to)| turn[*from] > turn[*to]).collect();
        let layer = longest_paths(edges, &turn);
        let mut layered = Self {
            layers: vec![Vec::new(); layer.iter().max().map_or(0, |deepest| deepest + 1)],
            above: vec![Vec::new(); nodes],
            below: vec![Vec::new(); nodes],
            layer,
            paths: Vec::with_capacity(edges.len()),
            reversed,
        };
        let mut in_turn: Vec<usize> = (0..nodes).collect();
        in_turn.sort_by_key(|node| turn[*node]);
        for node in in_turn {
            layered.layers[layered.layer[node]].push(node);
        }
        for (edge, (from, to)) in edges.iter().enumerate() {
            let (upper, lower) = if layered.reversed[edge] { (*to, *from) } else { (*from, *to) };
            layered.add_path(upper, lower);
        }
        layered
    }

    fn add_path(&mut self, upper: usize, lower: usize) {
        let mut path = Vec::new();
        if upper != lower {
            path.push(upper);
            for layer in self.layer[upper] + 1..self.layer[lower] {
                let vertex = self.layer.len();
                self.layer.push(layer);
                self.layers[layer].push(vertex);
                self.above.push(Vec::new());
                self.below.push(Vec::new());
                path.push(vertex);
            }
            path.push(lower);
        }
        for pair in path.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        self.paths.push(path);
    }
}

/// In which turn a breadth-first search from the starts comes to each node; then from whatever it did not come to, nodes
/// first to which nothing leads.
fn discovery(nodes: usize, edges: &[(usize, usize)], starts: &[usize]) -> Vec<usize> {
    let mut behind = vec![Vec::new(); nodes];
    let mut is_led_to = vec![false; nodes];
    for (from, to) in edges {
        behind[*from].push(*to);
        is_led_to[*to] |= from != to;
    }
    let roots = (0..nodes).filter(|node| !is_led_to[*node]);
    let mut turn = vec![usize::MAX; nodes];
    let mut next = 0;
    for root in starts.iter().copied().map(Some).chain([None]).chain(roots.map(Some)).chain((0..nodes).map(Some)) {
        // All starts are in the first layer: the search goes on behind them once they are all known.
        let mut waiting: VecDeque<usize> = match root {
            Some(root) if turn[root] == usize::MAX => {
                turn[root] = next;
                next += 1;
                if starts.contains(&root) { VecDeque::new() } else { VecDeque::from([root]) }
            }
            Some(_) => continue,
            None => starts.iter().copied().collect(),
        };
        while let Some(node) = waiting.pop_front() {
            for to in &behind[node] {
                if turn[*to] == usize::MAX {
                    turn[*to] = next;
                    next += 1;
                    waiting.push_back(*to);
                }
            }
        }
    }
    turn
}

/// The layer of each node, so that every edge leads downwards if it is turned from the earlier to the later node.
fn longest_paths(edges: &[(usize, usize)], turn: &[usize]) -> Vec<usize> {
    let mut downwards: Vec<(usize, usize)> = edges
        .iter()
        .filter(|(from, to)| from != to)
        .map(|&(from, to)| if turn[from] > turn[to] { (to, from) } else { (from, to) })
        .collect();
    downwards.sort_by_key(|(upper, lower)| (turn[*upper], turn[*lower]));
    let mut layer = vec![0; turn.len()];
    for (upper, lower) in downwards {
        layer[lower] = layer[lower].max(layer[upper] + 1);
    }
    layer
}
