//! What was recorded, seen from the present program.

use boolprog_program::names::VariableId;
use boolprog_syntax::ast::SiteId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Present;
use crate::configuration::Configuration;
use crate::document::{DocumentError, StateDocument, TraceDocument};
use crate::export::one_line;
use crate::interpreter::evaluate::Cell;

/// Where a recorded thread is now: its recorded number and its present one.
pub(super) type Numbers = Vec<(u32, u32)>;

/// A trace, and what its statements, variables and procedures are called now.
pub(super) struct Past<'a> {
    pub(super) document: &'a TraceDocument,
    states: Vec<StateDocument>,
    /// What each recorded step says, and the next step of its thread.
    said: Vec<Said>,
    next: Vec<Option<usize>>,
    /// What each present site says, as people see it, and without blanks.
    shown: Vec<String>,
    says: Vec<String>,
    /// What is said anywhere in each present procedure.
    procedures: Vec<FxHashSet<String>>,
    /// The recorded index of each present variable that is stored in one place.
    shared: Vec<Option<usize>>,
    thread_local: Vec<Option<usize>>,
    locals: Vec<Locals>,
}

/// The recorded counterpart of a present procedure, and of its variables.
struct Locals {
    procedure: Option<usize>,
    variables: Vec<Option<usize>>,
}

/// The text of a recorded statement without blanks, which may have been cut.
struct Said {
    text: String,
    is_cut: bool,
}

impl Said {
    fn new(text: &str) -> Self {
        let whole = text.strip_suffix('…');
        Self { text: without_blanks(whole.unwrap_or(text)), is_cut: whole.is_some() }
    }

    fn is(&self, present: &str) -> bool {
        if self.is_cut { present.starts_with(&self.text) } else { present == self.text }
    }
}

impl<'a> Past<'a> {
    /// Compares a trace with the present program. Linear in both, but for the names, each of which is looked for among
    /// those of its kind. Fails if the document contradicts itself.
    pub(super) fn new(document: &'a TraceDocument, present: &Present<'_>) -> Result<Self, DocumentError> {
        let states = document.states()?;
        let Present { text, file, names, .. } = present;
        let shown: Vec<String> = file.sites.iter().map(|site| one_line(text, site.span, &file.comments)).collect();
        let says: Vec<String> = shown.iter().map(|text| without_blanks(text)).collect();
        let mut procedures = vec![FxHashSet::default(); file.procedures.len()];
        for (site, says) in file.sites.iter().zip(&says) {
            if let Some(procedure) = procedures.get_mut(site.procedure as usize) {
                procedure.insert(says.clone());
            }
        }
        let name = |id: VariableId| names.info(id).name.as_str();
        let now: Vec<&str> = names.procedures.iter().map(|procedure| procedure.name.as_str()).collect();
        let then: Vec<&str> = document.procedures.iter().map(|procedure| procedure.name.as_str()).collect();
        let locals = names.procedures.iter().zip(counterparts(&now, &then)).map(|(procedure, counterpart)| {
            let now: Vec<&str> = procedure.variables.iter().map(|id| name(*id)).collect();
            let then = counterpart.map_or(&[][..], |index| document.procedures[index].variables.as_slice());
            Locals { procedure: counterpart, variables: counterparts(&now, then) }
        });
        Ok(Self {
            document,
            next: next_of_same_thread(document),
            said: document.steps.iter().map(|step| Said::new(&step.text)).collect(),
            shared: counterparts(&names.shared().map(name).collect::<Vec<_>>(), &document.shared),
            thread_local: counterparts(&names.thread_local().map(name).collect::<Vec<_>>(), &document.thread_local),
            locals: locals.collect(),
            states,
            shown,
            says,
            procedures,
        })
    }

    /// How many steps lead to the state that violates: all, but for the `assert` that fails.
    pub(super) fn moves(&self) -> usize {
        let steps = self.document.steps.len();
        if self.document.property.kind == crate::document::PropertyKind::Assert {
            steps.saturating_sub(1)
        } else {
            steps
        }
    }

    /// How many threads lived in all states together: the size of the recording.
    pub(super) fn size(&self) -> usize {
        self.states.iter().map(|state| state.threads.len()).sum()
    }

    /// What a present site says.
    pub(super) fn shown(&self, site: SiteId) -> &str {
        self.shown.get(site.0 as usize).map_or("", String::as_str)
    }

    /// Whether a recorded step, counted from 0, executes what a present site says.
    pub(super) fn is_at(&self, step: usize, site: SiteId) -> bool {
        self.says.get(site.0 as usize).is_some_and(|says| self.said[step].is(says))
    }

    /// Whether the statement of a recorded step is still somewhere in a procedure.
    pub(super) fn remains(&self, step: usize, procedure: u32) -> bool {
        let said = &self.said[step];
        let is_in = |texts: &FxHashSet<String>| {
            if said.is_cut { texts.iter().any(|text| said.is(text)) } else { texts.contains(&said.text) }
        };
        self.procedures.get(procedure as usize).is_some_and(is_in)
    }

    /// Whether a present site can be what became of the statement of a recorded step: a statement of the same form.
    pub(super) fn resembles(&self, step: usize, site: SiteId) -> bool {
        self.says.get(site.0 as usize).is_some_and(|says| form(says) == form(&self.said[step].text))
    }

    /// Whether a present site can be where the thread of a recorded step went on behind it: at the first of its later
    /// statements that are still there; anywhere, if there is none.
    pub(super) fn goes_on_at(&self, step: usize, site: SiteId, procedure: u32) -> bool {
        let later = std::iter::successors(self.next[step], |step| self.next[*step]);
        let mut later = later.take_while(|later| *later < self.moves());
        later.find(|later| self.remains(*later, procedure)).is_none_or(|next| self.is_at(next, site))
    }

    /// The value that a present cell had in a recorded state, if there was such a variable then.
    pub(super) fn value(&self, state: usize, numbers: &Numbers, now: &Configuration, cell: Cell) -> Option<bool> {
        let state = self.states.get(state)?;
        let thread = |position: usize| {
            let present = now.threads.get(position)?;
            let (recorded, _) = numbers.iter().find(|(_, number)| *number == present.number)?;
            Some((present, state.threads.iter().find(|thread| thread.number == *recorded)?))
        };
        match cell {
            Cell::Shared(index) => state.shared.get((*self.shared.get(index)?)?)?.truth(),
            Cell::ThreadLocal(position, index) => {
                thread(position)?.1.thread_local.get((*self.thread_local.get(index)?)?)?.truth()
            }
            Cell::Local(position, depth, index) => {
                let (present, recorded) = thread(position)?;
                let locals = self.locals.get(present.frames.get(depth)?.procedure.0 as usize)?;
                let frame = recorded.frames.get(depth)?;
                let is_same = locals.procedure == Some(frame.procedure as usize);
                if is_same { frame.values.get((*locals.variables.get(index)?)?)?.truth() } else { None }
            }
        }
    }
}

/// For each step the next one that the same thread takes.
fn next_of_same_thread(document: &TraceDocument) -> Vec<Option<usize>> {
    let mut next = vec![None; document.steps.len()];
    let mut latest = FxHashMap::default();
    for (index, step) in document.steps.iter().enumerate().rev() {
        next[index] = latest.insert(step.thread, index);
    }
    next
}

/// For each present name the index of a recorded one: the equal one, and where there is none the next of those that no
/// present name is equal to.
fn counterparts(now: &[impl AsRef<str>], then: &[impl AsRef<str>]) -> Vec<Option<usize>> {
    let find = |name: &str, among: &[_]| -> Option<usize> { position(among, name) };
    let now: Vec<&str> = now.iter().map(AsRef::as_ref).collect();
    let then: Vec<&str> = then.iter().map(AsRef::as_ref).collect();
    let mut gone = (0..then.len()).filter(|index| find(then[*index], &now).is_none());
    now.iter().map(|name| find(name, &then).or_else(|| gone.next())).collect()
}

fn position(names: &[&str], name: &str) -> Option<usize> {
    names.iter().position(|found| *found == name)
}

/// A statement without blanks, but for those in `{...}`, which belong to names.
fn without_blanks(text: &str) -> String {
    let mut in_name = false;
    let keep = |character: &char| {
        in_name = if in_name { *character != '}' } else { *character == '{' };
        in_name || !character.is_whitespace()
    };
    text.chars().filter(keep).collect()
}

/// The words that statements begin with, none a prefix of a later one that it could be mistaken for.
const WORDS: [&str; 22] = [
    "atomic_begin",
    "atomic_end",
    "end_thread",
    "start_thread",
    "assume",
    "assert",
    "broadcast",
    "constrain",
    "dead",
    "elsif",
    "end",
    "goto",
    "if",
    "print",
    "return",
    "signal",
    "skip",
    "sync",
    "wait",
    "while",
    "enforce",
    "abortif",
];

/// What a statement without blanks begins with: a word, or nothing for an assignment or a call.
fn form(text: &str) -> &'static str {
    if text.contains(":=") { ":=" } else { WORDS.into_iter().find(|word| text.starts_with(word)).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_gone_are_found_by_their_order() {
        assert_eq!(counterparts(&["b", "new", "a"], &["a", "old", "b"]), [Some(2), Some(1), Some(0)]);
        assert_eq!(counterparts(&["x", "y"], &["z"]), [Some(0), None]);
        assert_eq!(counterparts(&["x"], &[] as &[&str]), [None]);
    }

    #[test]
    fn blanks_do_not_matter_outside_of_names() {
        assert_eq!(without_blanks("x  := {a b} & y"), "x:={a b}&y");
        assert!(Said::new("x := a & b").is("x:=a&b"));
        assert!(Said::new("x := a &…").is("x:=a&b"));
        assert!(!Said::new("x := a").is("x:=a&b"));
    }
}
