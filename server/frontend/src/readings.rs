//! Several readings of one C program, which share all that they have in common.

use boolprog_base::control::Control;
use boolprog_c::Prepared;
use boolprog_check::integer::Model;

use crate::{Options, Text, integer};

/// A C program that is read up to where its readings part.
pub struct Readings<'a> {
    text: &'a Text,
    options: &'a Options,
    prepared: Prepared,
}

impl<'a> Readings<'a> {
    /// Those of a text under options. `None` if it is refused.
    pub fn of(text: &'a Text, options: &'a Options, control: &dyn Control) -> Option<Self> {
        let prepared = Prepared::new(&text.path, &text.text, &options.of_c(), control).ok()?;
        Some(Self { text, options, prepared })
    }

    /// The program where numbers or steps have another meaning, or another question is asked. It has no machine.
    pub fn model(&self, change: impl FnOnce(&mut boolprog_c::Options), control: &dyn Control) -> Option<Model> {
        let mut c = self.options.of_c();
        change(&mut c);
        let made = self.prepared.program(&c, control);
        integer::model(self.text, self.options, made).ok().map(|(model, _)| model)
    }
}
