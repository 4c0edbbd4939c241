//! The places, operands and targets that instructions name.

use boolprog_c_syntax::source;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Action, ActivationId, Answer, Argument, Base, Block, BlockId, Call, Callee, End, Function, FunctionId, Instruction,
    LocalId, Operand, Operation, Place, Shape, Target, TemporaryId, Unit,
};

impl Unit {
    /// Returns `true` if some function calls the one of a name, or takes its address. Linear.
    pub fn uses(&self, name: &str) -> bool {
        let mut instructions = self.functions.iter().flat_map(Function::instructions);
        let is_it = |id: FunctionId| self.functions[id.0 as usize].name == name;
        instructions.any(|it| it.action.called().or_else(|| it.action.addressed()).is_some_and(is_it))
    }
}

impl Function {
    /// Uses other operands in the place of temporaries, also where those are replaced themselves. Linear.
    pub fn replace(&mut self, mut replaced: FxHashMap<TemporaryId, Operand>) {
        for block in &mut self.blocks {
            let operands = block.instructions.iter_mut().flat_map(|instruction| instruction.action.operands_mut());
            operands.chain(block.end.operands_mut()).for_each(|operand| *operand = resolved(*operand, &mut replaced));
        }
    }
}

/// The operand that takes the place of another in the end. The temporaries on the path are replaced by it from then on.
pub(crate) fn resolved(mut operand: Operand, replaced: &mut FxHashMap<TemporaryId, Operand>) -> Operand {
    let mut way = Vec::new();
    while let Operand::Temporary(temporary) = operand
        && let Some(other) = replaced.get(&temporary)
    {
        way.push(temporary);
        operand = *other;
    }
    if way.len() > 1 {
        replaced.extend(way.into_iter().map(|temporary| (temporary, operand)));
    }
    operand
}

impl Function {
    /// The blocks that are reached from one, each after one that leads to it, if that is possible: in reverse postorder. Linear.
    pub fn blocks_from(&self, first: BlockId) -> Vec<BlockId> {
        let successors = |block: BlockId| {
            let targets = self.blocks[block.0 as usize].end.targets();
            targets.into_iter().map(|target| target.block).collect::<Vec<_>>().into_iter()
        };
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        let mut open = vec![(first, successors(first))];
        seen[first.0 as usize] = true;
        while let Some((block, rest)) = open.last_mut() {
            match rest.next() {
                Some(next) if !std::mem::replace(&mut seen[next.0 as usize], true) => {
                    open.push((next, successors(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*block);
                    open.pop();
                }
            }
        }
        order.reverse();
        order
    }

    /// Removes parameters of blocks, and the arguments for them. Linear.
    pub fn remove_parameters(&mut self, removed: &FxHashSet<TemporaryId>) {
        if removed.is_empty() {
            return;
        }
        let is_kept = |block: &Block| block.parameters.iter().map(|it| !removed.contains(it)).collect::<Vec<_>>();
        let kept: Vec<Vec<bool>> = self.blocks.iter().map(is_kept).collect();
        for block in &mut self.blocks {
            block.parameters.retain(|it| !removed.contains(it));
            for target in block.end.targets_mut() {
                let mut kept = kept[target.block.0 as usize].iter();
                target.arguments.retain(|_| kept.next().is_none_or(|kept| *kept));
            }
        }
    }

    /// A place in an activation as a person sees it: in the library, the call of it.
    pub fn shown(&self, mut activation: ActivationId, mut place: source::Place) -> (ActivationId, source::Place) {
        let called = |id: ActivationId| &self.activations[id.0 as usize];
        while let (true, Some(outer)) = (called(activation).is_library, called(activation).caller) {
            (activation, place) = outer;
        }
        (activation, place)
    }

    /// All instructions, in the order of the blocks.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.blocks.iter().flat_map(|block| &block.instructions)
    }

    /// All instructions, in the order of the blocks.
    pub fn instructions_mut(&mut self) -> impl Iterator<Item = &mut Instruction> {
        self.blocks.iter_mut().flat_map(|block| &mut block.instructions)
    }
}

impl Operand {
    /// The temporary that it is; none for a constant.
    pub const fn temporary(self) -> Option<TemporaryId> {
        match self {
            Self::Temporary(temporary) => Some(temporary),
            Self::Number(_) | Self::Floating(_) => None,
        }
    }
}

impl Operation {
    /// Returns `true` if it has a value whatever its operands are.
    pub(crate) const fn is_total(&self) -> bool {
        use boolprog_c_syntax::tree::Binary::{
            And, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Or, Xor,
        };
        match self {
            Self::Address(_) | Self::Convert(..) => true,
            Self::Binary(operator, ..) => {
                matches!(operator, And | Or | Xor | Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
            }
            Self::Unary(..) | Self::Move(..) | Self::Distance(..) => false,
        }
    }

    /// Returns `true` if it computes with floating-point numbers.
    pub const fn is_floating(&self) -> bool {
        matches!(
            self,
            Self::Unary(_, _, Shape::Floating(_))
                | Self::Binary(_, _, _, Shape::Floating(_))
                | Self::Convert(_, Shape::Floating(_), _)
                | Self::Convert(_, _, Shape::Floating(_))
        )
    }

    /// The operands, but for those of places.
    fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Self::Address(_) => Vec::new(),
            Self::Unary(_, value, _) | Self::Convert(value, ..) => vec![value],
            Self::Binary(_, a, b, _) => vec![a, b],
            Self::Move(a, b, c, _) | Self::Distance(a, b, c) => vec![a, b, c],
        }
    }
}

impl Action {
    /// The operands that an instruction uses, those of its places included.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Self::Compute(_, operation) => match operation {
                Operation::Address(place) => place.pointer_mut().into_iter().collect(),
                _ => operation.operands_mut(),
            },
            Self::Store(place, value, _) => place.pointer_mut().into_iter().chain([value]).collect(),
            Self::Atomic(_, _, place, operands, _) => place.pointer_mut().into_iter().chain(operands).collect(),
            Self::Call(call) => call.operands_mut(),
            Self::Create(_, _, arguments) => arguments.iter_mut().collect(),
            Self::Allocate(_, operand) | Self::Forget(operand, _) | Self::Require(_, operand) => vec![operand],
            _ => self.places_mut().into_iter().filter_map(Place::pointer_mut).collect(),
        }
    }

    /// The temporary that an instruction writes.
    pub fn written_mut(&mut self) -> Option<&mut TemporaryId> {
        match self {
            Self::Compute(to, _)
            | Self::Load(to, ..)
            | Self::Allocate(to, _)
            | Self::ListNext(to, _)
            | Self::Any(to, _) => Some(to),
            Self::Atomic(to, ..) | Self::Create(to, ..) => to.as_mut(),
            Self::Call(call) => match &mut call.result {
                Answer::Value(to) => Some(to),
                Answer::None | Answer::Place(_) => None,
            },
            _ => None,
        }
    }

    /// The local whose life an instruction begins or ends.
    pub fn local_mut(&mut self) -> Option<&mut LocalId> {
        match self {
            Self::Begin(local) | Self::End(local) => Some(local),
            _ => None,
        }
    }

    /// The places that an instruction names.
    pub fn places_mut(&mut self) -> Vec<&mut Place> {
        match self {
            Self::Compute(_, Operation::Address(place))
            | Self::Load(_, place, _)
            | Self::Store(place, ..)
            | Self::Zero(place, _)
            | Self::Atomic(_, _, place, ..)
            | Self::ListStart(place)
            | Self::ListNext(_, place) => vec![place],
            Self::Copy(to, from, _) | Self::ListCopy(to, from) => vec![to, from],
            Self::Call(call) => {
                let arguments = call.arguments.iter_mut().filter_map(|argument| match argument {
                    Argument::Copy(place, _) => Some(place),
                    Argument::Value(..) => None,
                });
                let mut places: Vec<&mut Place> = arguments.collect();
                if let Answer::Place(place) = &mut call.result {
                    places.push(place);
                }
                places
            }
            Self::Compute(..)
            | Self::Create(..)
            | Self::Allocate(..)
            | Self::Begin(_)
            | Self::End(_)
            | Self::Label(_)
            | Self::Any(..)
            | Self::Forget(..)
            | Self::Require(..) => Vec::new(),
        }
    }

    /// The function whose address an instruction takes.
    pub fn addressed(&self) -> Option<FunctionId> {
        match self {
            Self::Compute(_, Operation::Address(Place { base: Base::Function(function), .. })) => Some(*function),
            _ => None,
        }
    }

    /// The function that an instruction calls by its name.
    pub fn called(&self) -> Option<FunctionId> {
        match self {
            Self::Call(Call { function: Callee::Function(function), .. }) => Some(*function),
            _ => None,
        }
    }

    /// The function that an instruction calls by its name.
    pub fn called_mut(&mut self) -> Option<&mut FunctionId> {
        match self {
            Self::Call(call) => match &mut call.function {
                Callee::Function(function) => Some(function),
                Callee::Pointer(_) => None,
            },
            _ => None,
        }
    }
}

impl Call {
    fn operands_mut(&mut self) -> Vec<&mut Operand> {
        let mut operands = Vec::new();
        if let Callee::Pointer(pointer) = &mut self.function {
            operands.push(pointer);
        }
        for argument in &mut self.arguments {
            match argument {
                Argument::Value(value, _) => operands.push(value),
                Argument::Copy(place, _) => operands.extend(place.pointer_mut()),
            }
        }
        if let Answer::Place(place) = &mut self.result {
            operands.extend(place.pointer_mut());
        }
        operands
    }
}

impl Place {
    /// The operand that points to it.
    pub fn pointer_mut(&mut self) -> Option<&mut Operand> {
        match &mut self.base {
            Base::Pointer(pointer) => Some(pointer),
            _ => None,
        }
    }
}

impl End {
    /// The blocks where it goes on.
    pub fn targets_mut(&mut self) -> Vec<&mut Target> {
        match self {
            Self::Jump(target) => vec![target],
            Self::Branch(_, first, second) => vec![first, second],
            Self::Switch(_, cases, default) => cases.iter_mut().map(|(.., target)| target).chain([default]).collect(),
            Self::Return(_) | Self::Unreachable => Vec::new(),
        }
    }

    /// The operand that it uses itself, without the arguments of jumps.
    pub fn operand(&self) -> Option<Operand> {
        match self {
            Self::Branch(value, ..) | Self::Switch(value, ..) => Some(*value),
            Self::Return(value) => *value,
            Self::Jump(_) | Self::Unreachable => None,
        }
    }

    /// The operands that it uses, the arguments of jumps included.
    pub fn operands_mut(&mut self) -> Vec<&mut Operand> {
        match self {
            Self::Jump(target) => target.arguments.iter_mut().collect(),
            Self::Branch(condition, first, second) => {
                [condition].into_iter().chain(&mut first.arguments).chain(&mut second.arguments).collect()
            }
            Self::Switch(value, cases, default) => {
                let cases = cases.iter_mut().flat_map(|(.., target)| &mut target.arguments);
                [value].into_iter().chain(cases).chain(&mut default.arguments).collect()
            }
            Self::Return(value) => value.iter_mut().collect(),
            Self::Unreachable => Vec::new(),
        }
    }

    /// The blocks where it goes on.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Self::Jump(target) => vec![target],
            Self::Branch(_, first, second) => vec![first, second],
            Self::Switch(_, cases, default) => cases.iter().map(|(.., target)| target).chain([default]).collect(),
            Self::Return(_) | Self::Unreachable => Vec::new(),
        }
    }

    /// The value that is returned.
    pub fn returned(&self) -> Option<Operand> {
        match self {
            Self::Return(value) => *value,
            _ => None,
        }
    }
}
