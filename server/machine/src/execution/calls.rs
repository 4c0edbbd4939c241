//! Calls (C11 6.5.2.2).

use std::sync::Arc;

use super::{Execution, Flow};
use crate::arithmetic;
use crate::code::{Parameter, Site, Variable};
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::Origin;
use crate::native::Argument;
use crate::observer::{Access, Does, Happening, Touched};
use crate::program::{Body, FunctionIndex, shape_of};
use crate::thread::{Frame, Outer, Returns};
use crate::value::{Scalar, Shape, Value};

/// The most calls that may be active in a thread.
const DEEPEST: usize = 100_000;

impl Execution<'_> {
    /// `function arguments -> value`
    pub(super) fn call(&mut self, site: u32) -> Result<Flow, Halt> {
        let code = self.code;
        let site = &code.sites[site as usize];
        let function = match site.direct {
            Some(function) => function,
            None => self.designated(site)?,
        };
        let program = self.program;
        match &program.function(function).body {
            Body::Code(_) => {
                if !site.is_checked {
                    self.check_types(site, function)?;
                }
                let first = self.thread().stack.len() - site.arguments.len();
                let arguments = self.thread().stack.split_off(first);
                self.drop_function(site);
                self.begin(function, arguments, &site.arguments, Returns::Value)?;
                Ok(Flow::Next)
            }
            Body::Undefined => match self.natives[function.0 as usize] {
                Some(native) => self.call_native(native, function, site),
                None => self.call_undefined(function, site),
            },
        }
    }

    /// The function to which the pointer under the arguments points.
    fn designated(&mut self, site: &Site) -> Result<FunctionIndex, Halt> {
        let stack = &self.state.threads[self.current].stack;
        let pointer = stack.len().checked_sub(site.arguments.len() + 1).map_or(0, |index| stack[index].address());
        let object = self.state.memory.find(pointer).map(|index| &self.state.memory[index]);
        match object.map(|object| (object.origin, object.base)) {
            Some((Origin::Function(function), base)) if base == pointer => Ok(function),
            _ if pointer == 0 => Err(self.fault(Kind::Pointer, "C11 6.5.3.2p4", "A null pointer is called.".into())),
            _ => Err(self.fault(
                Kind::Pointer,
                "C11 6.5.2.2p1",
                "A pointer is called that points to no function.".into(),
            )),
        }
    }

    pub(super) fn drop_function(&mut self, site: &Site) {
        if site.direct.is_none() {
            self.pop();
        }
    }

    /// Begins a call of a function that has code.
    pub(crate) fn begin(
        &mut self,
        function: FunctionIndex,
        arguments: Vec<Value>,
        shapes: &[Shape],
        returns: Returns,
    ) -> Result<(), Halt> {
        let program = self.program;
        let Some(code) = program.compiled(function, self.control)? else { return Ok(()) };
        if self.thread().frames.len() >= DEEPEST {
            return Err(self.fault(Kind::Stack, "", format!("There are {DEEPEST} calls that have not returned.")));
        }
        let count = code.parameters.len();
        let rest = arguments.get(count..).filter(|rest| !rest.is_empty());
        let rest =
            rest.map(|rest| rest.iter().zip(&shapes[count..]).map(|(value, shape)| argument(value, *shape)).collect());
        self.push_frame(function, returns, rest);
        self.code = code;
        if code.is_section {
            self.thread().sections += 1;
        }
        if !code.scopes[0].slots.is_empty() {
            self.enter(0)?;
        }
        self.tell(Happening::Called(function));
        for ((parameter, value), shape) in code.parameters.iter().zip(arguments).zip(shapes) {
            self.pass(parameter, value, *shape)?;
        }
        Ok(())
    }

    fn push_frame(&mut self, function: FunctionIndex, returns: Returns, rest: Option<Arc<[Argument]>>) {
        let Some(code) = self.program.code(function) else { return };
        let thread = self.thread();
        let outer = Outer {
            orders: thread.orders.len() as u32,
            marks: thread.marks.len() as u32,
            log: thread.log.len() as u32,
        };
        let frame = Frame {
            function,
            next: 0,
            cells: thread.cells.len() as u32,
            slots: thread.slots.len() as u32,
            stack: thread.stack.len() as u32,
            outer,
            scope: 0,
            rest,
            returns,
            watched: 0,
            is_section: code.is_section,
        };
        thread.cells.resize(thread.cells.len() + code.cell_objects.len(), Value::None);
        thread.slots.resize(thread.slots.len() + code.slots as usize, None);
        thread.frames.push(frame);
        self.state.held += code.held();
    }

    /// A parameter gets its argument, which has another type if the function was called without a prototype.
    fn pass(&mut self, parameter: &Parameter, value: Value, shape: Shape) -> Result<(), Halt> {
        let value = match (shape, parameter.shape) {
            (Shape::Scalar(from), Shape::Scalar(to)) if from != to => arithmetic::convert(&value, from, to).0,
            _ => value,
        };
        match parameter.variable {
            Variable::Cell(cell) => {
                let index = (self.frame().cells + cell) as usize;
                self.thread().cells[index] = value.clone();
                self.tell_parameter(cell, parameter.shape, value);
            }
            Variable::Slot(slot) => {
                if let Some(object) = self.slot(slot) {
                    self.store_object(object, 0, parameter.shape, false, &value)?;
                }
            }
        }
        Ok(())
    }

    /// The observer learns the value of a parameter without an address.
    fn tell_parameter(&mut self, cell: u32, shape: Shape, after: Value) {
        let name = self.code.cell_objects.get(cell as usize).copied();
        if let (true, Some(object)) = (self.observed, name) {
            let (touched, before) = (Touched::Variable(object), Value::None);
            let access = Access { touched, shape, does: Does::Write, before, after, is_ordered: false };
            self.tell(Happening::Access(&access));
        }
    }

    /// A function is called with a type that is compatible with its own (C11 6.5.2.2p6, p9). Programs for machines of different sizes
    /// declare functions of the library by hand, as `void *malloc(unsigned)`: their integers are converted.
    fn check_types(&mut self, site: &Site, function: FunctionIndex) -> Result<(), Halt> {
        let program = self.program;
        let Some((unit, id)) = program.function(function).declaration else { return Ok(()) };
        let Some(code) = program.compiled(function, self.control)? else { return Ok(()) };
        let own = &program.unit(unit)[id].signature;
        let own_is_library = program.is_library(unit);
        let count = site.arguments.len();
        let is_count_right = count == code.parameters.len() || own.is_variadic && count > code.parameters.len();
        let takes = is_count_right
            && code.parameters.iter().zip(&site.arguments).all(|(parameter, shape)| {
                let is_converted = own_is_library && are_integers(parameter.shape, *shape);
                is_converted || fits(parameter.shape, *shape, site.signature.is_prototype)
            });
        let result = shape_of(program.unit(unit), &own.result);
        let gives = match (site.result, site.is_used) {
            (Some(wanted), true) => result.is_some_and(|result| fits(wanted, result, false)),
            _ => true,
        };
        if takes && gives {
            return Ok(());
        }
        let name = &program.function(function).name;
        self.check(Kind::Call, "C11 6.5.2.2p9", || {
            format!("The function `{name}` is called with a type other than its own.")
        })?;
        let missing = code.parameters.len().saturating_sub(count);
        if missing > 0 {
            return Err(self.fault(
                Kind::Call,
                "C11 6.5.2.2p6",
                format!("The function `{name}` is called with too few arguments."),
            ));
        }
        Ok(())
    }
}

/// A value with its type.
pub(super) fn argument(value: &Value, shape: Shape) -> Argument {
    let scalar = match shape {
        Shape::Scalar(scalar) => Some(scalar),
        Shape::Bits(..) | Shape::Bytes(_) => None,
    };
    Argument { value: value.clone(), scalar }
}

fn are_integers(one: Shape, other: Shape) -> bool {
    let is_integer = |shape| matches!(shape, Shape::Scalar(Scalar::Integer { .. } | Scalar::Bool));
    is_integer(one) && is_integer(other)
}

/// Returns `true` if values of two types are passed alike. Pointers are, whatever they point to; without a prototype, small types are promoted.
fn fits(parameter: Shape, argument: Shape, is_prototype: bool) -> bool {
    match (parameter, argument) {
        (Shape::Scalar(Scalar::Pointer { .. }), Shape::Scalar(Scalar::Pointer { .. })) => true,
        (Shape::Scalar(Scalar::Floating { format: a, .. }), Shape::Scalar(Scalar::Floating { format: b, .. })) => {
            a == b || !is_prototype
        }
        (Shape::Scalar(Scalar::Floating { .. }), _) | (_, Shape::Scalar(Scalar::Floating { .. })) => false,
        (Shape::Scalar(a), Shape::Scalar(b)) => a.size() == b.size() || !is_prototype && a.size() < b.size(),
        (a, b) => a.size() == b.size(),
    }
}
