//! `boolprog abstract`: the Boolean program of an integer program and predicates.

use boolprog_base::control::Control;
use boolprog_check::integer::Model;
use boolprog_check::refine::{Precision, abstracted, seeds, template};
use boolprog_frontend::Options;
use boolprog_host::provers::prover;
use boolprog_program::program::Threads;

use super::arguments::{AbstractArguments, AbstractionArguments, MethodName};
use super::load;

impl AbstractionArguments {
    /// The integer program. Fails with a sentence.
    pub(super) fn model(&self, control: &dyn Control) -> Result<Model, String> {
        let options = Options { on_range: self.range.into(), ..self.reading.options() };
        // A number that stands for any one, where none is given.
        let threads = options.threads.filter(|_| !self.is_any()).or(Some(Threads::Exactly(2)));
        let (_, model) = load::integer(&self.file, (&self.reading, Options { threads, ..options }), control)?;
        let path = model.path.clone();
        self.distinguished.added_to(model).map_err(|why| format!("{path}: {why}"))
    }

    /// `true` if a process with `[*]` has any number of instances.
    pub(super) fn is_any(&self) -> bool {
        matches!(self.reading.threads, None | Some(Threads::Any))
    }

    pub(super) fn precision(&self) -> Precision {
        Precision { max_cube: usize::from(self.max_cube), exact: self.method == MethodName::Exact }
    }
}

/// The text of the Boolean program. Fails with a sentence for the user.
pub(super) fn make(AbstractArguments { abstraction, .. }: &AbstractArguments) -> Result<String, String> {
    let limits = abstraction.limits.start();
    let model = abstraction.model(&limits)?;
    let named = |why: String| format!("{}: {why}", model.path);
    let template = template(&model, abstraction.is_any()).map_err(|why| named(why.to_string()))?;
    let predicates = seeds(&template, abstraction.predicates.into());
    let mut prover = prover(&abstraction.prover);
    let made = abstracted(&model, &template, predicates, abstraction.precision(), &mut prover, &limits);
    Ok(made.map_err(named)?.printed.text)
}
