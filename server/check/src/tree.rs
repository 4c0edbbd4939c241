//! The tree of Karp and Miller of a small system, node by node, to be drawn.

use boolprog_base::control::Control;
use boolprog_explore::saturate::saturate;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::ThreadSystem;
use boolprog_reach::engines::karp_miller::nodes;

use crate::markings::{
    Marking, NO_SYSTEM, ProgramMarking, in_program, in_system, not_applicable, not_found, of_ideal, stopped,
};
use crate::system::System;
use crate::unit::Unit;
use crate::unknown::Unknown;

/// A node of the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode<M = Marking> {
    /// Marking of the node.
    pub marking: M,
    /// The node before the step that leads here, by its index; none of a root.
    pub parent: Option<usize>,
    /// The ancestor with the same marking, if there is one: then this node ends its branch.
    pub repeats: Option<usize>,
}

/// Why there is no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoTree {
    /// It has more nodes than are wanted.
    TooLarge,
    /// It is not known.
    Unknown(Unknown),
}

/// The tree of a program, breadth-first, with at most this number of nodes.
pub fn of_program(unit: &Unit, most: usize, control: &dyn Control) -> Result<Vec<TreeNode<ProgramMarking>>, NoTree> {
    let program = unit.analysis.program().map_err(|_| NoTree::Unknown(not_applicable(NO_SYSTEM)))?;
    let system = ProgramSystem::new(program, control);
    let mut system = system.map_err(|stop| NoTree::Unknown(Unknown::not_started(stop, control)))?;
    let tree = tree(&mut system, most, control)?;
    let shown = |TreeNode { marking, parent, repeats }: TreeNode| TreeNode {
        marking: in_program(program, &system, marking),
        parent,
        repeats,
    };
    Ok(tree.into_iter().map(shown).collect())
}

impl System {
    /// The tree, breadth-first, with at most this number of nodes.
    pub fn karp_miller_tree(&mut self, most: usize, control: &dyn Control) -> Result<Vec<TreeNode>, NoTree> {
        tree(&mut self.tts, most, control)
    }
}

fn tree<S: ThreadSystem>(system: &mut S, most: usize, control: &dyn Control) -> Result<Vec<TreeNode>, NoTree> {
    let unfinished = |stop| NoTree::Unknown(stopped(stop));
    let saturation = saturate(system, control).map_err(unfinished)?;
    let restricted = saturation.to_tts(system, control).map_err(unfinished)?;
    let found = nodes(&restricted.tts, most, control).map_err(|why| NoTree::Unknown(not_found(why)))?;
    let mut tree = Vec::new();
    for node in found.ok_or(NoTree::TooLarge)? {
        let (parent, repeats) = (node.parent, node.repeats);
        // An omega-marking has one shared state and one tail.
        let marking = of_ideal(&in_system(&restricted, &node.marking)).into_iter();
        tree.extend(marking.map(|marking| TreeNode { marking, parent, repeats }));
    }
    Ok(tree)
}
