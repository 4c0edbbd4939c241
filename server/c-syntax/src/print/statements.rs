//! Statements, functions and objects, one a line.

use std::fmt::Write as _;

use super::nested;
use crate::source::Place;
use crate::tree::{Declared, ExprId, Function, Object, ObjectId, StmtId, StmtKind, Storage, Unit};
use crate::types::Record;

impl Unit {
    /// The whole unit without what is built in: records, objects that live as long as the program, functions with bodies.
    pub fn tree(&self) -> String {
        let mut text = String::new();
        for record in self.records.iter().filter(|record| self.is_own(record.place)) {
            self.write_record(&mut text, record);
        }
        for (number, object) in self.objects.iter().enumerate() {
            if object.storage != Storage::Automatic && self.is_own(object.place) {
                self.write_object(&mut text, ObjectId(number as u32), object, 0);
            }
        }
        for function in self.functions.iter().filter(|function| self.is_own(function.place)) {
            self.write_function(&mut text, function);
        }
        text
    }

    pub(super) fn is_own(&self, place: Place) -> bool {
        self.sources.files.get(place.file.0 as usize).is_none_or(|file| !file.is_built_in)
    }

    fn write_record(&self, text: &mut String, record: &Record) {
        let word = if record.is_union { "union" } else { "struct" };
        _ = write!(text, "{word} {}", record.tag.as_deref().unwrap_or("_"));
        let Some(layout) = &record.layout else {
            text.push('\n');
            return;
        };
        _ = writeln!(text, ": {} bytes, aligned to {}", layout.size, layout.align);
        for member in &layout.members {
            let name = member.name.as_deref().unwrap_or("_");
            _ = write!(text, "  +{} {name}: {}", member.offset, self.type_name(&member.ty));
            if let Some(bits) = member.bits {
                _ = write!(text, ", bits {} to {}", bits.first, bits.first + bits.width - 1);
            }
            text.push('\n');
        }
    }

    fn write_object(&self, text: &mut String, id: ObjectId, object: &Object, depth: usize) {
        indent(text, depth);
        let storage = match object.storage {
            Storage::Static => "static ",
            Storage::Thread => "thread ",
            Storage::Automatic => "",
        };
        let extern_ = if object.is_defined { "" } else { "extern " };
        _ = write!(text, "{extern_}{storage}{}: {}", self.name_of_object(id), self.type_name(&object.ty));
        if let Some(align) = object.align {
            _ = write!(text, ", aligned to {align}");
        }
        if object.initialiser.is_some() {
            text.push_str(" = ");
            self.write_initialiser(text, object.initialiser.as_ref());
        }
        text.push('\n');
    }

    fn write_function(&self, text: &mut String, function: &Function) {
        let ty = crate::types::Type::new(crate::types::Kind::Function(function.signature.clone()));
        _ = write!(text, "{}: {}", function.name, self.type_name(&ty));
        let Some(body) = function.body else {
            text.push('\n');
            return;
        };
        let names: Vec<String> = function.parameters.iter().map(|id| self.name_of_object(*id)).collect();
        _ = writeln!(text, " ({})", names.join(", "));
        self.write_statement(text, body, 1);
    }

    pub(super) fn write_statement(&self, text: &mut String, id: StmtId, depth: usize) {
        nested(|| self.write_statement_kind(text, id, depth));
    }

    fn write_statement_kind(&self, text: &mut String, id: StmtId, depth: usize) {
        if let StmtKind::Declare(all) = &self[id].kind {
            return self.write_declared(text, all, depth);
        }
        indent(text, depth);
        let shown = |expr: &ExprId| self.expression(*expr);
        let optional = |expr: &Option<ExprId>| expr.as_ref().map(shown).unwrap_or_default();
        let (line, inner) = match &self[id].kind {
            StmtKind::Empty | StmtKind::Declare(_) => (";".into(), Vec::new()),
            StmtKind::Expr(expr) => (shown(expr), Vec::new()),
            StmtKind::Block(all) => ("block".into(), all.clone()),
            StmtKind::If { condition, then, otherwise } => {
                (format!("if {}", shown(condition)), std::iter::once(*then).chain(*otherwise).collect())
            }
            StmtKind::While(condition, body) => (format!("while {}", shown(condition)), vec![*body]),
            StmtKind::DoWhile(body, condition) => (format!("do while {}", shown(condition)), vec![*body]),
            StmtKind::For { first, condition, step, body } => (
                format!("for {}; {}", optional(condition), optional(step)),
                first.iter().copied().chain([*body]).collect(),
            ),
            StmtKind::Switch { value, cases, default, body } => {
                let mut line = format!("switch {}:", shown(value));
                for case in cases {
                    _ = write!(line, " {}..{}", case.first, case.last);
                }
                if default.is_some() {
                    line.push_str(" default");
                }
                (line, vec![*body])
            }
            StmtKind::Case(inner) => ("case".into(), vec![*inner]),
            StmtKind::Label(label, inner) => (format!("label {}", label.0), vec![*inner]),
            StmtKind::Goto(label) => (format!("goto {}", label.0), Vec::new()),
            StmtKind::GotoComputed(expr) => (format!("goto {}", shown(expr)), Vec::new()),
            StmtKind::Break => ("break".into(), Vec::new()),
            StmtKind::Continue => ("continue".into(), Vec::new()),
            StmtKind::Return(value) => (format!("return {}", optional(value)), Vec::new()),
            StmtKind::Assembly(assembly) => (format!("asm {:?}", assembly.template), Vec::new()),
        };
        _ = writeln!(text, "{}", line.trim_end());
        for statement in inner {
            self.write_statement(text, statement, depth + 1);
        }
    }

    fn write_declared(&self, text: &mut String, all: &[Declared], depth: usize) {
        for declared in all {
            match declared {
                Declared::Object(id) => self.write_object(text, *id, &self[*id], depth),
                Declared::Size(id, size) => {
                    indent(text, depth);
                    _ = writeln!(text, "size {} = {}", self.name_of_object(*id), self.expression(*size));
                }
            }
        }
    }
}

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n("  ", depth));
}
