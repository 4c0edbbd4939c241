use boolprog_base::control::Unlimited;

use super::*;

fn sets(variables: u32, nodes: usize) -> Sets<'static> {
    Sets::new(variables, nodes, ("test", 1), &Unlimited).expect("there is room")
}

#[test]
fn members_and_numbers() {
    let sets = sets(3, 1000);
    let odd = sets.literal(0, true).unwrap();
    let both = sets.and(&odd, &sets.literal(2, false).unwrap()).unwrap();
    assert!(both.contains(&[true, true, false]));
    assert!(!both.contains(&[true, true, true]));
    assert!((both.count(3) - 2.0).abs() < f64::EPSILON);
    assert_eq!(both.example(), Some(vec![true, false, false]));
    assert!(sets.minus(&both, &odd).unwrap().is_empty());
    assert_eq!(sets.none().example(), None);
}

#[test]
fn variables_change_places_at_once() {
    let sets = sets(2, 1000);
    let swap = sets.renaming(&[(0, 1), (1, 0)]).unwrap();
    let first = sets.and(&sets.literal(0, true).unwrap(), &sets.literal(1, false).unwrap()).unwrap();
    let second = sets.and(&sets.literal(1, true).unwrap(), &sets.literal(0, false).unwrap()).unwrap();
    assert!(sets.rename(&first, &swap).unwrap() == second);
}

#[test]
fn quantified_variables_are_free() {
    let sets = sets(2, 1000);
    let both = sets.conjunction(vec![(0, true), (1, true)]).unwrap();
    let first = sets.exists(&both, &sets.cube([1]).unwrap()).unwrap();
    assert!(first == sets.literal(0, true).unwrap());
}

/// Garbage makes room: more nodes are made than the table holds, but few at a time.
#[test]
fn unused_nodes_make_room() {
    let sets = sets(20, 300);
    for number in 0..1000_u32 {
        let literals = (0..20).map(|bit| (bit, number >> (bit % 10) & 1 == 1)).collect();
        assert!(sets.conjunction(literals).is_ok(), "{number}");
    }
}

/// The library collects garbage on threads of its own, which have to end with their table, also when that is dropped at
/// once.
#[cfg(target_os = "linux")]
#[test]
fn tables_leave_no_threads() {
    for _ in 0..500 {
        drop(sets(2, 1000));
    }
    let threads = || std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    // They end a little after their table; other tests have threads, too.
    let ended = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        threads() < 100
    });
    assert!(ended, "{} threads are left", threads());
}
