//! The text of a file of theorems.

use std::collections::BTreeSet;
use std::fmt::Write;

use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, Transition};

use super::super::{CertificateDocument, ProofDocument};
use super::states::Describe;
use super::system::{System, Target};
use crate::sets::{Certificate, Ideal, PlaceInvariant};

/// Longer lists are divided: the prover reads short ones faster.
const LONGEST_LIST: usize = 200;

/// Lists of lists that are not longer stand in one line.
const FEW: usize = 8;

/// A proof: its targets, and the set that has none of them.
pub(super) type Proof<'a> = (Vec<Target>, Certificate, &'a ProofDocument);

pub(super) struct Printer {
    text: String,
    properties: Vec<String>,
    modules: u32,
}

impl Printer {
    pub(super) fn new(document: &CertificateDocument) -> Self {
        let mut printer = Self { text: String::new(), properties: Vec::new(), modules: 0 };
        let CertificateDocument { program, program_hash, question, .. } = document;
        printer.remark(&format!("{program} ({question}), a text with hash {program_hash}."));
        printer.remark("Written by boolprog-certify. docs/proofs.md says what it proves, and how it is compiled.");
        printer.text.push_str(
            "From Coq Require Import NArith List.\nFrom Boolprog Require Import Sound.\nImport ListNotations.\nLocal Open Scope N_scope.\n",
        );
        printer
    }

    /// Adds a remark of its own.
    pub(super) fn remark(&mut self, remark: &str) {
        let _ = writeln!(self.text, "(* {} *)", harmless(remark));
    }

    /// Adds a system with the theorems about it.
    pub(super) fn module(&mut self, system: &System, describe: &dyn Describe, proofs: &[Proof<'_>]) {
        self.modules += 1;
        let mut module = Module { text: String::new(), shared: BTreeSet::new(), locals: BTreeSet::new(), lists: 0 };
        module.system(system, describe);
        for (number, proof) in (1..).zip(proofs) {
            module.theorem(number, proof);
            self.properties.extend(proof.2.properties.iter().cloned());
        }
        let _ = writeln!(self.text, "\nModule System{}.\n\n(* {} *)", self.modules, describe.system());
        self.states(&module, describe);
        self.text.push_str(&module.text);
        let _ = writeln!(self.text, "\nEnd System{}.", self.modules);
    }

    fn states(&mut self, module: &Module, describe: &dyn Describe) {
        let remark =
            |meaning: Option<String>| meaning.map_or_else(String::new, |it| format!(" (* {} *)", harmless(&it)));
        for &shared in &module.shared {
            let remark = remark(describe.shared(shared));
            let _ = writeln!(self.text, "Definition s{0} : shared := {0}.{remark}", shared.0);
        }
        self.text.push('\n');
        for &local in &module.locals {
            let remark = remark(describe.local(local));
            let _ = writeln!(self.text, "Definition l{0} : local := {0}.{remark}", local.0);
        }
    }

    /// The text, and the ids of the properties that it proves.
    pub(super) fn finish(self) -> (String, Vec<String>) {
        (self.text, self.properties)
    }
}

/// The text of a remark: nothing in it ends the remark, or begins a remark or a string within it.
fn harmless(remark: &str) -> String {
    remark.replace('"', "'").replace("(*", "( *").replace("*)", "* )").replace(['\n', '\r'], " ")
}

/// The text of a module, and the states that occur in it.
struct Module {
    text: String,
    shared: BTreeSet<SharedId>,
    locals: BTreeSet<LocalId>,
    /// The number of lists that were divided.
    lists: u32,
}

impl Module {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn shared(&mut self, shared: SharedId) -> String {
        self.shared.insert(shared);
        format!("s{}", shared.0)
    }

    fn local(&mut self, local: LocalId) -> String {
        self.locals.insert(local);
        format!("l{}", local.0)
    }

    fn locals(&mut self, locals: &[LocalId]) -> String {
        let words: Vec<String> = locals.iter().map(|&local| self.local(local)).collect();
        format!("[{}]", words.join("; "))
    }

    fn all_shared(&mut self, list: &[SharedId]) -> String {
        let words: Vec<String> = list.iter().map(|&shared| self.shared(shared)).collect();
        format!("[{}]", words.join("; "))
    }

    /// A list with one item a line; long ones become definitions of their own in front.
    fn list(&mut self, kind: &str, items: &[String]) -> String {
        if items.len() <= LONGEST_LIST {
            return if items.is_empty() { "[]".to_owned() } else { format!("[\n  {}]", items.join(";\n  ")) };
        }
        self.lists += 1;
        let mut parts = Vec::new();
        for (number, part) in items.chunks(LONGEST_LIST).enumerate() {
            let name = format!("part_{}_{number}", self.lists);
            let _ = writeln!(self.text, "Definition {name} : list {kind} := [\n  {}].", part.join(";\n  "));
            parts.push(name);
        }
        format!("(concat [{}])", parts.join("; "))
    }

    fn system(&mut self, system: &System, describe: &dyn Describe) {
        for (transfer, moves) in &system.transfers {
            let moves: Vec<String> =
                moves.iter().map(|(&from, to)| format!("({}, {})", self.local(from), self.locals(to))).collect();
            let moves = self.list("(local * list local)", &moves);
            self.line(&format!("\nDefinition moves_{} : transfer := {moves}.", transfer.0));
        }
        let mut last = None;
        let mut steps = Vec::new();
        for step in &system.steps {
            let origin = Some(describe.step(step.origin)).filter(|origin| last.as_ref() != Some(origin));
            let remark = origin.as_ref().map_or_else(String::new, |it| format!(" (* {} *)", harmless(it)));
            last = origin.or(last);
            steps.push(self.step(step) + &remark);
        }
        self.text.push('\n');
        let steps = self.list("step", &steps);
        let initial = &system.initial;
        let (shared, fixed) = (self.all_shared(&initial.shared), self.locals(&initial.fixed));
        let pool = self.locals(&initial.pool);
        let number = match initial.count {
            Count::Any => "None".to_owned(),
            Count::Exactly(count) => format!("(Some {count}%nat)"),
        };
        self.line(
            "(* Start: shared states, threads, local states of more threads, and the number of these (None: any). *)",
        );
        self.line(&format!("Definition the_start : start := Start {shared} {fixed} {pool} {number}."));
        self.line("\n(* Step: shared and local state of the thread that takes it, both after it, and the effect on others. *)");
        self.line(&format!("Definition the_system : system := System the_start {steps}."));
    }

    fn step(&mut self, step: &Transition) -> String {
        let (from, local, to) = (self.shared(step.shared), self.local(step.local), self.shared(step.to_shared));
        let to_local = step.to_local.map_or_else(|| "None".to_owned(), |local| format!("(Some {})", self.local(local)));
        let effect = match step.effect {
            Effect::None => "Nothing".to_owned(),
            Effect::Create(local) => format!("(Create {})", self.local(local)),
            Effect::Each(transfer) => format!("(Each moves_{})", transfer.0),
            Effect::One(transfer) => format!("(One moves_{})", transfer.0),
        };
        format!("Step {from} {local} {to} {to_local} {effect}")
    }

    fn theorem(&mut self, number: usize, (targets, set, proof): &Proof<'_>) {
        let targets: Vec<String> = targets.iter().map(|target| self.target(target)).collect();
        self.text.push('\n');
        let none = if targets.is_empty() { ": none of the thread states of the system" } else { "" };
        let targets = self.list("target", &targets);
        self.line(&format!("(* Violations of {}{none}. *)", harmless(&proof.properties.join(", "))));
        self.line(&format!("Definition bad_{number} : list target := {targets}."));
        let set = self.set(set);
        self.line(&format!("\n(* Found by {}. *)", harmless(&proof.engine)));
        self.line(&format!("Definition set_{number} : certificate := {set}."));
        self.line(&format!("\nTheorem safe_{number} : safe the_system bad_{number}."));
        self.line(&format!("Proof. apply (check_sound _ _ set_{number}). vm_cast_no_check (eq_refl true). Qed."));
        self.line(&format!("Print Assumptions safe_{number}."));
    }

    fn target(&mut self, target: &Target) -> String {
        let shared = target.shared.map_or_else(|| "None".to_owned(), |shared| format!("Some {}", self.shared(shared)));
        format!("({shared}, {})", self.locals(&target.locals))
    }

    fn set(&mut self, set: &Certificate) -> String {
        match set {
            Certificate::Ideals(ideals) => format!("Ideals {}", self.ideals(ideals)),
            Certificate::Complement { ideals, minimal, place_invariants } => {
                let (ideals, minimal) = (self.ideals(ideals), self.configurations(minimal));
                let weights: Vec<String> = place_invariants.iter().map(|it| self.place_invariant(it)).collect();
                format!("Complement {ideals} {minimal} {}", self.list("place_invariant", &weights))
            }
            Certificate::Configurations(all) => format!("Configurations {}", self.configurations(all)),
        }
    }

    fn ideals(&mut self, ideals: &[Ideal]) -> String {
        let mut items = Vec::new();
        for Ideal { shared, omega, tails } in ideals {
            let (shared, omega) = (self.all_shared(shared), self.locals(omega));
            let tails: Vec<String> = tails.iter().map(|tail| self.locals(tail)).collect();
            let tails =
                if tails.len() <= FEW { format!("[{}]", tails.join("; ")) } else { self.list("(list local)", &tails) };
            items.push(format!("Ideal {shared} {omega} {tails}"));
        }
        self.list("ideal", &items)
    }

    fn configurations(&mut self, all: &[(SharedId, Vec<LocalId>)]) -> String {
        let items: Vec<String> = all
            .iter()
            .map(|(shared, threads)| format!("({}, {})", self.shared(*shared), self.locals(threads)))
            .collect();
        self.list("configuration", &items)
    }

    fn place_invariant(&mut self, invariant: &PlaceInvariant) -> String {
        let shared = invariant.shared.iter().map(|&(shared, weight)| format!("({}, {weight})", self.shared(shared)));
        let shared = shared.collect::<Vec<_>>().join("; ");
        let locals = invariant.locals.iter().map(|&(local, weight)| format!("({}, {weight})", self.local(local)));
        let locals = locals.collect::<Vec<_>>().join("; ");
        format!("PlaceInvariant [{shared}] [{locals}] {}", invariant.bound)
    }
}
