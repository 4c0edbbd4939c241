//! Compiling a function: from its tree to instructions.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::source::Place;
use boolprog_c_syntax::tree::{ExprId, LabelId, ObjectId, StmtId, Storage as Duration, Unit};
use boolprog_c_syntax::types::{Kind, Type};
use rustc_hash::FxHashMap;

use crate::code::{Code, Local, Op, Parameter, Scope, Variable};
use crate::fault::Position;
use crate::program::{FunctionIndex, LinkedUnit, Program, Storage, UnitId};
use crate::value::{Scalar, Shape};

mod calls;
mod effects;
mod expressions;
mod initial;
mod jumps;
mod operands;
mod places;
mod statements;
mod updates;

use effects::Effects;

/// Number of expressions and statements that are examined between two polls.
const POLL: usize = 1 << 12;

/// The stack that one level needs at most, the size of the pieces by which it grows, and what a level needs usually; in bytes.
const LEVEL: usize = 64 << 10;
const PIECE: usize = 1 << 20;
const DEEPER: usize = 1 << 11;

/// The code of a function that has a body, or of the initialisers. Takes linear time; the stack grows with the depth of the tree. Fails
/// if the work is stopped.
pub(super) fn function(program: &Program, index: FunctionIndex, control: &dyn Control) -> Result<Code, Stop> {
    if index == program.initialise {
        return initial::of_statics(program, control);
    }
    if index == program.initialise_thread {
        return initial::of_thread(program, control);
    }
    let Some((unit, id)) = program.function(index).declaration else { return Ok(Code::default()) };
    let mut compiler = Compiler::new(program, unit, index, control);
    compiler.body(id);
    compiler.finished()
}

/// The layout of values of a type in memory; none for `void`.
pub(crate) fn shape_of(unit: &Unit, ty: &Type) -> Option<Shape> {
    (ty.kind != Kind::Void).then(|| Shape::of(unit, ty))
}

/// `true` if the value of an expression is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    /// It is left on the stack.
    Value,
    /// It is not.
    Effect,
}

/// The targets of `break` and `continue`.
struct Target {
    scope: u32,
    breaks: Vec<usize>,
    /// None for a `switch`.
    continues: Option<Vec<usize>>,
}

struct Compiler<'p> {
    program: &'p Program,
    unit: UnitId,
    function: FunctionIndex,
    linked: &'p LinkedUnit,
    tree: &'p Unit,
    code: Code,
    /// The place of each variable of the function.
    variables: FxHashMap<ObjectId, Variable>,
    place: Place,
    scope: u32,
    targets: Vec<Target>,
    cases: FxHashMap<StmtId, (u32, u32)>,
    /// Jumps to labels where variables may have to be cleaned up.
    jumps: Vec<jumps::Jump>,
    /// Number of variables of its scope that are declared before each label.
    declared: FxHashMap<LabelId, usize>,
    effects: FxHashMap<ExprId, Effects>,
    /// Number of expressions around whose accesses are compared.
    watching: u32,
    /// `true` if a variable of the function has the attribute `cleanup`.
    cleans_up: bool,
    control: &'p dyn Control,
    /// Number of expressions and statements that were examined, and of those around.
    visited: usize,
    depth: usize,
    /// Why the work was stopped: then nothing more is compiled.
    stop: Option<Stop>,
}

impl<'p> Compiler<'p> {
    fn new(program: &'p Program, unit: UnitId, function: FunctionIndex, control: &'p dyn Control) -> Self {
        let linked = &program.units[unit.0 as usize];
        let code = Code { scopes: vec![Scope::default()], ..Code::default() };
        Self {
            program,
            unit,
            function,
            linked,
            tree: &linked.tree,
            code,
            variables: FxHashMap::default(),
            place: Place::default(),
            scope: 0,
            targets: Vec::new(),
            cases: FxHashMap::default(),
            jumps: Vec::new(),
            declared: FxHashMap::default(),
            effects: FxHashMap::default(),
            watching: 0,
            cleans_up: false,
            control,
            visited: 0,
            depth: 0,
            stop: None,
        }
    }

    /// The code, unless the work was stopped.
    fn finished(self) -> Result<Code, Stop> {
        self.stop.map_or(Ok(self.code), Err)
    }

    /// The body of a function.
    fn body(&mut self, id: boolprog_c_syntax::tree::FunctionId) {
        let function = &self.tree[id];
        let Some(body) = function.body else { return };
        self.place = function.place;
        self.code.labels = vec![(0, 0); function.labels.len()];
        self.code.is_section = function.name.starts_with("__VERIFIER_atomic_");
        for object in &self.linked.locals[id.0 as usize] {
            self.cleans_up |= self.tree[*object].cleanup.is_some();
            self.variable(*object);
        }
        for parameter in &function.parameters {
            let variable = self.variables[parameter];
            let shape = self.shape(&self.tree[*parameter].ty);
            self.declare(*parameter);
            self.code.parameters.push(Parameter { variable, shape });
        }
        self.stmt(body);
        self.place = self.tree[body].place;
        if function.name == "main" {
            self.emit(Op::Number(0));
        } else {
            self.emit(Op::Nothing);
        }
        self.emit(Op::Return);
        self.finish_jumps();
    }

    /// Gives a variable its place in the frame.
    fn variable(&mut self, object: ObjectId) {
        let variable = if self.linked.privacy.is_cell(self.tree, object) {
            self.code.cell_objects.push(object);
            Variable::Cell(self.code.cell_objects.len() as u32 - 1)
        } else {
            self.code.slots += 1;
            Variable::Slot(self.code.slots - 1)
        };
        self.variables.insert(object, variable);
    }

    /// An automatic object belongs to the present scope.
    fn declare(&mut self, object: ObjectId) {
        if self.storage(object) != Storage::Automatic {
            return;
        }
        let tree = self.tree;
        let scope = &mut self.code.scopes[self.scope as usize];
        scope.declared.push(object);
        match self.variables.get(&object) {
            Some(Variable::Cell(cell)) => scope.cells.push(*cell),
            Some(Variable::Slot(slot)) => {
                scope.slots.push(*slot);
                if let Some(size) = tree.size_of_object(object) {
                    let align = tree.align_of_object(object);
                    let is_shared = self.linked.privacy.is_shared(tree, object);
                    scope.objects.push(Local { slot: *slot, object, size, align, is_shared });
                }
            }
            None => {}
        }
    }

    fn storage(&self, object: ObjectId) -> Storage {
        match self.tree[object].storage {
            Duration::Automatic => Storage::Automatic,
            Duration::Static | Duration::Thread => self.linked.objects[object.0 as usize],
        }
    }

    /// Adds an instruction at the present place, and gives its number.
    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.positions.push(Position { unit: self.unit, place: self.place });
        self.code.ops.len() - 1
    }

    /// Looks at an expression or a statement, unless the work was stopped. The stack grows with the depth of the tree.
    fn visit(&mut self, look: impl FnOnce(&mut Self)) {
        self.visited += 1;
        if self.visited.is_multiple_of(POLL) {
            self.poll();
        }
        if self.stop.is_none() {
            self.depth += 1;
            stacker::maybe_grow(LEVEL, PIECE, || look(self));
            self.depth -= 1;
        }
    }

    fn poll(&mut self) {
        let bytes = self.code.ops.len() * (size_of::<Op>() + size_of::<Position>()) + self.depth * DEEPER;
        let progress = Progress { phase: "compilation", bytes, ..Progress::default() };
        self.stop = self.stop.or(self.control.poll(&progress).err());
    }

    /// Number of the next instruction.
    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    /// Lets a jump go to the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.code.ops[jump] {
            Op::Jump(to) | Op::JumpIfZero(to) | Op::JumpIfNotZero(to) | Op::Fork(to) => *to = here,
            _ => {}
        }
    }

    fn number(&mut self, number: i128) {
        if let Ok(number) = i64::try_from(number) {
            self.emit(Op::Number(number));
        } else {
            self.code.constants.push(number);
            let index = self.code.constants.len() as u32 - 1;
            self.emit(Op::Constant(index));
        }
    }

    fn unsupported(&mut self, message: String) {
        self.code.messages.push(message);
        let index = self.code.messages.len() as u32 - 1;
        self.emit(Op::Unsupported(index));
    }

    /// The layout of values of a type in memory.
    fn shape(&self, ty: &Type) -> Shape {
        Shape::of(self.tree, ty)
    }

    /// The scalar type that a type is; that of `int` for types that are none.
    fn scalar(&self, ty: &Type) -> Scalar {
        Scalar::of(self.tree, ty).unwrap_or(Scalar::INT)
    }

    fn is_void(ty: &Type) -> bool {
        ty.kind == Kind::Void
    }
}
