//! Sets of valuations as reduced ordered binary decision diagrams (Bryant 1986), with their limits.
//!
//! The only module that names the library that implements them. The library's table of nodes has a fixed capacity; an
//! operation that finds it full fails, is tried once more after a garbage collection, and then means [`Stop::Full`].
//! An operation cannot be interrupted, so the capacity also bounds its time, and [`Control::poll`] is called before
//! each.

use std::cell::Cell;

use boolprog_base::control::{Control, Progress, Stop};
use oxidd::bdd::{BDDFunction, BDDManagerRef, new_manager};
use oxidd::util::num::F64;
use oxidd::util::{AllocResult, OptBool, SatCountCache};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, HasLevel, Manager, ManagerRef,
    Node, Subst,
};
use rustc_hash::FxBuildHasher;

/// About how many bytes a node takes, with its place in the table that finds equal nodes.
const NODE_BYTES: usize = 32;

/// About how many bytes an entry of the cache of results takes.
const CACHE_BYTES: usize = 20;

/// Limits on the size of the sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes of all decision diagrams together. A full table is [`Stop::Full`].
    pub nodes: usize,
}

impl Default for Limits {
    /// About 45 MB with the cache.
    fn default() -> Self {
        Self { nodes: 1 << 20 }
    }
}

/// A variable of the diagrams. Small numbers are decided first.
pub type Variable = u32;

/// A set of valuations of the variables. Equal sets are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Set(BDDFunction);

impl Set {
    /// Returns `true` if the set has no valuation.
    pub fn is_empty(&self) -> bool {
        !self.0.satisfiable()
    }

    /// Returns `true` if a valuation, by variable, is in the set.
    pub fn contains(&self, values: &[bool]) -> bool {
        self.0.eval((0..).zip(values.iter().copied()))
    }

    /// The number of valuations of this many variables in the set; infinite above the limit of the type.
    pub fn count(&self, variables: u32) -> f64 {
        let mut cache: SatCountCache<F64, FxBuildHasher> = SatCountCache::default();
        self.0.sat_count(variables, &mut cache).0
    }

    /// One of the valuations, F wherever there is a choice; `None` if there is none. By variable.
    pub fn example(&self) -> Option<Vec<bool>> {
        let cube = self.0.pick_cube(|_, _, _| false)?;
        Some(cube.into_iter().map(|value| value == OptBool::True).collect())
    }

    /// The first variable that the set depends on, and its subsets where that is F and where it is T; `None` for the
    /// empty set and the set of all valuations.
    pub fn split(&self) -> Option<(Variable, Self, Self)> {
        let (high, low) = self.0.cofactors()?;
        let variable = self.0.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => Some(manager.level_to_var(node.level())),
            Node::Terminal(_) => None,
        });
        Some((variable?, Self(low), Self(high)))
    }
}

/// Variables to be quantified away.
#[derive(Clone)]
pub struct Cube(BDDFunction);

/// Variables to be replaced by others.
pub struct Renaming(Option<Subst<BDDFunction>>);

/// Table of all sets of one computation.
pub struct Sets<'c> {
    manager: BDDManagerRef,
    control: &'c dyn Control,
    phase: &'static str,
    threads: u32,
    cache: usize,
    /// Collects garbage when there are more nodes than this.
    collect_above: Cell<usize>,
    /// The most nodes so far: the table keeps the memory of those that were collected.
    most: Cell<usize>,
    /// Bytes that users of the sets hold beside them.
    beside: Cell<usize>,
}

impl<'c> Sets<'c> {
    /// Room for sets over this number of variables with at most `nodes` nodes in all. `phase` and `threads` are
    /// reported to `control`. Fails if it has no room for them.
    pub fn new(
        variables: u32,
        nodes: usize,
        (phase, threads): (&'static str, u32),
        control: &'c dyn Control,
    ) -> Result<Self, Stop> {
        let cache = (nodes / 2).next_power_of_two().max(1024);
        control.poll(&Progress { phase, threads, ahead: cache * CACHE_BYTES, ..Progress::default() })?;
        let manager = new_manager(nodes, cache, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(variables));
        Ok(Self {
            manager,
            control,
            phase,
            threads,
            cache,
            collect_above: Cell::new(nodes / 2),
            most: Cell::new(0),
            beside: Cell::new(0),
        })
    }

    /// Counts this number of bytes more beside the sets from now on.
    pub fn count_beside(&self, bytes: usize) {
        self.beside.set(self.beside.get() + bytes);
    }

    /// Asks the control. Called before every operation.
    fn poll(&self) -> Result<(), Stop> {
        self.poll_beside(0)
    }

    /// The same, with this number of bytes in use in addition to the sets and to what is counted beside them.
    pub fn poll_beside(&self, bytes: usize) -> Result<(), Stop> {
        let mut nodes = self.nodes();
        self.most.set(self.most.get().max(nodes));
        if nodes > self.collect_above.get() {
            self.collect();
            nodes = self.nodes();
            self.collect_above.set(self.collect_above.get().max(nodes * 2));
        }
        self.control.poll(&Progress {
            phase: self.phase,
            states: nodes as u64,
            frontier: 0,
            threads: self.threads,
            bytes: bytes + self.beside.get() + self.most.get() * NODE_BYTES + self.cache * CACHE_BYTES,
            ..Progress::default()
        })
    }

    fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.approx_num_inner_nodes())
    }

    /// The library also collects on a thread of its own; alone with the table, nothing is left out because of that.
    fn collect(&self) {
        self.manager.with_manager_exclusive(|manager| manager.gc());
    }

    fn run(&self, operation: impl Fn() -> AllocResult<BDDFunction>) -> Result<Set, Stop> {
        self.poll()?;
        let first = operation();
        let result = first.or_else(|_| {
            self.collect();
            operation()
        });
        result.map(Set).map_err(|_| Stop::Full)
    }

    /// The empty set of valuations.
    pub fn none(&self) -> Set {
        Set(self.manager.with_manager_shared(|manager| BDDFunction::f(manager)))
    }

    /// The set of all valuations.
    pub fn all(&self) -> Set {
        Set(self.manager.with_manager_shared(|manager| BDDFunction::t(manager)))
    }

    /// The valuations that give the variable this value.
    pub fn literal(&self, variable: Variable, value: bool) -> Result<Set, Stop> {
        self.run(|| {
            self.manager.with_manager_shared(|manager| {
                if value { BDDFunction::var(manager, variable) } else { BDDFunction::not_var(manager, variable) }
            })
        })
    }

    /// The valuations that give all these variables these values.
    pub fn conjunction(&self, mut literals: Vec<(Variable, bool)>) -> Result<Set, Stop> {
        // From the last variable up, each conjunction is a single new node.
        literals.sort_unstable_by(|a, b| b.cmp(a));
        let mut result = self.all();
        for (variable, value) in literals {
            result = self.and(&self.literal(variable, value)?, &result)?;
        }
        Ok(result)
    }

    /// The valuations that are in both.
    pub fn and(&self, left: &Set, right: &Set) -> Result<Set, Stop> {
        self.run(|| left.0.and(&right.0))
    }

    /// The valuations that are in one of them.
    pub fn or(&self, left: &Set, right: &Set) -> Result<Set, Stop> {
        self.run(|| left.0.or(&right.0))
    }

    /// The valuations of `high` where the variable is T, and those of `low` where it is F.
    pub fn choice(&self, variable: Variable, low: &Set, high: &Set) -> Result<Set, Stop> {
        let test = self.literal(variable, true)?;
        self.run(|| test.0.ite(&high.0, &low.0))
    }

    /// The valuations that are not in the set.
    pub fn complement(&self, set: &Set) -> Result<Set, Stop> {
        self.run(|| set.0.not())
    }

    /// The valuations of `left` that are not in `right`.
    pub fn minus(&self, left: &Set, right: &Set) -> Result<Set, Stop> {
        self.run(|| right.0.imp_strict(&left.0))
    }

    /// The variables as a cube.
    pub fn cube(&self, variables: impl IntoIterator<Item = Variable>) -> Result<Cube, Stop> {
        let literals = variables.into_iter().map(|variable| (variable, true)).collect();
        Ok(Cube(self.conjunction(literals)?.0))
    }

    /// The valuations that are in the set for some values of the variables.
    pub fn exists(&self, set: &Set, variables: &Cube) -> Result<Set, Stop> {
        self.run(|| set.0.exists(&variables.0))
    }

    /// The same for an intersection, which is not built.
    pub fn and_exists(&self, left: &Set, right: &Set, variables: &Cube) -> Result<Set, Stop> {
        self.run(|| left.0.apply_exists(BooleanOperator::And, &right.0, &variables.0))
    }

    /// A renaming of each first variable to the second one.
    pub fn renaming(&self, pairs: &[(Variable, Variable)]) -> Result<Renaming, Stop> {
        if pairs.is_empty() {
            return Ok(Renaming(None));
        }
        let to: Result<Vec<_>, Stop> = pairs.iter().map(|pair| Ok(self.literal(pair.1, true)?.0)).collect();
        Ok(Renaming(Some(Subst::new(pairs.iter().map(|pair| pair.0).collect(), to?))))
    }

    /// Renames variables, all at once.
    pub fn rename(&self, set: &Set, renaming: &Renaming) -> Result<Set, Stop> {
        match &renaming.0 {
            Some(substitution) => self.run(|| set.0.substitute(substitution)),
            None => Ok(set.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
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
}
