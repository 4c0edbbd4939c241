//! Statements that a new thread executes (`__CPROVER_ASYNC_1: statement`), with copies of the variables around them: each becomes a
//! function, and gets the values of those that it names as arguments.

use boolprog_c_syntax::tree::{self, FORK, LabelId, Linkage, StmtId, Unit};

use super::Lowering;
use super::intrinsics::Intrinsic;
use super::places::whole;
use crate::form::{
    Access, Action, Argument, Base, BlockId, End, Function, FunctionId, Local, LocalId, Members, Operand, Operation,
    Place, Shape,
};

/// Returns `true` if a unit has such statements. Then the [intrinsics](Intrinsic) follow its functions, and what the new threads
/// execute comes next.
pub(super) fn are_in(tree: &Unit) -> bool {
    tree.functions.iter().flat_map(|function| &function.labels).any(|label| label.name.starts_with(FORK))
}

impl Lowering<'_> {
    /// Returns `true` if a thread of its own executes the statement of a label.
    pub(super) fn is_fork(&self, label: LabelId) -> bool {
        self.labels.get(label.0 as usize).is_some_and(|label| label.name.starts_with(FORK))
    }

    /// A new thread executes a statement.
    pub(super) fn fork(&mut self, statement: StmtId) {
        let id = FunctionId(self.first_fork + self.forks.len() as u32);
        let mut inner = Lowering::new(self.tree, self.names, self.control);
        inner.labels = self.labels;
        inner.name = self.name.clone();
        inner.first_fork = id.0 + 1;
        inner.place = self.place;
        inner.statement(statement);
        inner.end(End::Return(None));
        inner.leave_by_labels();
        let captured = self.captured(&inner);
        let parameters = captured.iter().map(|(object, _)| inner.parameter(*object)).collect();
        let values = captured.iter().map(|(object, local)| self.copied(*object, *local)).collect::<Vec<_>>();
        let more = std::mem::take(&mut inner.forks);
        match inner.whole(self.name.clone(), Linkage::Internal, false) {
            Ok(function) => self.forks.push(Function { parameters, ..function }),
            Err(stop) => self.stopped = Some(stop),
        }
        self.forks.extend(more);
        self.full(|it| it.create(id, values));
    }

    /// The variables of this function that an inner one names, in the order of their locals here.
    fn captured(&self, inner: &Self) -> Vec<(tree::ObjectId, LocalId)> {
        let both = self.of_objects.iter().filter(|(object, _)| inner.of_objects.contains_key(object));
        let mut both: Vec<_> = both.map(|(object, local)| (*object, *local)).collect();
        both.sort_by_key(|(_, local)| *local);
        both
    }

    /// The parameter for a variable. A value that is no scalar comes as the address of a copy, which is copied first of all.
    fn parameter(&mut self, object: tree::ObjectId) -> LocalId {
        let local = self.local(object);
        let size = self.locals[local.0 as usize].size;
        if self.passed(object).is_some() {
            return local;
        }
        let pointer = self.pointer();
        let parameter = self.add_local(Local {
            name: None,
            size: pointer.size(),
            align: pointer.size(),
            members: Members::default(),
        });
        let first = std::mem::replace(&mut self.block, BlockId(0));
        let rest = std::mem::take(&mut self.blocks[0].instructions);
        let from = self.load(whole(Base::Local(parameter)), self.pointer_access());
        self.act(Action::Copy(whole(Base::Local(local)), Place { base: Base::Pointer(from), offset: 0 }, size));
        self.blocks[0].instructions.extend(rest);
        self.block = first;
        parameter
    }

    /// The shape of a variable that is passed as it is: a scalar, or the address of an array of variable size.
    fn passed(&self, object: tree::ObjectId) -> Option<Shape> {
        let ty = &self.tree[object].ty;
        if ty.is_array() && !ty.is_variable() { None } else { self.shape(ty) }
    }

    /// The argument for a variable.
    fn copied(&mut self, object: tree::ObjectId, local: LocalId) -> (Operand, Shape) {
        let size = self.locals[local.0 as usize].size;
        let place = whole(Base::Local(local));
        if let Some(shape) = self.passed(object) {
            let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
            return (self.load(place, access), shape);
        }
        let copy = self.temporary(self.pointer());
        self.act(Action::Allocate(copy, Operand::Number(size.into())));
        let copy = Operand::Temporary(copy);
        self.act(Action::Copy(Place { base: Base::Pointer(copy), offset: 0 }, place, size));
        (copy, self.pointer())
    }

    fn create(&mut self, id: FunctionId, values: Vec<(Operand, Shape)>) {
        let run = self.compute(self.pointer(), Operation::Address(whole(Base::Function(id))));
        let values = [(run, self.pointer())].into_iter().chain(values);
        let arguments = values.map(|(value, shape)| Argument::Value(value, shape)).collect();
        self.call_intrinsic(Intrinsic::Create, arguments);
    }
}
