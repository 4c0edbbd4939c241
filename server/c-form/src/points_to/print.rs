//! The sets as a text.

use std::fmt::{self, Display, Formatter};

use super::{Offset, PointsTo, Set, Source, Thing};
use crate::form::{FunctionId, TemporaryId};

impl Display for PointsTo<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, function) in self.unit.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !self.is_reached(id) || function.blocks.is_empty() {
                continue;
            }
            let starts = if self.starts.contains(&id) { ", executed by threads" } else { "" };
            writeln!(f, "function {}{starts}", function.name)?;
            for number in 0..function.temporaries.len() as u32 {
                let set = self.source(Source::Temporary(id, TemporaryId(number)));
                if !set.is_empty() {
                    writeln!(f, "  t{number} -> {}", self.set(&set))?;
                }
            }
        }
        Ok(())
    }
}

impl PointsTo<'_> {
    fn set(&self, set: &Set) -> String {
        let place = |pointee: super::Pointee| match pointee.offset {
            Offset::At(0) => self.thing(pointee.thing),
            Offset::At(at) => format!("{} + {at}", self.thing(pointee.thing)),
            Offset::Every { step: 1, .. } => format!("{} + any", self.thing(pointee.thing)),
            Offset::Every { step, rest: 0 } => format!("{} + any * {step}", self.thing(pointee.thing)),
            Offset::Every { step, rest } => format!("{} + {rest} + any * {step}", self.thing(pointee.thing)),
        };
        let places: Vec<String> = set.iter().map(place).collect();
        places.join(", ")
    }

    fn thing(&self, thing: Thing) -> String {
        let functions = &self.unit.functions;
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].name.to_string(),
            Thing::Local(function, local) => {
                let function = &functions[function.0 as usize];
                let name = function.locals[local.0 as usize].name.clone();
                name.map_or_else(
                    || format!("{}.local{}", function.name, local.0),
                    |name| format!("{}.{name}", function.name),
                )
            }
            Thing::Allocated(function, number) => format!("heap of {}:{number}", functions[function.0 as usize].name),
            Thing::Code(function) => functions[function.0 as usize].name.to_string(),
        }
    }
}
