//! How proofs by procedure summaries are written, of a program whose calls are not inlined.

use boolprog_base::control::Control;
use boolprog_certificate::summaries::{self, Activation, PathEdges};
use boolprog_explore::engine::EngineId;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::program::Program;
use serde::{Deserialize, Serialize};

use super::verify::{invalid, numbers, pick, read_states};
use super::write::Writer;
use super::{Invalid, LocalDocument, SharedDocument};

/// The sets of thread states that the activations of procedures can be in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SummariesDocument {
    /// The engine that found them.
    pub engine: String,
    /// Ids of the properties that hold in them.
    pub properties: Vec<String>,
    /// The shared states that they speak of, by index.
    pub shared: Vec<SharedDocument>,
    /// The local states of one activation that they speak of, by index.
    pub locals: Vec<LocalDocument>,
    /// The sets.
    pub activations: Vec<ActivationDocument>,
}

/// What a procedure can do when it is entered in certain ways: pairs of a shared and a local state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActivationDocument {
    /// The thread states in which it is entered.
    pub entries: Vec<(u32, u32)>,
    /// All thread states that it can then be in, the entries among them.
    pub states: Vec<(u32, u32)>,
}

impl SummariesDocument {
    /// Writes what an engine found about these properties.
    pub(crate) fn of(
        system: &ProgramSystem<'_>,
        ids: &[String],
        (engine, properties): (EngineId, &[u32]),
        edges: &PathEdges,
    ) -> Self {
        let mut writer = Writer::new(system, ids);
        let activation = |Activation { entries, states }: &Activation| ActivationDocument {
            entries: writer.thread_states(entries),
            states: writer.thread_states(states),
        };
        Self {
            engine: engine.to_string(),
            activations: edges.activations.iter().map(activation).collect(),
            properties: properties.iter().map(|property| ids[*property as usize].clone()).collect(),
            shared: writer.shared.written,
            locals: writer.locals.written,
        }
    }

    /// Checks it against the modular form of the program; the ids of what it proves.
    pub(super) fn check(
        &self,
        program: &Program,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
        let states = read_states(&mut system, ids, (&self.shared, &self.locals))?;
        let activations = self.activations.iter().map(|activation| activation.read(&states));
        let edges = PathEdges { activations: activations.collect::<Option<_>>().ok_or(Invalid::UnknownState)? };
        let excluded = numbers(ids, &self.properties)?;
        summaries::check(&mut system, &edges, &excluded, control)
            .map_err(|rejection| invalid(rejection, &self.properties))?;
        Ok(self.properties.clone())
    }
}

impl ActivationDocument {
    fn read(&self, (shared, locals): &(Vec<SharedId>, Vec<LocalId>)) -> Option<Activation> {
        let read = |list: &[(u32, u32)]| -> Option<Vec<_>> {
            list.iter().map(|(state, local)| Some((pick(*state, shared)?, pick(*local, locals)?))).collect()
        };
        let mut entries = read(&self.entries)?;
        entries.sort_unstable();
        entries.dedup();
        Some(Activation { entries, states: read(&self.states)? })
    }
}

impl Writer<'_, ProgramSystem<'_>> {
    fn thread_states(&mut self, list: &[(SharedId, LocalId)]) -> Vec<(u32, u32)> {
        list.iter().map(|(shared, local)| (self.shared(*shared), self.local(*local))).collect()
    }
}
