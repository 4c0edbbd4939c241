//! Questions: one program of either kind, with the options of its check.

use boolprog_base::control::Control;
use boolprog_prover::Prover;

use crate::any_number;
use crate::confirmed::confirmed;
use crate::integer::{self, Known, Model};
use crate::learned::Learned;
use crate::observer::Observer;
use crate::options::Options;
use crate::report::Report;
use crate::rolled;
use crate::run::check;
use crate::unit::{Unit, fingerprint};
use boolprog_program::lower::property_ids;
use boolprog_trace::document::ProgramKind;

/// A program with the options of its check: the one place where the two kinds of programs differ. A front end makes
/// either kind, from any language. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Query {
    /// A program over bits, for any number of threads.
    Boolean(Unit, Options),
    /// A program over integers, for the instances that it has, or for any number of them.
    Integer(Model, integer::Options),
}

impl Query {
    /// Decides every property that the options ask for. A Boolean program with errors has no properties and an empty report.
    /// Only integer programs ask the prover.
    pub fn check(&self, prover: &mut dyn Prover, control: &dyn Control, observer: &mut dyn Observer) -> Report {
        self.check_again(&Learned::default(), prover, control, observer)
    }

    /// The same after checks of earlier versions of the program. The observer hears at once of properties whose slice is that
    /// of one that was proved before.
    pub fn check_again(
        &self,
        known: &Learned,
        prover: &mut dyn Prover,
        control: &dyn Control,
        observer: &mut dyn Observer,
    ) -> Report {
        match self {
            Self::Boolean(unit, options) => check(unit, *options, control, observer),
            Self::Integer(model, options) if model.has_any_number() => {
                let report = any_number::check_again((model, known), options, prover, control, observer);
                confirmed(report, (model, options), control, observer)
            }
            Self::Integer(model, options) => {
                let proved = known.proved(model, &integer::asked(model, options));
                let mut known = Known { proved, violated: Vec::new() };
                rolled::look((model, &mut known), options, prover, control);
                let report = integer::check_again((model, &known), options, prover, control, observer);
                confirmed(report, (model, options), control, observer)
            }
        }
    }

    /// The same with one property alone, by its index, or with all. `evidence` asks for all that an
    /// [`EvidenceDocument`](crate::evidence::EvidenceDocument) keeps.
    #[must_use]
    pub fn asking(&self, property: Option<u32>, evidence: bool) -> Self {
        match self.clone() {
            Self::Boolean(unit, options) => Self::Boolean(unit, Options { property, certificate: evidence, ..options }),
            Self::Integer(model, options) => Self::Integer(model, integer::Options { property, ..options }),
        }
    }

    /// `true` if a report has all properties, in their order.
    pub fn asks_for_all(&self) -> bool {
        match self {
            Self::Boolean(..) => true,
            Self::Integer(_, options) => options.property.is_none(),
        }
    }

    /// A number that is the same for two queries only if a check of both has the same answer, up to places in the text (and
    /// hash collisions). Comments and layout do not change it; names do, as reports mention them.
    pub fn fingerprint(&self) -> u64 {
        match self {
            Self::Boolean(unit, options) => fingerprint(unit, *options),
            Self::Integer(model, options) => integer::fingerprint(model, options),
        }
    }

    /// The stable ids of the properties of the program, in textual order.
    pub fn property_ids(&self) -> Vec<String> {
        match self {
            Self::Boolean(unit, _) => {
                property_ids(&boolprog_program::lower::properties(&unit.file, &unit.analysis.reading))
            }
            Self::Integer(model, _) => model.system.property_ids(),
        }
    }

    /// The kind of the program.
    pub fn kind(&self) -> ProgramKind {
        match self {
            Self::Boolean(..) => ProgramKind::Boolean,
            Self::Integer(model, _) => model.kind(),
        }
    }

    /// The number of threads or instances that start: a number, or `*` for any.
    pub fn threads(&self) -> String {
        match self {
            Self::Boolean(unit, _) => unit.analysis.reading.threads.to_string(),
            Self::Integer(model, _) if model.has_any_number() => "*".to_owned(),
            Self::Integer(model, _) => model.system.instances.len().to_string(),
        }
    }
}
