//! Expressions, in a form near to C in which each node can be seen.

use std::fmt::Write as _;

use super::nested;
use crate::tree::{Atomic, ExprId, ExprKind, Gives, Initialiser, Logical, ObjectId, Unit};
use crate::types::{Integer, Kind};

impl Unit {
    /// The name of an object in printed trees: its own, or its number, counted from the first one that is not built in.
    pub(super) fn name_of_object(&self, id: ObjectId) -> String {
        if let Some(name) = &self[id].name {
            return name.to_string();
        }
        let built_in = self.objects.iter().take_while(|object| !self.is_own(object.place)).count();
        format!("#{}", id.0 as usize - built_in)
    }

    /// An expression with all its nodes: `read x` is the value of an object, `decay a` a pointer to its first element, `(T e)` a
    /// conversion. Takes time in the number of nodes, each as often as it is referred to.
    pub fn expression(&self, id: ExprId) -> String {
        let mut text = String::new();
        self.write(&mut text, id);
        text
    }

    fn write(&self, text: &mut String, id: ExprId) {
        nested(|| self.write_kind(text, id));
    }

    fn write_kind(&self, text: &mut String, id: ExprId) {
        let ty = &self[id].ty;
        match &self[id].kind {
            ExprKind::Object(object) => text.push_str(&self.name_of_object(*object)),
            ExprKind::Text(id) => write_text(text, &self[*id].bytes),
            ExprKind::Function(function) => text.push_str(&self[*function].name),
            ExprKind::Integer(value) if ty.kind == Kind::Integer(Integer::Int) => _ = write!(text, "{value}"),
            ExprKind::Integer(value) => _ = write!(text, "{value}:{}", self.type_name(ty)),
            ExprKind::Floating(value) => _ = write!(text, "{value:?}:{}", self.type_name(ty)),
            ExprKind::Deref(of) => self.write_around(text, "*", &[*of], ""),
            ExprKind::Index(pointer, index) => {
                self.write(text, *pointer);
                self.write_around(text, "[", &[*index], "]");
            }
            ExprKind::Member(of, record, member) => {
                self.write(text, *of);
                let layout = self[*record].layout.as_ref();
                let name = layout.and_then(|layout| layout.members[*member as usize].name.as_deref());
                _ = write!(text, ".{}", name.unwrap_or("_"));
            }
            ExprKind::Compound(object) => {
                _ = write!(text, "compound {} ", self.type_name(ty));
                self.write_initialiser(text, self[*object].initialiser.as_ref());
            }
            ExprKind::Read(of) => self.write_around(text, "read ", &[*of], ""),
            ExprKind::Decay(of) => self.write_around(text, "decay ", &[*of], ""),
            ExprKind::Address(of) => self.write_around(text, "&", &[*of], ""),
            ExprKind::Convert(of) => self.write_around(text, &format!("({} ", self.type_name(ty)), &[*of], ")"),
            ExprKind::Unary(operator, of) => self.write_around(text, operator.sign(), &[*of], ""),
            ExprKind::Binary(operator, left, right) => self.write_between(text, *left, operator.sign(), *right),
            ExprKind::Logical(Logical::And, left, right) => self.write_between(text, *left, "&&", *right),
            ExprKind::Logical(Logical::Or, left, right) => self.write_between(text, *left, "||", *right),
            ExprKind::Comma(left, right) => self.write_between(text, *left, ",", *right),
            ExprKind::Assign { to, value } => self.write_between(text, *to, "=", *value),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.write_around(text, "(", &[*condition], " ?");
                if let Some(then) = then {
                    self.write_around(text, " ", &[*then], " ");
                }
                self.write_around(text, ": ", &[*otherwise], ")");
            }
            ExprKind::Update { to, operator, value, computed, gives } => {
                let before = if *gives == Gives::Before { "before " } else { "" };
                let sign = format!("{}=<{}>", operator.sign(), self.type_name(computed));
                text.push_str(before);
                self.write_between(text, *to, &sign, *value);
            }
            _ => self.write_other(text, id),
        }
    }

    /// Expressions that are written like calls.
    fn write_other(&self, text: &mut String, id: ExprId) {
        let ty = self.type_name(&self[id].ty);
        match &self[id].kind {
            ExprKind::Call { function, arguments } => {
                self.write(text, *function);
                self.write_around(text, "(", arguments, ")");
            }
            ExprKind::Block { statements, value } => {
                text.push_str("({\n");
                for statement in statements {
                    self.write_statement(text, *statement, 2);
                }
                if let Some(value) = value {
                    self.write_around(text, "    ", &[*value], "\n");
                }
                text.push_str("  })");
            }
            ExprKind::SizeOf(ty) => _ = write!(text, "sizeof({})", self.type_name(ty)),
            ExprKind::Atomic { operation, pointer, operands } => {
                _ = write!(text, "{ty} {}", atomic(*operation));
                let all: Vec<ExprId> = [*pointer].into_iter().chain(operands.iter().copied()).collect();
                self.write_around(text, "(", &all, ")");
            }
            ExprKind::VaStart(list) => self.write_around(text, "va_start(", &[*list], ")"),
            ExprKind::VaArg(list) => self.write_around(text, &format!("va_arg<{ty}>("), &[*list], ")"),
            ExprKind::VaEnd(list) => self.write_around(text, "va_end(", &[*list], ")"),
            ExprKind::VaCopy(to, from) => self.write_around(text, "va_copy(", &[*to, *from], ")"),
            ExprKind::LabelAddress(label) => _ = write!(text, "&&{}", label.0),
            _ => {}
        }
    }

    fn write_between(&self, text: &mut String, left: ExprId, sign: &str, right: ExprId) {
        self.write_around(text, "(", &[left], " ");
        self.write_around(text, &format!("{sign} "), &[right], ")");
    }

    fn write_around(&self, text: &mut String, before: &str, list: &[ExprId], after: &str) {
        text.push_str(before);
        for (number, expr) in list.iter().enumerate() {
            if number > 0 {
                text.push_str(", ");
            }
            self.write(text, *expr);
        }
        text.push_str(after);
    }

    /// The parts of an initialiser, with their offsets in bytes, and bits.
    pub(super) fn write_initialiser(&self, text: &mut String, initialiser: Option<&Initialiser>) {
        let Some(initialiser) = initialiser else { return };
        text.push_str(if initialiser.zeroes { "{zero" } else { "{" });
        for part in &initialiser.parts {
            _ = write!(text, " +{}", part.offset);
            if let Some(bits) = part.bits {
                _ = write!(text, ".{}-{}", bits.first, bits.first + bits.width - 1);
            }
            self.write_around(text, ": ", &[part.value], ";");
        }
        text.push('}');
    }
}

fn write_text(text: &mut String, bytes: &[u8]) {
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    _ = write!(text, "{:?}", String::from_utf8_lossy(bytes));
}

fn atomic(operation: Atomic) -> String {
    match operation {
        Atomic::Fetch(operator, gives) => format!("atomic {} {}", operator.sign(), name(gives)),
        Atomic::FetchNand(gives) => format!("atomic ~& {}", name(gives)),
        Atomic::CompareExchange { weak: true } => "atomic weak compare-exchange".into(),
        Atomic::CompareExchange { weak: false } => "atomic compare-exchange".into(),
        Atomic::Load => "atomic load".into(),
        Atomic::Store => "atomic store".into(),
        Atomic::Exchange => "atomic exchange".into(),
        Atomic::CompareSwap => "atomic compare-swap".into(),
        Atomic::CompareSwapSucceeds => "atomic compare-swap succeeds".into(),
        Atomic::TestAndSet => "atomic test-and-set".into(),
        Atomic::Clear => "atomic clear".into(),
        Atomic::Fence => "atomic fence".into(),
    }
}

fn name(gives: Gives) -> &'static str {
    match gives {
        Gives::Before => "before",
        Gives::After => "after",
    }
}
