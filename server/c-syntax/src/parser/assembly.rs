//! Inline assembly of GNU C. Its effect is not known, only what it may touch.

use smol_str::SmolStr;

use super::{Parsed, Parser, words};
use crate::tree::{Assembly, ExprId, StmtKind};

impl Parser<'_> {
    /// Assembly outside of functions.
    pub(super) fn skip_assembly(&mut self) -> Parsed<()> {
        self.take();
        while self.eat_any(&["volatile", "__volatile__", "__volatile"]) {}
        if !self.at("(") {
            return Err(self.expected("`(`"));
        }
        self.skip_group();
        self.expect(";")?;
        Ok(())
    }

    /// A statement, to the closing parenthesis.
    pub(super) fn assembly(&mut self) -> Parsed<StmtKind> {
        self.take();
        let mut is_volatile = false;
        loop {
            if words::is_volatile(&self.token().text) {
                is_volatile = true;
            } else if !self.at_any(&["goto", "inline", "__inline__", "__inline"]) {
                break;
            }
            self.take();
        }
        self.expect("(")?;
        let (template, _) = self.plain_string()?;
        let mut assembly =
            Assembly { template, outputs: Vec::new(), inputs: Vec::new(), clobbers: Vec::new(), is_volatile };
        if self.eat(":") {
            assembly.outputs = self.operands(true)?;
        }
        if self.eat(":") {
            assembly.inputs = self.operands(false)?;
        }
        if self.eat(":") {
            assembly.clobbers = self.clobbers()?;
        }
        if self.eat(":") {
            while self.at_name() {
                let (name, place) = self.name("a label")?;
                self.label(&name, place)?;
                self.eat(",");
            }
        }
        self.expect(")")?;
        Ok(StmtKind::Assembly(assembly))
    }

    fn operands(&mut self, are_outputs: bool) -> Parsed<Vec<(SmolStr, ExprId)>> {
        let mut operands = Vec::new();
        while !self.at(":") && !self.at(")") && !self.at_end() {
            if self.at("[") {
                self.skip_group();
            }
            let (constraint, _) = self.plain_string()?;
            self.expect("(")?;
            let operand = self.expression()?;
            let operand = if are_outputs {
                if !self.is_lvalue(operand) {
                    return Err(self.mistake(self.place_of(operand), "An output of assembly is an object."));
                }
                operand
            } else if constraint == "m" && self.is_lvalue(operand) {
                operand
            } else {
                self.value(operand)
            };
            self.expect(")")?;
            operands.push((constraint, operand));
            if !self.eat(",") {
                break;
            }
        }
        Ok(operands)
    }

    fn clobbers(&mut self) -> Parsed<Vec<SmolStr>> {
        let mut clobbers = Vec::new();
        while !self.at(":") && !self.at(")") && !self.at_end() {
            clobbers.push(self.plain_string()?.0);
            if !self.eat(",") {
                break;
            }
        }
        Ok(clobbers)
    }
}
