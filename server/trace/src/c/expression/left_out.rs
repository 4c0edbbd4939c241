//! Variables that the program has and a trace does not list.

use boolprog_c_syntax::tree::{Object, Storage, Unit};
use boolprog_c_syntax::types::Kind;

use super::super::layout::is_visible;
use super::{Expressions, Moment};

/// Objects of this number of bytes or more are listed with their size.
const LARGE: u64 = 64;

impl Expressions {
    /// The variables that the trace does not list, as none of their parts is read or written by itself: those of the function of an
    /// activation or, without one, the shared ones. In order of declaration, large ones with their sizes. Objects whose
    /// inside belongs to the library are not among them. Linear in the objects of the program times the variables of the trace.
    pub fn left_out(&self, moment: &Moment<'_>) -> Vec<String> {
        let own = || self.program.units().filter(|(id, _)| !self.program.is_library(*id)).map(|(_, unit)| unit);
        let Some((number, depth, _)) = moment.frame else {
            let shared = |it: &Object| it.storage == Storage::Static && it.is_defined;
            return own().flat_map(|unit| missing(unit, &moment.document.shared, shared)).collect();
        };
        let thread = moment.state.threads.iter().find(|thread| thread.number == number);
        let frame = thread.and_then(|thread| thread.frames.get(depth));
        let procedure = frame.and_then(|frame| moment.document.procedures.get(frame.procedure as usize));
        let unit = own().nth(self.here(moment).0);
        let Some((procedure, unit)) = procedure.zip(unit) else { return Vec::new() };
        let is_it = |object: &Object| object.function.is_some_and(|function| unit[function].name == procedure.name);
        missing(unit, &procedure.variables, |it| it.storage == Storage::Automatic && is_it(it)).collect()
    }
}

fn missing<'a>(
    unit: &'a Unit,
    listed: &'a [String],
    is_wanted: impl Fn(&Object) -> bool + 'a,
) -> impl Iterator<Item = String> + 'a {
    unit.objects.iter().filter(move |object| is_wanted(object)).filter_map(move |object| {
        let name = object.name.as_ref()?;
        let within = object.function.map_or_else(String::new, |function| format!("{}.{name}", unit[function].name));
        let is_of = |path: &String, name: &str| {
            path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[', '#']))
        };
        let is_listed = listed.iter().any(|path| is_of(path, name) || (!within.is_empty() && is_of(path, &within)));
        let is_hidden = matches!(object.ty.kind, Kind::Record(id) if !is_visible(unit, &unit[id]));
        let size = unit.size_of(&object.ty).filter(|size| *size >= LARGE);
        let told = size.map_or_else(|| name.to_string(), |size| format!("{name} ({size} bytes)"));
        (!is_listed && !is_hidden).then_some(told)
    })
}
