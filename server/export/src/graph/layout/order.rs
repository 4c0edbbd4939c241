//! The order in each layer: by the barycentres of neighbours, as long as that makes fewer crossings.

use super::layers::Layered;

/// So many times all layers are gone through, down and up.
const SWEEPS: usize = 12;

/// Orders the vertices of each layer.
pub(super) fn order(layered: &mut Layered) {
    let mut best = (crossings(layered), layered.layers.clone());
    for sweep in 0..SWEEPS {
        let count = layered.layers.len();
        let downwards = sweep % 2 == 0;
        for step in 1..count {
            let layer = if downwards { step } else { count - 1 - step };
            sort(layered, layer, downwards);
        }
        let found = crossings(layered);
        if found < best.0 {
            best = (found, layered.layers.clone());
        }
    }
    layered.layers = best.1;
}

/// Sorts a layer by the mean position of the neighbours above or below; who has none stays about where it is.
fn sort(layered: &mut Layered, layer: usize, downwards: bool) {
    let position = positions(layered);
    let neighbours = if downwards { &layered.above } else { &layered.below };
    let mut keyed: Vec<(f64, usize)> = layered.layers[layer]
        .iter()
        .map(|&vertex| {
            let around = &neighbours[vertex];
            let sum: f64 = around.iter().map(|other| position[*other]).sum();
            let mean = if around.is_empty() { position[vertex] } else { sum / f64::from(around.len() as u32) };
            (mean, vertex)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    layered.layers[layer] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
}

/// Where each vertex is in its layer, between 0 and 1.
fn positions(layered: &Layered) -> Vec<f64> {
    let mut position = vec![0.0; layered.layer.len()];
    for layer in &layered.layers {
        let count = f64::from(layer.len() as u32);
        for (index, vertex) in (0_u32..).zip(layer) {
            position[*vertex] = (f64::from(index) + 0.5) / count;
        }
    }
    position
}

/// How many pairs of edges cross.
fn crossings(layered: &Layered) -> u64 {
    let mut index = vec![0; layered.layer.len()];
    for layer in &layered.layers {
        for (at, vertex) in layer.iter().enumerate() {
            index[*vertex] = at;
        }
    }
    let between = |layer: &Vec<usize>| {
        let ends = layer.iter().flat_map(|vertex| {
            let mut ends: Vec<usize> = layered.below[*vertex].iter().map(|below| index[*below]).collect();
            ends.sort_unstable();
            ends
        });
        inversions(&ends.collect::<Vec<_>>())
    };
    layered.layers.iter().map(between).sum()
}

/// How many pairs are in the wrong order, counted with a tree of sums (Fenwick).
fn inversions(values: &[usize]) -> u64 {
    let mut sums = vec![0_u64; values.iter().max().map_or(0, |most| most + 2)];
    let mut found = 0;
    for (before, value) in (0_u64..).zip(values) {
        let (mut at, mut not_larger) = (value + 1, 0);
        while at > 0 {
            not_larger += sums[at];
            at &= at - 1;
        }
        found += before - not_larger;
        let mut at = value + 1;
        while at < sums.len() {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inversions_are_counted() {
        assert_eq!(inversions(&[]), 0);
        assert_eq!(inversions(&[0, 1, 1, 2]), 0);
        assert_eq!(inversions(&[2, 1, 0]), 3);
        assert_eq!(inversions(&[1, 3, 0, 2, 0]), 6);
    }

    #[test]
    fn two_edges_need_not_cross() {
        let mut layered = Layered::of(4, &[(0, 3), (1, 2), (0, 2), (0, 3)], &[0, 1]);
        order(&mut layered);
        assert_eq!(crossings(&layered), 0);
    }
}
