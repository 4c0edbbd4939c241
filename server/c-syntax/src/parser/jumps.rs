//! Labels, `goto`, `case` and `break` (C11 6.8.1, 6.8.6).

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{Case, FORK, FunctionId, Label, LabelId, StmtId, StmtKind};
use crate::types::Type;

/// The labels of the function whose body is read.
#[derive(Default)]
pub(super) struct Labels {
    all: Vec<Label>,
    is_defined: Vec<bool>,
    by_name: FxHashMap<SmolStr, LabelId>,
}

/// The cases of a `switch` whose body is read.
pub(super) struct Cases {
    /// The type of its value.
    pub(super) ty: Type,
    pub(super) list: Vec<(Case, Place)>,
    pub(super) default: Option<StmtId>,
}

/// A label, as it is read.
enum Mark {
    Label(LabelId),
    Case(i128, i128),
    Default,
}

impl Labels {
    fn make(&mut self, name: &SmolStr, place: Place) -> LabelId {
        self.all.push(Label { name: name.clone(), place });
        self.is_defined.push(false);
        LabelId(self.all.len() as u32 - 1)
    }
}

impl Parser<'_> {
    /// The label with a name, which may be defined later.
    pub(super) fn label(&mut self, name: &SmolStr, place: Place) -> Parsed<LabelId> {
        if let Some(label) = self.scopes.label(name) {
            return Ok(label);
        }
        let Some(body) = &mut self.body else {
            return Err(self.mistake(place, "A label needs a function around."));
        };
        if let Some(label) = body.labels.by_name.get(name) {
            return Ok(*label);
        }
        let label = body.labels.make(name, place);
        body.labels.by_name.insert(name.clone(), label);
        Ok(label)
    }

    /// `__label__ a, b;` of GNU C: labels of this block.
    pub(super) fn local_labels(&mut self) -> Parsed<()> {
        while self.eat("__label__") {
            loop {
                let (name, place) = self.name("a label")?;
                if let Some(body) = &mut self.body {
                    let label = body.labels.make(&name, place);
                    self.scopes.declare_label(name, label);
                }
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        Ok(())
    }

    /// Reports which labels are missing, and gives all to the function.
    pub(super) fn close_labels(&mut self, id: FunctionId) {
        let Some(body) = &mut self.body else { return };
        let labels = std::mem::take(&mut body.labels);
        for (label, _) in labels.all.iter().zip(&labels.is_defined).filter(|(_, is_defined)| !**is_defined) {
            self.mistake(
                label.place,
                format!("No label `{}` is in this function: add it, or correct its name.", label.name),
            );
        }
        self.unit.functions[id.0 as usize].labels = labels.all;
    }

    /// `true` before `case`, `default` or a label.
    pub(super) fn at_label(&self) -> bool {
        let is_label = self.at_name() && self.ahead(1).is(":") && !self.ahead(2).is(":");
        is_label || self.at("case") || self.at("default")
    }

    /// A statement after its labels.
    pub(super) fn labelled(&mut self) -> Parsed<StmtId> {
        let mut marks = Vec::new();
        while self.at_label() {
            let start = self.place();
            let mark = self.mark()?;
            let place = self.since(start);
            self.skip_attributes()?;
            marks.push((mark, place));
        }
        let mut inner =
            if self.at("}") { self.stmt(StmtKind::Empty, self.place()) } else { self.declaration_or_statement()? };
        for (mark, place) in marks.into_iter().rev() {
            inner = self.marked(&mark, place, inner);
        }
        Ok(inner)
    }

    fn mark(&mut self) -> Parsed<Mark> {
        let mark = if self.eat("case") {
            let first = self.case_value()?;
            let last = if self.eat("...") { self.case_value()? } else { first };
            Mark::Case(first, last)
        } else if self.eat("default") {
            Mark::Default
        } else {
            let (name, place) = self.name("a label")?;
            Mark::Label(self.define_label(&name, place)?)
        };
        self.expect(":")?;
        Ok(mark)
    }

    fn define_label(&mut self, name: &SmolStr, place: Place) -> Parsed<LabelId> {
        let mut label = self.label(name, place)?;
        let Some(body) = &mut self.body else { return Ok(label) };
        if name.starts_with(FORK) && body.labels.is_defined[label.0 as usize] {
            label = body.labels.make(name, place);
        }
        let number = label.0 as usize;
        if std::mem::replace(&mut body.labels.is_defined[number], true) {
            return Err(self.mistake(place, format!("A second label `{name}` in this function: rename one of them.")));
        }
        body.labels.all[number].place = place;
        Ok(label)
    }

    fn case_value(&mut self) -> Parsed<i128> {
        let start = self.place();
        let value = self.constant_expression("the value of a case")?;
        match self.body.as_ref().and_then(|body| body.switches.last()) {
            Some(switch) => Ok(self.unit.wrap(value, &switch.ty)),
            None => Err(self.mistake(self.since(start), "`case` needs a `switch` around.")),
        }
    }

    fn marked(&mut self, mark: &Mark, place: Place, inner: StmtId) -> StmtId {
        let kind = match mark {
            Mark::Label(label) => StmtKind::Label(*label, inner),
            Mark::Case(..) | Mark::Default => StmtKind::Case(inner),
        };
        let stmt = self.stmt(kind, place);
        let switch = self.body.as_mut().and_then(|body| body.switches.last_mut());
        let mistake = match (mark, switch) {
            (Mark::Case(first, last), Some(switch)) => {
                switch.list.push((Case { first: *first, last: *last, target: stmt }, place));
                None
            }
            (Mark::Default, Some(switch)) => {
                let second = "A second `default` in this `switch`: remove one of them.";
                switch.default.replace(stmt).map(|_| second)
            }
            (Mark::Default, None) => Some("`default` needs a `switch` around."),
            (Mark::Label(_) | Mark::Case(..), _) => None,
        };
        if let Some(message) = mistake {
            self.mistake(place, message);
        }
        stmt
    }

    /// The cases of a `switch`, in ascending order; reports those that overlap. Empty ranges are left out.
    pub(super) fn sorted_cases(&mut self, mut cases: Vec<(Case, Place)>) -> Vec<Case> {
        cases.retain(|(case, _)| case.first <= case.last);
        cases.sort_by_key(|(case, _)| case.first);
        for pair in 0..cases.len().saturating_sub(1) {
            let ((before, _), (after, place)) = (cases[pair], cases[pair + 1]);
            if before.last >= after.first {
                self.mistake(place, format!("A second case for {}: remove one of them.", after.first));
            }
        }
        cases.into_iter().map(|(case, _)| case).collect()
    }

    pub(super) fn goto(&mut self) -> Parsed<StmtKind> {
        if self.eat("*") {
            let to = self.expression_value()?;
            if !self.ty(to).is_pointer() && !self.ty(to).is_integer() {
                return Err(self.mistake(self.place_of(to), "A computed `goto` needs the address of a label."));
            }
            let to = self.convert(to, Type::void().pointer());
            return Ok(StmtKind::GotoComputed(to));
        }
        let (name, place) = self.name("a label")?;
        Ok(StmtKind::Goto(self.label(&name, place)?))
    }

    /// `return`, after its keyword.
    pub(super) fn returned(&mut self, place: Place) -> Parsed<StmtKind> {
        let Some(body) = &self.body else { return Err(self.mistake(place, "`return` needs a function around.")) };
        let result = self.unit[body.function].signature.result.clone();
        if self.at(";") {
            return Ok(StmtKind::Return(None));
        }
        let value = self.expression_value()?;
        // A value of a function without a result is evaluated and dropped.
        let value = if result.is_void() { self.convert(value, result) } else { self.assigned(value, &result)? };
        Ok(StmtKind::Return(Some(value)))
    }
}
