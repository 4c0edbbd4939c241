//! The text of a file of theorems.

use std::collections::BTreeSet;
use std::fmt::Write;

use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, Target, Transition};
use boolprog_program::program::Property;
use boolprog_program::reduce::Abstraction;

use super::super::{CertificateDocument, ProofDocument};
use super::program::{forgetting, property};
use super::states::{Describe, Described};
use super::system::System;
use super::text::{Lists, harmless};
use crate::sets::{Certificate, Ideal, PlaceInvariant};

/// Lists of lists that are not longer stand in one line.
const FEW: usize = 8;

/// The subject of theorems.
pub(super) enum About<'a> {
    System(&'a System),
    /// The part of the program that the file does not forget.
    Program(&'a Abstraction),
}

/// A proof: its violations, and the set that has none of them.
pub(super) struct Theorem<'a> {
    pub(super) violations: Violations<'a>,
    pub(super) set: Certificate,
    pub(super) proof: &'a ProofDocument,
}

pub(super) enum Violations<'a> {
    Targets(Vec<Target>),
    /// Properties of the program, with their numbers.
    Properties(Vec<(u32, &'a Property)>),
}

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
            "From Coq Require Import NArith List.\nFrom Boolprog Require Import ProgramsSound.\nImport ListNotations.\nLocal Open Scope N_scope.\n",
        );
        printer
    }

    /// Adds a remark of its own.
    fn remark(&mut self, remark: &str) {
        let _ = writeln!(self.text, "(* {} *)", harmless(remark));
    }

    /// Adds the text of the program.
    pub(super) fn program(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a module of theorems.
    pub(super) fn module(&mut self, about: &About<'_>, describe: &dyn Describe, theorems: &[Theorem<'_>]) {
        self.modules += 1;
        let mut module = Module { lists: Lists::default(), shared: BTreeSet::new(), locals: BTreeSet::new() };
        match about {
            About::System(system) => module.system(system),
            About::Program(abstraction) => module.forgetting(abstraction),
        }
        for (number, theorem) in (1..).zip(theorems) {
            module.theorem(number, about, theorem);
            self.properties.extend(theorem.proof.properties.iter().cloned());
        }
        let _ = writeln!(self.text, "\nModule Proof{}.\n", self.modules);
        self.states(&module, describe);
        self.text.push_str(&module.lists.text);
        let _ = writeln!(self.text, "\nEnd Proof{}.", self.modules);
    }

    fn states(&mut self, module: &Module, describe: &dyn Describe) {
        let shared = module.shared.iter().map(|&shared| ('s', shared.0, "shared", describe.shared(shared)));
        let locals = module.locals.iter().map(|&local| ('l', local.0, "local", describe.local(local)));
        for (letter, number, kind, Described { term, meaning }) in shared.chain(locals) {
            let remark = meaning.map_or_else(String::new, |it| format!(" (* {} *)", harmless(&it)));
            let _ = writeln!(self.text, "Definition {letter}{number} : Systems.{kind} := {term}.{remark}");
        }
    }

    /// The text, and the ids of the properties that it proves.
    pub(super) fn finish(self) -> (String, Vec<String>) {
        (self.text, self.properties)
    }
}

/// The text of a module, and the states that occur in it.
struct Module {
    lists: Lists,
    shared: BTreeSet<SharedId>,
    locals: BTreeSet<LocalId>,
}

impl Module {
    fn line(&mut self, line: &str) {
        self.lists.text.push_str(line);
        self.lists.text.push('\n');
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

    fn list(&mut self, kind: &str, items: &[String]) -> String {
        self.lists.list(kind, items)
    }

    fn forgetting(&mut self, abstraction: &Abstraction) {
        let forgotten = forgetting(abstraction, &mut self.lists);
        self.line("\n(* Forgotten: shared variables, locations (others represent them), local variables. Known: shared and local variables. *)");
        self.line(&format!("Definition the_forgetting : forgetting := {forgotten}."));
    }

    fn system(&mut self, system: &System) {
        for (transfer, moves) in &system.transfers {
            let moves: Vec<String> =
                moves.iter().map(|(&from, to)| format!("({}, {})", self.local(from), self.locals(to))).collect();
            let moves = self.list("(Systems.local * list Systems.local)", &moves);
            self.line(&format!("\nDefinition moves_{} : transfer := {moves}.", transfer.0));
        }
        let mut last = None;
        let mut steps = Vec::new();
        for step in &system.steps {
            let remark =
                if last == Some(step.origin) { String::new() } else { format!(" (* line {} *)", step.origin + 1) };
            last = Some(step.origin);
            steps.push(self.step(step) + &remark);
        }
        self.line("");
        let steps = self.list("step", &steps);
        let initial = &system.initial;
        let (shared, fixed) = (self.all_shared(&initial.shared), self.locals(&initial.fixed));
        let pool = self.locals(&initial.pool);
        let number = match initial.count {
            Count::Any => "None".to_owned(),
            Count::Exactly(count) => format!("(Some {count}%nat)"),
        };
        self.line(
            "(* States have the numbers of the file; those of a Petri net have the numbers of its translation. *)",
        );
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

    fn theorem(&mut self, number: usize, about: &About<'_>, Theorem { violations, set, proof }: &Theorem<'_>) {
        let (kind, violations) = match violations {
            Violations::Targets(list) => ("target", list.iter().map(|target| self.target(target)).collect::<Vec<_>>()),
            Violations::Properties(list) => ("property", list.iter().map(|(id, one)| property(*id, one)).collect()),
        };
        let violations = self.list(kind, &violations);
        self.line(&format!("\n(* Violations of {}. *)", harmless(&proof.properties.join(", "))));
        self.line(&format!("Definition bad_{number} : list {kind} := {violations}."));
        let set = self.set(set);
        self.line(&format!("\n(* Found by {}. *)", harmless(&proof.engine)));
        self.line(&format!("Definition set_{number} : certificate := {set}."));
        let (statement, lemma) = match about {
            About::System(_) => ("safe the_system", "check_sound _ _"),
            About::Program(_) => ("program_safe the_program", "check_program_sound _ the_forgetting _"),
        };
        self.line(&format!("\nTheorem safe_{number} : {statement} bad_{number}."));
        self.line(&format!("Proof. apply ({lemma} set_{number}). vm_cast_no_check (eq_refl true). Qed."));
        self.line(&format!("Print Assumptions safe_{number}."));
    }

    fn target(&mut self, target: &Target) -> String {
        format!("(Some {}, {})", self.shared(target.shared), self.locals(&target.locals))
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
        self.list("Systems.configuration", &items)
    }

    fn place_invariant(&mut self, invariant: &PlaceInvariant) -> String {
        let shared = invariant.shared.iter().map(|&(shared, weight)| format!("({}, {weight})", self.shared(shared)));
        let shared = shared.collect::<Vec<_>>().join("; ");
        let locals = invariant.locals.iter().map(|&(local, weight)| format!("({}, {weight})", self.local(local)));
        let locals = locals.collect::<Vec<_>>().join("; ");
        format!("PlaceInvariant [{shared}] [{locals}] {}", invariant.bound)
    }
}
