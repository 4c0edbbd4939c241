//! Sets of configurations of thread transition systems.

use boolprog_base::control::Unlimited;
use boolprog_certificate::sets::{Certificate, Ideal, PlaceInvariant, Rejection, Renumber, check};
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::tts::{LocalId, SharedId, Tts};

/// Shared state 1 is a lock: its holder is at 1, and a thread that has released it is at 2.
const LOCK: &str = "2 3
0 0 -> 1 1
1 1 -> 0 2
";

/// The system, and whether two threads hold the lock as property 0.
fn lock(init: &str) -> Tts {
    let tts = parse_tts(LOCK).expect("it is well-formed");
    let tts = tts.with_initial(parse_initial(init).expect("it is well-formed")).expect("it fits");
    tts.with_targets(vec![parse_target("1|1,1").expect("it is well-formed")]).expect("it fits")
}

fn locals(list: &[u32]) -> Vec<LocalId> {
    list.iter().copied().map(LocalId).collect()
}

fn ideal(shared: u32, omega: &[u32], tail: &[u32]) -> Ideal {
    Ideal { shared: vec![SharedId(shared)], omega: locals(omega), tails: [locals(tail)].into_iter().collect() }
}

fn checked(init: &str, certificate: &Certificate) -> Result<(), Rejection> {
    check(&mut lock(init), certificate, &[0], &Unlimited)
}

#[test]
fn ideals_are_needed_with_all_their_states() {
    let any_number = "0/0";
    let of = |free, held| checked(any_number, &Certificate::Ideals(vec![free, held]));
    assert_eq!(of(ideal(0, &[0, 2], &[]), ideal(1, &[0, 2], &[1])), Ok(()));
    let free = || ideal(0, &[0, 2], &[]);
    assert_eq!(
        checked(any_number, &Certificate::Ideals(vec![ideal(1, &[0, 2], &[1])])),
        Err(Rejection::Initial(SharedId(0)))
    );
    assert!(matches!(checked(any_number, &Certificate::Ideals(vec![free()])), Err(Rejection::Step(_))));
    assert!(matches!(of(ideal(0, &[0], &[]), ideal(1, &[0, 2], &[1])), Err(Rejection::Step(_))));
    assert!(matches!(of(free(), ideal(1, &[0], &[1])), Err(Rejection::Step(_))));
    assert!(matches!(of(free(), ideal(1, &[0, 2], &[])), Err(Rejection::Step(_))));
    // Closed under steps, but two threads hold the lock in it.
    assert_eq!(of(ideal(0, &[0, 1, 2], &[]), ideal(1, &[0, 1, 2], &[])), Err(Rejection::Violation(0)));
}

#[test]
fn each_configuration_is_needed() {
    let all = [(0, [0, 0]), (1, [0, 1]), (0, [0, 2]), (1, [1, 2]), (0, [2, 2])];
    let all: Vec<_> = all.iter().map(|(shared, threads)| (SharedId(*shared), locals(threads))).collect();
    let two_threads = "0|0,0";
    assert_eq!(checked(two_threads, &Certificate::Configurations(all.clone())), Ok(()));
    for missing in 0..all.len() {
        let mut fewer = all.clone();
        fewer.remove(missing);
        assert!(checked(two_threads, &Certificate::Configurations(fewer)).is_err(), "without {:?}", all[missing]);
    }
    let mut more = all;
    more.extend([(SharedId(1), locals(&[1, 1])), (SharedId(0), locals(&[1, 2]))]);
    assert_eq!(checked(two_threads, &Certificate::Configurations(more)), Err(Rejection::Violation(0)));
}

/// An unlocked lock and a thread that holds it weigh 1, a locked one weighs nothing.
#[test]
fn a_place_invariant_is_checked_step_by_step() {
    let of = |weights: [u32; 2], bound| {
        let [lock, holder] = weights;
        let place_invariant =
            PlaceInvariant { shared: vec![(SharedId(0), lock)], locals: vec![(LocalId(1), holder)], bound };
        let everything = vec![ideal(0, &[0, 1, 2], &[]), ideal(1, &[0, 1, 2], &[])];
        let certificate = Certificate::Complement {
            ideals: everything,
            minimal: Vec::new(),
            place_invariants: vec![place_invariant],
        };
        checked("0/0", &certificate)
    };
    assert_eq!(of([1, 1], 1), Ok(()));
    assert!(matches!(of([1, 1], 0), Err(Rejection::Initial(_))));
    assert!(matches!(of([1, 2], 1), Err(Rejection::Step(_))));
    assert!(matches!(of([3, 2], 3), Err(Rejection::Step(_))));
    assert_eq!(of([1, 1], 2), Err(Rejection::Violation(0)));
}

/// Numbers below three are doubled, others have none.
struct Doubled;

impl Renumber for Doubled {
    fn shared(&mut self, SharedId(number): SharedId) -> Option<SharedId> {
        (number < 3).then_some(SharedId(2 * number))
    }

    fn local(&mut self, LocalId(number): LocalId) -> Option<LocalId> {
        (number < 3).then_some(LocalId(2 * number))
    }
}

#[test]
fn evidence_has_other_numbers_or_none() {
    let one = Certificate::Ideals(vec![ideal(1, &[2, 0], &[1])]);
    assert_eq!(one.renumbered(&mut Doubled), Some(Certificate::Ideals(vec![ideal(2, &[0, 4], &[2])])));
    assert_eq!(Certificate::Ideals(vec![ideal(1, &[3], &[])]).renumbered(&mut Doubled), None);
    let twice = PlaceInvariant { shared: Vec::new(), locals: vec![(LocalId(1), 1), (LocalId(1), 2)], bound: 1 };
    let twice = Certificate::Complement { ideals: Vec::new(), minimal: Vec::new(), place_invariants: vec![twice] };
    assert_eq!(twice.renumbered(&mut Doubled), None);
}
