//! Where vertices are in their layers: as near as possible to the middle of their neighbours, in their order and without
//! touching.

use super::layers::Layered;

/// So many times all layers are gone through.
const SWEEPS: usize = 14;
/// So many of them, the last, look at the neighbours on both sides.
const LATE: usize = 4;

/// Which neighbours count.
#[derive(Clone, Copy)]
struct Sides {
    above: bool,
    below: bool,
}

/// The horizontal place of each vertex. `distance` says how far apart the middles of two vertices side by side have to be.
pub(super) fn place(layered: &Layered, distance: &dyn Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut x = vec![0.0; layered.layer.len()];
    for layer in &layered.layers {
        for pair in layer.windows(2) {
            x[pair[1]] = x[pair[0]] + distance(pair[0], pair[1]);
        }
    }
    let count = layered.layers.len();
    for sweep in 0..SWEEPS {
        let (is_downwards, is_late) = (sweep % 2 == 0, sweep + LATE >= SWEEPS);
        for step in 0..count {
            let sides = Sides { above: is_downwards || is_late, below: !is_downwards || is_late };
            let layer = if is_downwards { step } else { count - 1 - step };
            move_layer(layered, layer, sides, distance, &mut x);
        }
    }
    x
}

/// Moves a layer to its neighbours on these sides.
fn move_layer(layered: &Layered, layer: usize, sides: Sides, distance: &dyn Fn(usize, usize) -> f64, x: &mut [f64]) {
    let layer = &layered.layers[layer];
    let wish = |vertex: usize| {
        let above = layered.above[vertex].iter().filter(|_| sides.above);
        let below = layered.below[vertex].iter().filter(|_| sides.below);
        let around: Vec<f64> = above.chain(below).map(|other| x[*other]).collect();
        if around.is_empty() { x[vertex] } else { around.iter().sum::<f64>() / f64::from(around.len() as u32) }
    };
    let mut offset = 0.0;
    let mut wishes = Vec::with_capacity(layer.len());
    let mut offsets = Vec::with_capacity(layer.len());
    for (index, vertex) in layer.iter().enumerate() {
        if index > 0 {
            offset += distance(layer[index - 1], *vertex);
        }
        offsets.push(offset);
        wishes.push(wish(*vertex) - offset);
    }
    for ((vertex, place), offset) in layer.iter().zip(isotonic(&wishes)).zip(offsets) {
        x[*vertex] = place + offset;
    }
}

/// The increasing sequence with the least sum of squared distances from these values: neighbours in the wrong order get
/// their mean (pool adjacent violators).
fn isotonic(values: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, u32)> = Vec::new();
    for value in values {
        let mut pool = (*value, 1);
        while let Some((mean, count)) = pools.last().copied().filter(|(mean, _)| *mean > pool.0) {
            let all = count + pool.1;
            pool = ((mean * f64::from(count) + pool.0 * f64::from(pool.1)) / f64::from(all), all);
            pools.pop();
        }
        pools.push(pool);
    }
    pools.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean, count as usize)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_order_stays_and_the_rest_meets_in_the_middle() {
        assert_eq!(isotonic(&[1.0, 2.0, 5.0]), [1.0, 2.0, 5.0]);
        assert_eq!(isotonic(&[3.0, 1.0, 5.0]), [2.0, 2.0, 5.0]);
        assert_eq!(isotonic(&[4.0, 2.0, 0.0]), [2.0, 2.0, 2.0]);
        assert_eq!(isotonic(&[]), [0.0; 0]);
    }
}
