//! The form as a text, for people and for tests.

use std::fmt::{self, Display, Formatter};

use boolprog_c_syntax::tree::{Atomic, Gives};

use crate::form::{
    Access, Action, Answer, Argument, Base, Block, BlockId, Call, Callee, Direction, End, Function, FunctionId,
    Operand, Operation, Place, Requirement, Shape, Target, TemporaryId, Unit, Unknown,
};

impl Display for Unit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for object in &self.objects {
            let of_thread = if object.storage == boolprog_c_syntax::tree::Storage::Thread { "thread " } else { "" };
            let declared = if object.is_defined { "" } else { ", defined elsewhere" };
            writeln!(f, "{of_thread}object {}: {} bytes{declared}", object.name, object.size)?;
        }
        (0..self.functions.len() as u32).try_for_each(|index| self.function(FunctionId(index)).fmt(f))
    }
}

impl Unit {
    /// A function as a text; empty if it is declared only.
    pub fn function(&self, id: FunctionId) -> impl Display + '_ {
        Printed { unit: self, function: &self.functions[id.0 as usize] }
    }
}

/// A function with the unit that names its objects.
struct Printed<'a> {
    unit: &'a Unit,
    function: &'a Function,
}

impl Display for Printed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { function, .. } = *self;
        let parameters: Vec<String> = function.parameters.iter().map(|it| self.local(it.0)).collect();
        if function.blocks.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nfunction {}({})", function.name, parameters.join(", "))?;
        // The first block, and those to which something jumps.
        let mut is_reached = vec![false; function.blocks.len()];
        let targets = function.blocks.iter().flat_map(|block| block.end.targets()).map(|target| target.block);
        for block in targets.chain([BlockId(0)]) {
            is_reached[block.0 as usize] = true;
        }
        for (number, block) in function.blocks.iter().enumerate().filter(|(number, _)| is_reached[*number]) {
            self.block(f, number, block)?;
        }
        Ok(())
    }
}

impl Printed<'_> {
    fn block(&self, f: &mut Formatter<'_>, number: usize, block: &Block) -> fmt::Result {
        let parameters: Vec<String> = block.parameters.iter().map(|it| self.defined(*it)).collect();
        let parameters = if parameters.is_empty() { String::new() } else { format!("({})", parameters.join(", ")) };
        writeln!(f, "b{number}{parameters}:")?;
        for instruction in &block.instructions {
            writeln!(f, "  {}", self.action(&instruction.action))?;
        }
        writeln!(f, "  {}", end(&block.end))
    }

    fn action(&self, action: &Action) -> String {
        match action {
            Action::Compute(to, operation) => format!("{} = {}", self.defined(*to), self.operation(operation)),
            Action::Load(to, place, access) => {
                format!("t{}: {} = load {}", to.0, how(*access), self.place(*place))
            }
            Action::Store(place, value, access) => {
                format!("store {}: {} = {}", self.place(*place), how(*access), operand(*value))
            }
            Action::Copy(to, from, size) => format!("copy {} = {}, {size} bytes", self.place(*to), self.place(*from)),
            Action::Zero(place, size) => format!("zero {}, {size} bytes", self.place(*place)),
            Action::Atomic(to, operation, place, operands, of) => {
                let to = to.map_or_else(String::new, |to| format!("{} = ", self.defined(to)));
                let operands: Vec<String> = operands.iter().map(|it| operand(*it)).collect();
                let (place, operands) = (self.place(*place), operands.join(", "));
                format!("{to}atomic {} {place}: {} ({operands})", atomic(*operation), shape(*of))
            }
            Action::Call(call) => self.call(call),
            Action::Create(to, thread, arguments) => {
                let to = to.map_or_else(String::new, |to| format!("{} = ", self.defined(to)));
                let arguments: Vec<String> = arguments.iter().map(|it| operand(*it)).collect();
                format!("{to}create {}({})", self.unit.threads[thread.0 as usize].name, arguments.join(", "))
            }
            Action::Allocate(to, size) => format!("{} = allocate {} bytes", self.defined(*to), operand(*size)),
            Action::Begin(local) => format!("begin {}", self.local(local.0)),
            Action::End(local) => format!("end {}", self.local(local.0)),
            Action::Label(name) => format!("label {name}"),
            Action::ListStart(list) => format!("start list {}", self.place(*list)),
            Action::ListNext(to, list) => format!("{} = next of list {}", self.defined(*to), self.place(*list)),
            Action::ListCopy(to, from) => format!("copy list {} = {}", self.place(*to), self.place(*from)),
            Action::Any(to, why) => format!("{} = any, {}", self.defined(*to), reason(*why)),
            Action::Forget(pointer, why) => format!("forget *{}, {}", operand(*pointer), reason(*why)),
            Action::Require(Requirement::Sequenced, value) => format!("require sequenced {}", operand(*value)),
            Action::Require(Requirement::Label, value) => format!("require label {}", operand(*value)),
            Action::Require(Requirement::Index, value) => format!("require index {}", operand(*value)),
            Action::Require(Requirement::NoReturn, value) => format!("require no return {}", operand(*value)),
            Action::Require(Requirement::FewOrders, value) => format!("require few orders {}", operand(*value)),
        }
    }

    fn call(&self, call: &Call) -> String {
        let argument = |argument: &Argument| match argument {
            Argument::Value(value, _) => operand(*value),
            Argument::Copy(place, size) => format!("copy of {}, {size} bytes", self.place(*place)),
        };
        let arguments: Vec<String> = call.arguments.iter().map(argument).collect();
        let result = match &call.result {
            Answer::None => String::new(),
            Answer::Value(to) => format!("{} = ", self.defined(*to)),
            Answer::Place(place) => format!("{} = ", self.place(*place)),
        };
        let function = match call.function {
            Callee::Function(function) => self.unit.functions[function.0 as usize].name.to_string(),
            Callee::Pointer(pointer) => format!("*{}", operand(pointer)),
        };
        format!("{result}call {function}({})", arguments.join(", "))
    }

    fn operation(&self, operation: &Operation) -> String {
        match operation {
            Operation::Address(place) => format!("&{}", self.place(*place)),
            Operation::Unary(operator, value, of) => format!("{}{}: {}", operator.sign(), operand(*value), shape(*of)),
            Operation::Binary(operator, a, b, of) => {
                format!("{} {} {}: {}", operand(*a), operator.sign(), operand(*b), shape(*of))
            }
            Operation::Convert(value, from, _) => format!("convert {}: {}", operand(*value), shape(*from)),
            Operation::Move(pointer, by, size, direction) => {
                let sign = if *direction == Direction::Backwards { '-' } else { '+' };
                format!("move {} {sign} {} * {} bytes", operand(*pointer), operand(*by), operand(*size))
            }
            Operation::Distance(a, b, size) => {
                format!("distance {} - {} by {} bytes", operand(*a), operand(*b), operand(*size))
            }
        }
    }

    fn place(&self, place: Place) -> String {
        let base = match place.base {
            Base::Object(object) => self.unit.objects[object.0 as usize].name.to_string(),
            Base::Local(local) => self.local(local.0),
            Base::Result => "result".to_owned(),
            Base::Function(function) => self.unit.functions[function.0 as usize].name.to_string(),
            Base::Pointer(pointer) => format!("*{}", operand(pointer)),
        };
        if place.offset == 0 { base } else { format!("{base} + {}", place.offset) }
    }

    /// The name of a local, with its number if it is not the only one of that name.
    fn local(&self, number: u32) -> String {
        let locals = &self.function.locals;
        match &locals[number as usize].name {
            Some(name) if locals.iter().filter(|it| it.name.as_ref() == Some(name)).count() == 1 => name.to_string(),
            Some(name) => format!("{name}.{number}"),
            None => format!("local{number}"),
        }
    }

    /// A temporary where it is written, with its shape.
    fn defined(&self, temporary: TemporaryId) -> String {
        format!("t{}: {}", temporary.0, shape(self.function.temporaries[temporary.0 as usize]))
    }
}

fn end(end: &End) -> String {
    match end {
        End::Jump(target) => format!("jump {}", jump(target)),
        End::Branch(condition, first, second) => {
            format!("branch {} ? {} : {}", operand(*condition), jump(first), jump(second))
        }
        End::Switch(value, cases, default) => {
            let case = |(first, last, target): &(i128, i128, Target)| {
                let range = if first == last { first.to_string() } else { format!("{first}..{last}") };
                format!("{range}: {}", jump(target))
            };
            let cases: Vec<String> = cases.iter().map(case).collect();
            format!("switch {} {{ {} }} else {}", operand(*value), cases.join(", "), jump(default))
        }
        End::Return(value) => format!("return{}", value.map_or_else(String::new, |it| format!(" {}", operand(it)))),
        End::Unreachable => "unreachable".to_owned(),
    }
}

fn jump(target: &Target) -> String {
    let arguments: Vec<String> = target.arguments.iter().map(|it| operand(*it)).collect();
    if arguments.is_empty() {
        format!("b{}", target.block.0)
    } else {
        format!("b{}({})", target.block.0, arguments.join(", "))
    }
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::Number(number) => number.to_string(),
        Operand::Floating(number) => format!("{number:?}"),
        Operand::Temporary(temporary) => format!("t{}", temporary.0),
    }
}

/// `s32`, `u8`, `pointer`
fn shape(shape: Shape) -> String {
    match shape {
        Shape::Bool => "bool".to_owned(),
        Shape::Signed(size) => format!("s{}", 8 * u32::from(size)),
        Shape::Unsigned(size) => format!("u{}", 8 * u32::from(size)),
        Shape::Pointer(_) => "pointer".to_owned(),
        Shape::Floating(size) => format!("f{}", 8 * u32::from(size)),
    }
}

fn how(access: Access) -> String {
    let bits = access.bits.map_or_else(String::new, |bits| format!(" bits {}+{}", bits.first, bits.width));
    let atomic = if access.is_atomic { " atomic" } else { "" };
    let volatile = if access.is_volatile { " volatile" } else { "" };
    format!("{}{bits}{atomic}{volatile}", shape(access.shape))
}

fn reason(why: Unknown) -> &'static str {
    match why {
        Unknown::Unwritten => "not written",
        Unknown::Arguments => "number of arguments",
        Unknown::Assembly => "inline assembly",
        Unknown::NotExpressed => "not expressed",
    }
}

fn atomic(operation: Atomic) -> String {
    let gives = |gives: Gives| if gives == Gives::Before { "before" } else { "after" };
    match operation {
        Atomic::Load => "load".to_owned(),
        Atomic::Store => "store".to_owned(),
        Atomic::Exchange => "exchange".to_owned(),
        Atomic::Fetch(operator, which) => format!("fetch {} {}", operator.sign(), gives(which)),
        Atomic::FetchNand(which) => format!("fetch nand {}", gives(which)),
        Atomic::CompareExchange { weak } => format!("compare exchange{}", if weak { " weak" } else { "" }),
        Atomic::CompareSwap => "compare swap".to_owned(),
        Atomic::CompareSwapSucceeds => "compare swap succeeds".to_owned(),
        Atomic::TestAndSet => "test and set".to_owned(),
        Atomic::Clear => "clear".to_owned(),
        Atomic::Fence => "fence".to_owned(),
    }
}
