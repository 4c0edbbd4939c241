//! An interpreter of the intermediate form of C programs, in which a thread is executed where it is created: the oracle of its passes executes it, and compares what
//! is printed.

use std::collections::HashMap;

use boolprog_c_form::form::{
    Access, Action, Answer, Argument, Base, BlockId, Call, Callee, Direction, End, Function, FunctionId, LocalId,
    ObjectId, Operand, Operation, Place, Shape, Target, Unit,
};
use boolprog_c_form::points_to::{PointsTo, Thing};
use boolprog_c_syntax::tree::{Atomic, Gives, Storage};

mod numbers;

pub use numbers::Value;
use numbers::{binary, converted, decoded, encoded, unary};

/// The end of an execution before `main` returns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The process ends with this status.
    Exit(i32),
    /// A rule is broken, or the interpreter does not know what to do.
    Fault(String),
}

type Result<T> = std::result::Result<T, Stopped>;

/// Addresses of two objects are this far apart.
const APART: u64 = 1 << 32;

/// Steps after which an execution is given up.
const MOST_STEPS: u64 = 20_000_000;

/// A list at a place is a number there: which list, and the next argument of it.
const COUNT: Access = Access { shape: Shape::Unsigned(4), bits: None, is_volatile: false, is_atomic: false };

/// Arguments of a list at most.
const PER_LIST: u64 = 1000;

/// A program that is executed.
pub struct Execution<'a> {
    unit: &'a Unit,
    /// The addresses of the objects and functions.
    of_objects: Vec<u64>,
    of_functions: Vec<u64>,
    functions: HashMap<u64, FunctionId>,
    objects: Vec<Option<Vec<u8>>>,
    /// The meaning of the objects for the points-to sets.
    things: Vec<Thing>,
    /// The sets that contain all places that pointers point to.
    sets: Option<&'a PointsTo<'a>>,
    /// The arguments of each list that was started.
    lists: Vec<Vec<Value>>,
    /// The words that the only thread keeps for objects.
    own: HashMap<u64, i128>,
    steps: u64,
    /// The number of the instruction in its function.
    number: u32,
    /// The output.
    pub output: String,
}

/// An activation of a function.
struct Frame<'a> {
    id: FunctionId,
    function: &'a Function,
    temporaries: Vec<Value>,
    locals: Vec<u64>,
    result: u64,
    /// The arguments after the parameters.
    more: Vec<Value>,
}

impl<'a> Execution<'a> {
    /// A linked program before its first step.
    pub fn new(unit: &'a Unit) -> Self {
        let mut execution = Self {
            unit,
            of_objects: Vec::new(),
            of_functions: Vec::new(),
            functions: HashMap::new(),
            objects: Vec::new(),
            things: Vec::new(),
            sets: None,
            lists: Vec::new(),
            own: HashMap::new(),
            steps: 0,
            number: 0,
            output: String::new(),
        };
        execution.link();
        execution
    }

    /// Gives everything its address.
    fn link(&mut self) {
        for (index, object) in self.unit.objects.iter().enumerate() {
            let address = self.allocate(object.size, Thing::Object(ObjectId(index as u32)));
            if let Some(text) = &object.text {
                self.objects[(address / APART) as usize - 1] = Some(text.to_vec());
            }
            self.of_objects.push(address);
        }
        for index in 0..self.unit.functions.len() {
            let address = self.allocate(1, Thing::Code(FunctionId(index as u32)));
            self.functions.insert(address, FunctionId(index as u32));
            self.of_functions.push(address);
        }
    }

    /// Takes a place that a pointer points to, and that is not in these sets, for a fault.
    #[must_use]
    pub fn within(self, sets: &'a PointsTo<'a>) -> Self {
        Self { sets: Some(sets), ..self }
    }

    /// Executes the program, and gives the status with which it ends.
    pub fn run(&mut self) -> Result<i32> {
        let named = |name: &str| self.named(name);
        let (initialisers, main) = (named("initialise"), named("main"));
        for function in initialisers.into_iter().chain(named("initialise thread")) {
            self.function(function, (&[], Vec::new()), 0)?;
        }
        let status = self.function(main[0], (&[], Vec::new()), 0);
        match status {
            Ok(status) => Ok(status.integer() as i32),
            Err(Stopped::Exit(status)) => Ok(status),
            Err(fault) => Err(fault),
        }
    }

    fn named(&self, name: &str) -> Vec<FunctionId> {
        let all = self.unit.functions.iter().enumerate().filter(|(_, function)| function.name == name);
        all.map(|(index, _)| FunctionId(index as u32)).collect()
    }

    /// Executes all of a new thread at once, with objects of its own, and gives its number.
    fn thread(&mut self, id: FunctionId, arguments: &[Value]) -> Result<i128> {
        let objects = self.unit.objects.iter().zip(&self.of_objects);
        let own = objects.filter(|(object, _)| object.storage == Storage::Thread);
        let own: Vec<usize> = own.map(|(_, address)| (address / APART) as usize - 1).collect();
        let zero = |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| vec![0; bytes.len()]);
        let creators: Vec<Option<Vec<u8>>> = own.iter().map(|index| self.objects[*index].clone()).collect();
        for index in &own {
            self.objects[*index] = zero(&self.objects[*index]);
        }
        for function in self.named("initialise thread") {
            self.function(function, (&[], Vec::new()), 0)?;
        }
        let function = &self.unit.functions[id.0 as usize];
        let arguments = function.parameters.iter().zip(arguments).map(|(parameter, argument)| {
            let size = function.locals[parameter.0 as usize].size;
            let mut bytes = vec![0; size as usize];
            encoded(&mut bytes, Shape::Unsigned(size as u8), None, *argument);
            bytes
        });
        self.function(id, (&arguments.collect::<Vec<_>>(), Vec::new()), 0)?;
        for (index, bytes) in own.into_iter().zip(creators) {
            self.objects[index] = bytes;
        }
        Ok(2)
    }

    fn allocate(&mut self, size: u64, thing: Thing) -> u64 {
        self.things.push(thing);
        self.objects.push(Some(vec![0; size as usize]));
        self.objects.len() as u64 * APART
    }

    /// The bytes of a living object from an address on.
    fn bytes(&mut self, address: u64, size: u64) -> Result<&mut [u8]> {
        let (object, offset) = ((address / APART).wrapping_sub(1) as usize, (address % APART) as usize);
        let bytes = self.objects.get_mut(object).and_then(Option::as_mut);
        let bytes = bytes.and_then(|bytes| bytes.get_mut(offset..offset + size as usize));
        bytes.ok_or_else(|| Stopped::Fault(format!("no {size} bytes at {address:#x}")))
    }

    fn function(&mut self, id: FunctionId, (arguments, more): (&[Vec<u8>], Vec<Value>), result: u64) -> Result<Value> {
        let function = &self.unit.functions[id.0 as usize];
        let mut frame = Frame {
            id,
            function,
            temporaries: vec![Value::Integer(0); function.temporaries.len()],
            locals: (0..)
                .zip(&function.locals)
                .map(|(index, local)| self.allocate(local.size, Thing::Local(id, LocalId(index))))
                .collect(),
            result,
            more,
        };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let place = self.bytes(frame.locals[parameter.0 as usize], argument.len() as u64)?;
            place.copy_from_slice(argument);
        }
        let mut firsts = vec![0];
        firsts.extend(function.blocks.iter().scan(0, |first, block| {
            *first += block.instructions.len() as u32;
            Some(*first)
        }));
        let mut block = BlockId(0);
        let value = loop {
            for (number, instruction) in
                (firsts[block.0 as usize]..).zip(&function.blocks[block.0 as usize].instructions)
            {
                self.number = number;
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return Err(Stopped::Fault("too long".to_owned()));
                }
                self.action(&mut frame, &instruction.action)?;
            }
            match &function.blocks[block.0 as usize].end {
                End::Jump(target) => block = frame.jump(target),
                End::Branch(condition, first, second) => {
                    block = frame.jump(if frame.value(*condition).is_true() { first } else { second });
                }
                End::Switch(value, cases, default) => {
                    let value = frame.value(*value).integer();
                    let case = cases.iter().find(|(first, last, _)| (*first..=*last).contains(&value));
                    block = frame.jump(case.map_or(default, |(.., target)| target));
                }
                End::Return(value) => break value.map_or(Value::Integer(0), |value| frame.value(value)),
                End::Unreachable => return Err(Stopped::Fault("unreachable".to_owned())),
            }
        };
        frame.locals.iter().for_each(|local| self.objects[(local / APART) as usize - 1] = None);
        Ok(value)
    }

    fn address(&self, frame: &Frame<'_>, place: Place) -> Result<u64> {
        let base = match place.base {
            Base::Object(object) => self.of_objects[object.0 as usize],
            Base::Function(function) => self.of_functions[function.0 as usize],
            Base::Local(local) => frame.locals[local.0 as usize],
            Base::Result => frame.result,
            Base::Pointer(pointer) => frame.value(pointer).address(),
        };
        let address = base + place.offset;
        if let (Some(sets), Base::Pointer(_) | Base::Result) = (self.sets, place.base)
            && let Some(thing) = self.things.get((address / APART).wrapping_sub(1) as usize)
            && !sets.place(frame.id, place).contains(*thing, address % APART)
        {
            let name = &frame.function.name;
            return Err(Stopped::Fault(format!("points-to: {place:?} of `{name}` is {thing:?} + {}", address % APART)));
        }
        Ok(address)
    }

    fn load(&mut self, address: u64, access: Access) -> Result<Value> {
        let (begin, size) = extent(address, access);
        Ok(decoded(self.bytes(begin, size)?, access.shape, access.bits))
    }

    fn store(&mut self, address: u64, access: Access, value: Value) -> Result<()> {
        let (begin, size) = extent(address, access);
        encoded(self.bytes(begin, size)?, access.shape, access.bits, value);
        Ok(())
    }

    fn action(&mut self, frame: &mut Frame<'a>, action: &Action) -> Result<()> {
        match action {
            Action::Compute(to, operation) => {
                let value = self.operation(frame, operation, frame.function.temporaries[to.0 as usize])?;
                frame.temporaries[to.0 as usize] = value;
            }
            Action::Load(to, place, access) => {
                frame.temporaries[to.0 as usize] = self.load(self.address(frame, *place)?, *access)?;
            }
            Action::Store(place, value, access) => {
                self.store(self.address(frame, *place)?, *access, frame.value(*value))?;
            }
            Action::Copy(to, from, size) => {
                let bytes = self.bytes(self.address(frame, *from)?, *size)?.to_vec();
                self.bytes(self.address(frame, *to)?, *size)?.copy_from_slice(&bytes);
            }
            Action::Zero(place, size) => self.bytes(self.address(frame, *place)?, *size)?.fill(0),
            Action::Allocate(to, size) => {
                let made = Thing::Allocated(frame.id, self.number);
                let address = self.allocate(frame.value(*size).address(), made);
                frame.temporaries[to.0 as usize] = Value::Integer(address.into());
            }
            Action::Begin(local) => {
                let object = (frame.locals[local.0 as usize] / APART) as usize - 1;
                self.objects[object] = Some(vec![0; frame.function.locals[local.0 as usize].size as usize]);
            }
            Action::End(local) => self.objects[(frame.locals[local.0 as usize] / APART) as usize - 1] = None,
            Action::Any(..) | Action::Forget(..) | Action::Label(_) | Action::Require(..) => {}
            Action::ListStart(list) => {
                self.lists.push(frame.more.clone());
                let next = Value::Integer(i128::from(PER_LIST) * (self.lists.len() as i128 - 1));
                self.store(self.address(frame, *list)?, COUNT, next)?;
            }
            Action::ListNext(to, list) => {
                let address = self.address(frame, *list)?;
                let next = self.load(address, COUNT)?.address();
                self.store(address, COUNT, Value::Integer(i128::from(next) + 1))?;
                let list = &self.lists[(next / PER_LIST) as usize];
                frame.temporaries[to.0 as usize] =
                    list.get((next % PER_LIST) as usize).copied().unwrap_or(Value::Integer(0));
            }
            Action::ListCopy(to, from) => {
                let next = self.load(self.address(frame, *from)?, COUNT)?;
                self.store(self.address(frame, *to)?, COUNT, next)?;
            }
            Action::Call(call) => self.call(frame, call)?,
            Action::Create(to, thread, arguments) => {
                let function = self.unit.threads[thread.0 as usize].function;
                let arguments: Vec<Value> = arguments.iter().map(|it| frame.value(*it)).collect();
                let number = self.thread(function, &arguments)?;
                if let Some(to) = to {
                    frame.temporaries[to.0 as usize] = Value::Integer(number);
                }
            }
            Action::Atomic(to, operation, place, operands, shape) => {
                let operands: Vec<Value> = operands.iter().map(|it| frame.value(*it)).collect();
                let value = self.atomic(*operation, self.address(frame, *place)?, &operands, *shape)?;
                if let Some(to) = to {
                    frame.temporaries[to.0 as usize] = value;
                }
            }
        }
        Ok(())
    }

    fn operation(&self, frame: &Frame<'_>, operation: &Operation, to: Shape) -> Result<Value> {
        let value = |operand: &Operand| frame.value(*operand);
        let undefined = || Stopped::Fault("undefined".to_owned());
        Ok(match operation {
            Operation::Address(place) => Value::Integer(self.address(frame, *place)?.into()),
            Operation::Unary(operator, of, shape) => unary(*operator, value(of), *shape),
            Operation::Binary(operator, a, b, shape) => {
                binary(*operator, value(a), value(b), *shape).ok_or_else(undefined)?
            }
            Operation::Convert(of, from, _) => converted(value(of), *from, to),
            Operation::Move(pointer, by, size, direction) => {
                let by = value(by).integer() * value(size).integer();
                let by = if *direction == Direction::Backwards { -by } else { by };
                Value::Integer(value(pointer).integer() + by)
            }
            Operation::Distance(a, b, size) => {
                Value::Integer((value(a).integer() - value(b).integer()) / value(size).integer().max(1))
            }
        })
    }

    fn atomic(&mut self, operation: Atomic, address: u64, operands: &[Value], shape: Shape) -> Result<Value> {
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: true };
        let is_fence = matches!(operation, Atomic::Fence);
        let before = if is_fence { Value::Integer(0) } else { self.load(address, access)? };
        let swapped = |found: Value, wanted: Value| found == wanted;
        let (after, gives) = match operation {
            Atomic::Fence => return Ok(Value::Integer(0)),
            Atomic::Store | Atomic::Exchange => (operands[0], before),
            Atomic::Fetch(operator, gives) => {
                let after = binary(operator, before, operands[0], shape);
                let after = after.ok_or_else(|| Stopped::Fault("undefined".to_owned()))?;
                (after, if gives == Gives::Before { before } else { after })
            }
            Atomic::FetchNand(gives) => {
                let both = before.integer() & operands[0].integer();
                let after = converted(Value::Integer(!both), shape, shape);
                (after, if gives == Gives::Before { before } else { after })
            }
            Atomic::CompareExchange { .. } => {
                let expected = operands[0].address();
                let wanted = self.load(expected, access)?;
                if !swapped(before, wanted) {
                    self.store(expected, access, before)?;
                    return Ok(Value::Integer(0));
                }
                (operands[1], Value::Integer(1))
            }
            Atomic::CompareSwap if swapped(before, operands[0]) => (operands[1], before),
            Atomic::Load | Atomic::CompareSwap => (before, before),
            Atomic::CompareSwapSucceeds if swapped(before, operands[0]) => (operands[1], Value::Integer(1)),
            Atomic::CompareSwapSucceeds => (before, Value::Integer(0)),
            Atomic::TestAndSet => (Value::Integer(1), Value::Integer(i128::from(before.is_true()))),
            Atomic::Clear => (Value::Integer(0), before),
        };
        self.store(address, access, after)?;
        Ok(gives)
    }

    fn call(&mut self, frame: &mut Frame<'a>, call: &Call) -> Result<()> {
        let id = match call.function {
            Callee::Function(function) => Some(function),
            Callee::Pointer(pointer) => self.functions.get(&(frame.value(pointer).address())).copied(),
        };
        let id = id.ok_or_else(|| Stopped::Fault("no function".to_owned()))?;
        let function = &self.unit.functions[id.0 as usize];
        let result = match &call.result {
            Answer::Place(place) => self.address(frame, *place)?,
            _ => 0,
        };
        let value = if function.blocks.is_empty() || function.name == "printf" {
            let value = |argument: &Argument| match argument {
                Argument::Value(value, _) => frame.value(*value),
                Argument::Copy(place, _) => Value::Integer(self.address(frame, *place).map_or(0, i128::from)),
            };
            let arguments: Vec<Value> = call.arguments.iter().map(value).collect();
            self.native(&function.name, &arguments, Thing::Allocated(frame.id, self.number))?
        } else {
            let arguments = call.arguments.iter().map(|argument| self.passed(frame, argument));
            let arguments = arguments.collect::<Result<Vec<_>>>()?;
            let more = call.arguments.iter().skip(function.parameters.len()).map(|argument| match argument {
                Argument::Value(value, _) => frame.value(*value),
                Argument::Copy(..) => Value::Integer(0),
            });
            let more = more.collect();
            self.function(id, (&arguments, more), result)?
        };
        if let Answer::Value(to) = call.result {
            frame.temporaries[to.0 as usize] = value;
        }
        Ok(())
    }

    fn passed(&mut self, frame: &Frame<'_>, argument: &Argument) -> Result<Vec<u8>> {
        match argument {
            Argument::Value(value, shape) => {
                let mut bytes = vec![0; shape.size() as usize];
                encoded(&mut bytes, *shape, None, frame.value(*value));
                Ok(bytes)
            }
            Argument::Copy(place, size) => Ok(self.bytes(self.address(frame, *place)?, *size)?.to_vec()),
        }
    }

    /// The functions of the machine that the library and the programs of the tests need.
    fn native(&mut self, name: &str, arguments: &[Value], made: Thing) -> Result<Value> {
        let number = |index: usize| arguments.get(index).map_or(0, |value| value.integer());
        let [first, second, third] = [0, 1, 2].map(|index| number(index).cast_unsigned() as u64);
        Ok(Value::Integer(match name {
            "printf" => {
                let text = self.formatted(first, &arguments[1..])?;
                self.output.push_str(&text);
                text.len() as i128
            }
            "__boolprog_format" => {
                let list = self.load(second, COUNT)?.address() / PER_LIST;
                let values = self.lists[list as usize].clone();
                let text = self.formatted(first, &values)?;
                self.store(third, Access { shape: Shape::Signed(4), ..COUNT }, Value::Integer(text.len() as i128))?;
                let address = self.allocate(text.len() as u64 + 1, made);
                self.bytes(address, text.len() as u64)?.copy_from_slice(text.as_bytes());
                address.into()
            }
            "__boolprog_check" if second == 0 => return Err(Stopped::Fault(self.text(third)?)),
            "__boolprog_exit" => return Err(Stopped::Exit(first as i32)),
            "__boolprog_beyond" => return Err(Stopped::Fault("recursion beyond the bound".to_owned())),
            "__boolprog_allocate" => self.allocate(first, made).into(),
            "__boolprog_release" => {
                self.objects[(first / APART) as usize - 1] = None;
                0
            }
            "__boolprog_size" => self.objects[(first / APART) as usize - 1].as_ref().map_or(0, |it| it.len() as i128),
            "__boolprog_copy" => {
                let bytes = self.bytes(second, third)?.to_vec();
                self.bytes(first, third)?.copy_from_slice(&bytes);
                0
            }
            "__boolprog_fill" => {
                self.bytes(first, third)?.fill(second as u8);
                0
            }
            "__boolprog_own" => self.own.get(&first).copied().unwrap_or(0),
            "__boolprog_set_own" => {
                self.own.insert(first, number(1));
                0
            }
            "__boolprog_create" => {
                let function = self.functions.get(&first).copied();
                self.thread(function.ok_or_else(|| Stopped::Fault("no function".to_owned()))?, &arguments[1..])?
            }
            "__boolprog_self" | "__boolprog_written" => 1,
            "__boolprog_check"
            | "__boolprog_begin"
            | "__boolprog_end"
            | "__boolprog_await"
            | "__boolprog_mark"
            | "__boolprog_is_late"
            | "__boolprog_choose"
            | "__boolprog_destructor"
            | "__boolprog_observe_wait" => 0,
            _ => return Err(Stopped::Fault(format!("`{name}` is not known"))),
        }))
    }

    fn text(&mut self, address: u64) -> Result<String> {
        let mut text = Vec::new();
        for at in address.. {
            match self.bytes(at, 1)? {
                [0] => break,
                bytes => text.extend_from_slice(bytes),
            }
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The text that a format makes of integers, floating numbers and texts.
    fn formatted(&mut self, format: u64, arguments: &[Value]) -> Result<String> {
        let mut text = String::new();
        let format = self.text(format)?;
        let mut arguments = arguments.iter();
        let mut rest = format.as_str();
        while let Some((plain, after)) = rest.split_once('%') {
            text.push_str(plain);
            let end = after.find(|c: char| c.is_ascii_alphabetic() && !['l', 'h', 'z'].contains(&c) || c == '%');
            let end = end.unwrap_or(after.len() - 1);
            let value = if after[end..].starts_with('%') { None } else { arguments.next() };
            let value = value.copied().unwrap_or(Value::Integer(0));
            let told = match &after[end..=end] {
                "%" => "%".to_owned(),
                "s" => self.text(value.address())?,
                "c" => char::from(value.address() as u8).to_string(),
                "X" => format!("{:X}", value.integer()),
                "x" if after.starts_with("08") => format!("{:08x}", value.integer()),
                "x" => format!("{:x}", value.integer()),
                "f" => format!("{:.6}", value.floating()),
                "g" => general(value.floating()),
                _ => value.integer().to_string(),
            };
            text.push_str(&told);
            rest = &after[end + 1..];
        }
        text.push_str(rest);
        Ok(text)
    }
}

/// The bytes that an access touches.
fn extent(address: u64, access: Access) -> (u64, u64) {
    let Some(bits) = access.bits else { return (address, access.shape.size()) };
    let first = u64::from(bits.first) / 8;
    let end = u64::from(bits.first + bits.width).div_ceil(8);
    (address + first, end - first)
}

impl Frame<'_> {
    fn value(&self, operand: Operand) -> Value {
        match operand {
            Operand::Number(number) => Value::Integer(number),
            Operand::Floating(number) => Value::Floating(number),
            Operand::Temporary(temporary) => self.temporaries[temporary.0 as usize],
        }
    }

    /// Gives a block its arguments.
    fn jump(&mut self, target: &Target) -> BlockId {
        let values: Vec<Value> = target.arguments.iter().map(|it| self.value(*it)).collect();
        let parameters = &self.function.blocks[target.block.0 as usize].parameters;
        for (parameter, value) in parameters.iter().zip(values) {
            self.temporaries[parameter.0 as usize] = value;
        }
        target.block
    }
}

/// A number as `%g` prints it.
fn general(number: f64) -> String {
    const DIGITS: i32 = 6;
    let scientific = format!("{:.*e}", DIGITS as usize - 1, number);
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return number.to_string().to_lowercase() };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trimmed = |text: &str| {
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
    };
    if number != 0.0 && !(-4..DIGITS).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trimmed(mantissa), exponent.abs());
    }
    trimmed(&format!("{:.*}", usize::try_from(DIGITS - 1 - exponent).unwrap_or(0), number))
}
