use super::*;

/// Every member has a place of its own.
fn is_order(positions: &[u32]) -> bool {
    let mut sorted = positions.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq((0..).take(positions.len()))
}

#[test]
fn pairs_become_neighbours() {
    for count in [1, 2, 3, 7, 40] {
        let pairs: Vec<Vec<usize>> = (0..count).map(|index| vec![index, count + index]).collect();
        let positions = force(2 * count, &pairs);
        assert!(is_order(&positions), "{positions:?}");
        assert_eq!(span(&positions, &pairs), count as u64, "{positions:?}");
    }
}

#[test]
fn a_good_order_stays() {
    let chain: Vec<Vec<usize>> = (0..9).map(|index| vec![index, index + 1]).collect();
    assert_eq!(force(10, &chain), (0..10).collect::<Vec<_>>());
    assert_eq!(force(3, &[]), vec![0, 1, 2]);
    assert_eq!(force(0, &[]), Vec::<u32>::new());
}

#[test]
fn no_order_is_worse_than_the_first() {
    let rings: Vec<Vec<usize>> = (0..30).map(|index| vec![index, (index * 7 + 3) % 30]).collect();
    let positions = force(30, &rings);
    assert!(is_order(&positions));
    assert!(span(&positions, &rings) <= span(&(0..30).collect::<Vec<_>>(), &rings));
}
