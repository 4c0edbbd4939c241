//! One version of one file with the results about it.

use std::cell::LazyCell;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Joined, Severity, Span};
use boolprog_check::integer::Model;
use boolprog_integer::Check;

use super::Property;
use super::requested::left_out;
use super::tokens::tokens;
use crate::checkable::Stated;
use crate::verdicts::place_in;
use crate::{Answer, Checkable, Context, Preferences, Results};

/// One version of one program, with everything that is known of it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Text of the file.
    pub text: Arc<str>,
    /// The text of the program, if it has other files: places are offsets into it.
    pub joined: Joined,
    /// The integer program that was made of it; `None` if it has errors.
    pub model: Option<Model>,
    /// Why it has no meaning, or notes on how it was read.
    pub problems: Arc<[Diagnostic]>,
    /// The properties of the program, in textual order.
    pub properties: Arc<[Property]>,
    /// The checks that are made on request only, and were requested.
    pub requested: Arc<[Check]>,
    /// Facts beside the text.
    pub context: Context,
    /// The verdicts, and how they relate to this text.
    pub results: Results,
}

impl Snapshot {
    /// The program of a text as its front end read it, before any check. With the texts of its other files it is the joined one.
    pub fn new(
        text: Arc<str>,
        joined: Joined,
        read: Result<(Model, Vec<Diagnostic>), Vec<Diagnostic>>,
        requested: Vec<Check>,
        preferences: Preferences,
    ) -> Self {
        let (model, problems) = match read {
            Ok((model, notes)) => (Some(model), notes),
            Err(problems) => (None, problems),
        };
        let properties = model.iter().flat_map(Property::all).collect();
        Self {
            text,
            joined,
            model,
            problems: problems.into(),
            properties,
            requested: requested.into(),
            context: Context { preferences, ..Context::default() },
            results: Results::None,
        }
    }

    /// The places where properties are shown, by their index. A data race or a deadlock is about threads: a violation is where the
    /// first of them is at the end of the counterexample. Every other property is where the text has it. One pass over the text.
    pub(super) fn places(&self) -> Vec<Span> {
        let parts = LazyCell::new(|| self.parts());
        let place = |(index, property): (usize, &Property)| {
            let answer =
                self.results.answer(index).filter(|answer| answer.is_violated() && self.is_about_threads(index));
            answer.and_then(|answer| place_in(self, &parts, answer)).unwrap_or(property.span)
        };
        self.properties.iter().enumerate().map(place).collect()
    }

    fn is_about_threads(&self, index: usize) -> bool {
        let property = self.model.as_ref().and_then(|model| model.system.properties.get(index));
        property.and_then(|property| property.claim.as_ref()).is_some_and(|claim| claim.check.is_of_threads())
    }

    /// The paths of all files of the program but the first one, those that are included, too; of one with errors those that are linked.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let machine = self.model.as_ref().and_then(|model| model.machine.as_deref());
        let units = machine.into_iter().flat_map(|machine| machine.units().filter(|(id, _)| !machine.is_library(*id)));
        let read = units.flat_map(|(_, unit)| &unit.sources.files).filter(|file| !file.is_built_in);
        read.map(|file| file.path.as_str()).chain(self.joined.others.iter().map(|other| other.path.as_str()))
    }
}

impl Checkable for Snapshot {
    fn left_out(&self) -> Vec<String> {
        left_out(self.model.as_ref(), &self.requested).map(|(_, [_, many], _)| many.to_owned()).collect()
    }

    fn text(&self) -> &Arc<str> {
        &self.text
    }

    fn results(&self) -> &Results {
        &self.results
    }

    fn context(&self) -> &Context {
        &self.context
    }

    fn problems(&self) -> [&[Diagnostic]; 2] {
        // A C program may be wrong in its syntax, a name or a type: all are errors.
        [&[], &self.problems]
    }

    fn stated(&self) -> Vec<Stated> {
        let stated = |(property, span)| Stated { span, ..Property::stated(property) };
        self.properties.iter().zip(self.places()).map(stated).collect()
    }

    fn property_in(&self, span: Span) -> Option<usize> {
        let here = || self.places().into_iter().enumerate().filter(|(_, place)| *place == span).map(|(index, _)| index);
        let is_violated = |index: &usize| self.results.answer(*index).is_some_and(Answer::is_violated);
        here().find(is_violated).or_else(|| here().next())
    }

    /// Places of a trace begin and end with tokens.
    fn parts(&self) -> Vec<Span> {
        tokens(self.text())
    }

    /// With the file, if it is another one of the program.
    fn place(&self, offset: u32, line: usize) -> String {
        let Some(other) = self.joined.other(offset) else { return format!("line {line}") };
        let before = self.joined.text.get(other.start as usize..offset as usize).unwrap_or_default();
        let name = other.path.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{name}, line {}", before.matches('\n').count() + 1)
    }

    /// The number of threads is known once the program is read.
    fn scope(&self) -> String {
        String::new()
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_blank(&self) -> bool {
        false
    }

    fn is_large(&self) -> bool {
        self.context.preferences.large.are_exceeded_by(&self.text)
    }

    fn has_errors(&self) -> bool {
        self.problems.iter().any(|found| found.severity == Severity::Error)
    }
}
