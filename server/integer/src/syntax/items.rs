//! Items outside of processes: constants, declarations, properties, predicates.

use boolprog_base::Span;

use super::ast::{
    Constant, Declaration, DeclaredVariable, Expr, Initial, InitialValue, Item, Predicate, Property, Type,
};
use super::lexer::Kind;
use super::parser::Parser;
use crate::PropertyKind;

impl Parser<'_> {
    /// The items of a file, to its end.
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while self.peek() != Kind::End {
            let start = self.next;
            items.extend(self.item());
            if self.next == start {
                self.advance();
            }
            self.calm();
        }
        items
    }

    /// `true` if an item begins here that is allowed outside of processes only.
    pub(super) fn begins_file_item(&self) -> bool {
        match self.token().kind {
            Kind::Const | Kind::Process | Kind::Invariant | Kind::Predicate => true,
            Kind::Name => match self.slice(self.token().span) {
                "error" => self.peek_second() == Kind::Name,
                "init" => {
                    !matches!(self.peek_second(), Kind::Arrow | Kind::Comma | Kind::Becomes | Kind::At | Kind::Dot)
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn begins_item(&self) -> bool {
        self.token().kind == Kind::Decl || self.begins_file_item()
    }

    fn item(&mut self) -> Option<Item> {
        let start = self.start();
        let item = match self.peek() {
            Kind::Semicolon => {
                self.advance();
                return None;
            }
            Kind::Process => return Some(Item::Process(self.process())),
            Kind::Const => Item::Constant(self.constant(start)),
            Kind::Decl => Item::Declaration(self.declaration()),
            Kind::Invariant => Item::Property(self.property(PropertyKind::Invariant, start)),
            Kind::Predicate => Item::Predicate(self.predicate(start)),
            _ if self.at_name("error") => Item::Property(self.property(PropertyKind::Error, start)),
            _ if self.at_name("init") => {
                self.advance();
                let condition = self.expression();
                Item::Initial(Initial { condition, span: self.since(start) })
            }
            _ => {
                self.unexpected("a declaration, a process or a property");
                self.skip(Self::begins_item);
                return None;
            }
        };
        self.end_of_item(Self::begins_item);
        Some(item)
    }

    fn constant(&mut self, start: u32) -> Constant {
        self.advance();
        let name = self.name("the name of a constant");
        self.initial_sign();
        let value = self.expression();
        Constant { name, value, span: self.since(start) }
    }

    /// The `=` of a constant; `:=` gives an error.
    fn initial_sign(&mut self) {
        if self.peek() == Kind::Becomes {
            self.instead("initial-value-operator", "An initial value is written after `=`.", "=");
        } else {
            self.expect(Kind::Equal, "`=`");
        }
    }

    /// A declaration, without its `;`.
    pub(super) fn declaration(&mut self) -> Declaration {
        let start = self.start();
        self.advance();
        let mut variables = vec![self.declared_variable()];
        while self.accept(Kind::Comma) {
            variables.push(self.declared_variable());
        }
        Declaration { variables, span: self.since(start) }
    }

    fn declared_variable(&mut self) -> DeclaredVariable {
        let start = self.start();
        let name = self.name("the name of a variable");
        self.expect(Kind::Colon, "`:` and a type");
        let ty = self.ty();
        let begins = matches!(self.peek(), Kind::Equal | Kind::Becomes);
        let initial = begins.then(|| {
            self.initial_sign();
            self.initial_value()
        });
        DeclaredVariable { name, ty, initial, span: self.since(start) }
    }

    fn ty(&mut self) -> Type {
        match self.peek() {
            Kind::Bool => Type::Boolean(self.advance()),
            Kind::Int => Type::Integer(self.advance()),
            Kind::End => {
                self.unexpected("`bool`, `int` or a range");
                Type::Hole(Span::empty(self.end()))
            }
            _ => {
                self.equal_ends = true;
                let (low, high) = self.range();
                self.equal_ends = false;
                Type::Range(low, high)
            }
        }
    }

    /// `lo..hi`
    pub(super) fn range(&mut self) -> (Expr, Expr) {
        let low = self.expression();
        self.expect(Kind::DotDot, "`..` and the greatest value");
        (low, self.expression())
    }

    fn initial_value(&mut self) -> InitialValue {
        if self.peek() == Kind::Star {
            return InitialValue::Any(self.advance());
        }
        InitialValue::Value(self.expression())
    }

    fn property(&mut self, kind: PropertyKind, start: u32) -> Property {
        self.advance();
        let name = self.name("the name of a property");
        self.expect(Kind::Colon, "`:`");
        let condition = self.expression();
        Property { kind, name, condition, span: self.since(start) }
    }

    fn predicate(&mut self, start: u32) -> Predicate {
        self.advance();
        let condition = self.expression();
        let place = self.at_name("at").then(|| {
            self.advance();
            let instance = self.instance();
            self.expect(Kind::At, "`@`");
            (instance, self.name("a location"))
        });
        Predicate { condition, place, span: self.since(start) }
    }
}
