//! A proof by `alpha` as a document.

use boolprog_abstraction::outcome::Proof;
use boolprog_base::control::Control;
use boolprog_certificate::integer::{AbstractState, AbstractStep};
use boolprog_certificate::integer::{Abstraction, Bits};
use boolprog_integer::model::predicates;
use boolprog_prover::Prover;
use serde::{Deserialize, Serialize};

use super::decide::restricted;
use super::engines::{doubt, print};
use super::{Model, property_ids};
use crate::report::{AlphaProof, Reason};

/// Abstract states that stand for all reachable ones: predicates by what they say, the rest by numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProofDocument {
    /// The ids of the properties that it proves together.
    pub(crate) properties: Vec<String>,
    /// The predicates as the language declares them, without `predicate` and `;`.
    predicates: Vec<String>,
    /// The abstract states: the location of each instance, and `1` for each predicate that holds, `0` for the others.
    states: Vec<(Vec<u16>, String)>,
    /// The steps, by increasing source: source, transition, target.
    steps: Vec<[u32; 3]>,
}

impl ProofDocument {
    /// The document of a proof. Linear.
    pub(crate) fn new(model: &Model, proof: &AlphaProof) -> Self {
        let AlphaProof { properties, abstraction } = proof;
        let digit = |state: &AbstractState, number| if state.values.contains(number) { '1' } else { '0' };
        let digits = |state: &AbstractState| (0..abstraction.predicates.len()).map(|it| digit(state, it)).collect();
        Self {
            properties: properties.clone(),
            predicates: abstraction.predicates.iter().map(|predicate| print(&model.system, predicate)).collect(),
            states: abstraction.states.iter().map(|state| (state.locations.to_vec(), digits(state))).collect(),
            steps: abstraction.steps.iter().map(|step| [step.source, step.transition, step.target]).collect(),
        }
    }

    /// Why this does not prove its properties of the program, if it does not: the checker looks at it, with the questions to
    /// the prover that this takes.
    pub(crate) fn doubt(&self, model: &Model, prover: &mut dyn Prover, control: &dyn Control) -> Option<Reason> {
        let ids = property_ids(&model.system);
        let indices = self.properties.iter().map(|id| ids.iter().position(|known| known == id));
        let (Some(asked), Some(abstraction)) = (indices.collect::<Option<Vec<_>>>(), self.abstraction(model)) else {
            return Some(Reason::Internal("the proof speaks of something else".to_owned()));
        };
        doubt(&restricted(&model.system, &asked), &Proof::Exact(abstraction), prover, control)
    }

    /// What the document says; `None` if that has no meaning in the program.
    fn abstraction(&self, model: &Model) -> Option<Abstraction> {
        let predicates = predicates(&model.file, &model.instantiation, &self.predicates)?
            .into_iter()
            .map(|it| boolprog_certificate::integer::Predicate { formula: it.formula, owner: it.owner })
            .collect::<Vec<_>>();
        let (length, instances) = (predicates.len(), model.system.instances.len());
        let state = |(locations, values): &(Vec<u16>, String)| {
            let values = values.bytes().map(|digit| digit == b'1').collect::<Vec<_>>();
            let fits = values.len() == length && locations.len() == instances;
            let locations = locations.clone().into_boxed_slice();
            fits.then(|| AbstractState { locations, values: Bits::from_iter(values) })
        };
        let states = self.states.iter().map(state).collect::<Option<Vec<_>>>()?;
        let step = |[source, transition, target]: &[u32; 3]| AbstractStep {
            source: *source,
            transition: *transition,
            target: *target,
            must: true,
        };
        let steps: Vec<_> = self.steps.iter().map(step).collect();
        let fits = steps.iter().all(|step| (step.target as usize) < states.len());
        fits.then(|| Abstraction { predicates, states, examples: Vec::new(), steps })
    }
}
