//! A counterexample with every state written out: the data of a session.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use boolprog_trace::c::Expressions;
use boolprog_trace::document::{
    DocumentError, FrameDocument, ProgramKind, PropertyDocument, PropertyKind, RangeDocument, StateDocument,
    StepDocument, ThreadDocument, TraceDocument, Value,
};

/// A counterexample and its states. Cursor `k` is the moment before step `k`; the last cursor is the moment after
/// the last step.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    document: Arc<TraceDocument>,
    /// One more than there are steps; written out when the first is examined.
    states: OnceLock<Vec<Arc<StateDocument>>>,
    thread_names: BTreeMap<u32, String>,
    simulated: Option<Simulated>,
    language: Option<Arc<Language>>,
}

/// The reader of expressions of C in the program of a recording; made when the first is read. None if the program is not there.
pub(super) type Language = LazyLock<Option<Expressions>, Box<dyn FnOnce() -> Option<Expressions> + Send>>;

/// The additional facts about a recording that is a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Simulated {
    /// The number of recorded steps; the later ones were selected.
    pub(super) from: usize,
    /// The largest number of a thread in the recording that was left.
    pub(super) threads: u32,
    /// `true` if no thread can move at the end, although some live.
    pub(super) stuck: bool,
    /// Why it ends here, as a sentence, unless something is violated or there are simply more steps.
    pub(super) why: Option<&'static str>,
}

impl Recording {
    /// Looks through a counterexample; takes time linear in its length.
    ///
    /// Fails if the document is of another schema or contradicts itself.
    pub(super) fn new(document: Arc<TraceDocument>) -> Result<Self, DocumentError> {
        document.walk(|_, _| ())?;
        let thread_names = thread_names(&document);
        Ok(Self { document, states: OnceLock::new(), thread_names, simulated: None, language: None })
    }

    /// The same, whose expressions are read so.
    pub(super) fn with_language(self, language: Arc<Language>) -> Self {
        Self { language: Some(language), ..self }
    }

    /// The reader of expressions of C; `None` if there is no C program.
    pub(super) fn expressions(&self) -> Option<&Expressions> {
        LazyLock::force(self.language.as_deref()?).as_ref()
    }

    /// The states at all cursors; computed on first use, which takes time and memory linear in their size.
    fn states(&self) -> &[Arc<StateDocument>] {
        self.states.get_or_init(|| write_out(&self.document))
    }

    /// The first steps of it, as the beginning of something that is tried out. Steps are copied, states are not.
    pub(super) fn branch(&self, cursor: usize) -> Self {
        let whole = &*self.document;
        let document = Arc::new(TraceDocument {
            steps: whole.steps[..cursor].to_vec(),
            guarantee: String::new(),
            schema: whole.schema.clone(),
            program: whole.program.clone(),
            program_hash: whole.program_hash.clone(),
            files: whole.files.clone(),
            threads: whole.threads.clone(),
            instances: whole.instances.clone(),
            property: PropertyDocument { kind: PropertyKind::Point, ..whole.property.clone() },
            shared: whole.shared.clone(),
            heap: whole.heap.clone(),
            thread_local: whole.thread_local.clone(),
            procedures: whole.procedures.clone(),
            initial: whole.initial.clone(),
            schedule: None,
            ..*whole
        });
        let (from, threads) = self.simulated.map_or_else(|| (cursor, self.largest()), |it| (it.from, it.threads));
        let states = OnceLock::from(self.states()[..=cursor].to_vec());
        let simulated = Some(Simulated { from, threads, stuck: false, why: None });
        let (thread_names, language) = (self.thread_names.clone(), self.language.clone());
        Self { document, states, thread_names, simulated, language }
    }

    /// A longer execution in its place.
    pub(super) fn grown(&self, whole: Self) -> Self {
        Self { simulated: self.simulated, language: self.language.clone(), ..whole }
    }

    /// Adds a step and the state after it. [`Self::finish`] has to follow.
    pub(super) fn push(&mut self, step: StepDocument, state: StateDocument) {
        let mut states = self.states.take().unwrap_or_else(|| write_out(&self.document));
        states.push(Arc::new(state));
        self.states = OnceLock::from(states);
        Arc::make_mut(&mut self.document).steps.push(step);
    }

    pub(super) fn finish(&mut self, property: PropertyDocument, stuck: bool, why: Option<&'static str>) {
        let most = self.states().iter().map(|state| state.threads.len()).max().unwrap_or(0);
        let document = Arc::make_mut(&mut self.document);
        document.property = property;
        document.threads_needed = most as u32;
        document.context_switches =
            document.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count() as u32;
        self.thread_names = thread_names(document);
        self.simulated = self.simulated.map(|simulated| Simulated { stuck, why, ..simulated });
    }

    /// The largest number of a thread.
    fn largest(&self) -> u32 {
        self.thread_names.last_key_value().map_or(0, |(number, _)| *number)
    }

    /// Returns `true` if a step starts a thread that the recording which a simulation has left does not have.
    pub(super) fn starts_another(&self, step: &StepDocument) -> bool {
        self.simulated.is_some_and(|simulated| step.created.is_some_and(|created| created > simulated.threads))
    }

    /// The additional facts if it is a simulation.
    pub(super) fn simulated(&self) -> Option<Simulated> {
        self.simulated
    }

    /// `true` if no thread can move at a cursor; known at the end of a simulation.
    pub(super) fn is_stuck(&self, cursor: usize) -> bool {
        cursor == self.end() && self.simulated.is_some_and(|simulated| simulated.stuck)
    }

    pub(super) fn document(&self) -> &TraceDocument {
        &self.document
    }

    /// The last cursor: the number of steps.
    pub(super) fn end(&self) -> usize {
        self.document.steps.len()
    }

    pub(super) fn state(&self, cursor: usize) -> &StateDocument {
        &self.states()[cursor]
    }

    /// The step about to be taken; `None` at the end.
    pub(super) fn next_step(&self, cursor: usize) -> Option<&StepDocument> {
        self.document.steps.get(cursor)
    }

    /// The step that led here; `None` at the start.
    pub(super) fn last_step(&self, cursor: usize) -> Option<&StepDocument> {
        self.document.steps.get(cursor.checked_sub(1)?)
    }

    /// The threads that live at a cursor, by increasing number.
    pub(super) fn live(&self, cursor: usize) -> impl Iterator<Item = &ThreadDocument> {
        self.state(cursor).threads.iter().map(Arc::as_ref)
    }

    pub(super) fn thread(&self, cursor: usize, number: u32) -> Option<&ThreadDocument> {
        self.live(cursor).find(|thread| thread.number == number)
    }

    /// The variables that have values at a cursor, each with its thread and the depth of its activation: 0 and 0 if it is shared,
    /// and the depth 0 if it belongs to no activation.
    pub(super) fn values(&self, cursor: usize) -> BTreeMap<(u32, usize, &str), &Value> {
        let document = self.document();
        let shared = document.shared.iter().zip(&self.state(cursor).shared).map(|(name, it)| ((0, 0, name), it));
        let threads = self.live(cursor).flat_map(|thread| {
            let own = document.thread_local.iter().zip(&thread.thread_local);
            let own = own.map(|(name, it)| ((thread.number, 0, name), it));
            let frames = (1..).zip(thread.frames.iter()).flat_map(|(depth, frame)| {
                let named = self.variable_names(frame).iter().zip(&frame.values);
                named.map(move |(name, it)| ((thread.number, depth, name), it))
            });
            own.chain(frames).collect::<Vec<_>>()
        });
        let all = shared.chain(threads).filter(|(_, value)| !value.is_nothing());
        all.map(|((thread, depth, name), value)| ((thread, depth, name.as_str()), value)).collect()
    }

    /// The numbers of the threads that a client lists: of those that live or, since the protocol wants one at every
    /// stop, of the one that ended last.
    pub(super) fn listed(&self, cursor: usize) -> Vec<u32> {
        let live: Vec<u32> = self.live(cursor).map(|thread| thread.number).collect();
        if live.is_empty() { self.last_step(cursor).map(|step| step.thread).into_iter().collect() } else { live }
    }

    pub(super) fn ever_lives(&self, number: u32) -> bool {
        self.thread_names.contains_key(&number)
    }

    /// The name of a thread: number, procedure, and the place of its creation unless it exists from the start.
    pub(super) fn thread_name(&self, number: u32) -> String {
        self.thread_names.get(&number).cloned().unwrap_or_else(|| format!("T{number}"))
    }

    /// The threads of a C program that cannot go on at a cursor, and what they wait for. Linear in the steps before it.
    pub(super) fn waits(&self, cursor: usize) -> BTreeMap<u32, &str> {
        let mut waits = BTreeMap::new();
        for step in &self.document.steps[..cursor] {
            waits.retain(|thread, _| !step.woken.contains(thread) && step.ended != Some(*thread));
            waits.extend(step.blocked.iter().map(|blocked| (blocked.thread, blocked.on.as_str())));
        }
        waits
    }

    /// Returns `true` if variables are shown as trees: a trace of a C program lists the scalar parts of objects.
    pub(super) fn has_parts(&self) -> bool {
        self.document.kind == ProgramKind::C
    }

    /// A value as the language of the program writes it; a pointer into the heap with where that was allocated.
    pub(super) fn written(&self, value: &Value) -> String {
        let written = self.document.written(value);
        let number = written
            .strip_prefix("&heap")
            .map(|rest| rest.find(|it: char| !it.is_ascii_digit()).map_or(rest, |end| &rest[..end]));
        let index = number.and_then(|number| number.parse::<usize>().ok()?.checked_sub(1));
        match index.and_then(|index| self.document.heap.get(index)) {
            Some(range) => format!("{written} (block of {})", self.document.place(range)),
            None => written,
        }
    }

    pub(super) fn procedure_name(&self, frame: &FrameDocument) -> &str {
        procedure_name(&self.document, frame)
    }

    pub(super) fn variable_names(&self, frame: &FrameDocument) -> &[String] {
        self.document.procedures.get(frame.procedure as usize).map_or(&[], |procedure| &procedure.variables)
    }

    pub(super) fn has_label(&self, label: &str) -> bool {
        self.document.procedures.iter().flat_map(|procedure| &procedure.labels).any(|found| found.name == label)
    }

    /// The labels of the statement that an activation is about to execute.
    pub(super) fn labels_at(&self, frame: &FrameDocument) -> impl Iterator<Item = &str> {
        let procedure = self.document.procedures.get(frame.procedure as usize);
        let labels = procedure.into_iter().flat_map(|procedure| &procedure.labels);
        labels.filter(|label| label.range == frame.range).map(|label| label.name.as_str())
    }

    /// The position of an activation of a live thread, `frame` at this depth. At the end the violating thread is at its violation: a failed
    /// assertion has no statement after it, and a labelled statement stands for its label.
    pub(super) fn position(
        &self,
        cursor: usize,
        thread: &ThreadDocument,
        (depth, frame): (usize, &FrameDocument),
    ) -> RangeDocument {
        let property = &self.document.property;
        let innermost = depth + 1 == thread.frames.len();
        if cursor == self.end() && thread.number == property.thread && innermost { property.range } else { frame.range }
    }

    /// The span of the next step, or at the end of the violation, for comparison with breakpoints.
    pub(super) fn next_range(&self, cursor: usize) -> RangeDocument {
        self.next_step(cursor).map_or(self.document.property.range, |step| step.range)
    }

    /// The thread that takes the next step; at the end the thread that violates.
    pub(super) fn next_thread(&self, cursor: usize) -> u32 {
        self.next_step(cursor).map_or(self.document.property.thread, |step| step.thread)
    }

    /// The thread to show: the one that took the step to the cursor; at the start the one that acts first; at the end
    /// the one that violates. If that one is gone, the one that acts next, or any that is listed.
    pub(super) fn focus(&self, cursor: usize) -> Option<u32> {
        let ends = cursor == self.end() && (self.simulated.is_none() || self.document.is_violation());
        let violating = ends.then_some(self.document.property.thread);
        let acted = self.last_step(cursor).map(|step| step.thread);
        let acts = Some(self.next_thread(cursor));
        let mut candidates = [violating, acted, acts].into_iter().flatten();
        candidates
            .find(|number| self.thread(cursor, *number).is_some())
            .or_else(|| self.listed(cursor).first().copied())
    }
}

/// The states of a document that was looked through.
fn write_out(document: &TraceDocument) -> Vec<Arc<StateDocument>> {
    let states = document.states().expect("a recording is made of a valid document");
    states.into_iter().map(Arc::new).collect()
}

fn thread_names(document: &TraceDocument) -> BTreeMap<u32, String> {
    let name = |number: u32, outermost: Option<&FrameDocument>| {
        let procedure = || outermost.map_or("?", |frame| procedure_name(document, frame));
        let instance = document.instances.get((number as usize).wrapping_sub(1));
        format!("T{number} {}", instance.map_or_else(procedure, String::as_str))
    };
    let initial = document.initial.threads.iter();
    let mut names: BTreeMap<_, _> =
        initial.map(|thread| (thread.number, name(thread.number, thread.frames.first()))).collect();
    for step in &document.steps {
        for thread in step.threads.iter().filter(|thread| step.created == Some(thread.number)) {
            let name = name(thread.number, thread.frames.first());
            names.insert(thread.number, format!("{name} (started in line {})", step.range.line));
        }
    }
    names
}

fn procedure_name<'a>(document: &'a TraceDocument, frame: &FrameDocument) -> &'a str {
    document.procedures.get(frame.procedure as usize).map_or("?", |procedure| &procedure.name)
}
