//! The system of a program that a reader made, so that a check can refer to the file that was read.

use boolprog_integer::{Instantiation, NotInstantiated, System, instantiate, syntax};

use crate::Imported;

impl Imported {
    /// The system of the program, with [spans of the file that was read](boolprog_integer::Origins::place).
    pub fn system(&self, options: &Instantiation) -> Result<System, NotInstantiated> {
        let mut system = instantiate(&syntax::parse(&self.text).file, options)?;
        self.origins.place(&mut system);
        Ok(system)
    }
}
