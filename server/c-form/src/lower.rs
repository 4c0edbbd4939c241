//! From the syntax tree to the form: one walk, in which every read becomes a temporary and every place is computed once.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::tree::{self, ExprId, Linkage, Precedence, Storage};
use boolprog_c_syntax::types::Type;
use boolprog_c_syntax::{Unit, source};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};

use crate::form::{
    self, Action, Activation, ActivationId, Base, Block, BlockId, End, Instruction, Local, LocalId, ObjectId, Operand,
    Operation, Part, Place, Sequence, SequenceId, Shape, Signature, Target, TemporaryId,
};
use crate::order::Conflicts;
use intrinsics::Intrinsic;

mod aggregates;
mod atomics;
mod calls;
mod expressions;
mod forks;
mod initialisers;
mod intrinsics;
mod jumps;
mod members;
mod operands;
mod orders;
mod places;
mod sections;
mod shapes;
mod statements;
mod unsequenced;
mod updates;

/// The form of a translation unit, in which operands are evaluated from left to right. Fails if the work is stopped. Takes time
/// linear in its size.
pub fn lower(tree: &Unit, control: &dyn Control) -> Result<form::Unit, Stop> {
    lower_with((tree, 0), &Conflicts::default(), control)
}

/// The form of the translation unit with this number, in which the operands that [meet](crate::order) are evaluated in all orders. Fails if the work is
/// stopped. Takes time linear in its size.
pub fn lower_with(
    (tree, number): (&Unit, u32),
    conflicts: &Conflicts,
    control: &dyn Control,
) -> Result<form::Unit, Stop> {
    let names = Names::new((tree, number), conflicts);
    let mut functions = Vec::with_capacity(tree.functions.len() + 5);
    let mut forks = Vec::new();
    for index in 0..tree.functions.len() {
        let mut lowering = Lowering::new(tree, &names, control);
        lowering.first_fork = (tree.functions.len() + Intrinsic::ALL.len() + forks.len()) as u32;
        functions.push(lowering.function(tree::FunctionId(index as u32), &mut forks)?);
    }
    if forks::are_in(tree) || sections::are_in(tree) || updates::are_in(tree) {
        for intrinsic in Intrinsic::ALL {
            functions.push(Lowering::new(tree, &names, control).declaration(intrinsic)?);
        }
    }
    functions.extend(forks);
    for storage in [Storage::Static, Storage::Thread] {
        let initialiser = Lowering::new(tree, &names, control).initialiser(storage)?;
        functions
            .extend((initialiser.blocks.iter().any(|block| !block.instructions.is_empty())).then_some(initialiser));
    }
    Ok(form::Unit { objects: names.objects, functions, threads: Vec::new() })
}

/// Facts about a unit: its objects that are no locals, and the expressions whose operands meet.
struct Names<'a> {
    /// Its number.
    unit: u32,
    conflicts: &'a Conflicts,
    objects: Vec<form::Object>,
    of_objects: FxHashMap<tree::ObjectId, ObjectId>,
    /// Number of the object of the first text.
    first_text: u32,
}

impl<'a> Names<'a> {
    fn new((tree, unit): (&Unit, u32), conflicts: &'a Conflicts) -> Self {
        let mut names = Self { unit, conflicts, objects: Vec::new(), of_objects: FxHashMap::default(), first_text: 0 };
        for (index, object) in tree.objects.iter().enumerate().filter(|(_, it)| it.storage != Storage::Automatic) {
            let id = tree::ObjectId(index as u32);
            names.of_objects.insert(id, ObjectId(names.objects.len() as u32));
            names.objects.push(form::Object {
                name: object.name.clone().unwrap_or_else(|| format_smolstr!("literal{index}")),
                size: tree.size_of_object(id).unwrap_or(0),
                align: object.align.unwrap_or_else(|| tree.align_of(&object.ty)),
                storage: object.storage,
                linkage: object.linkage,
                is_defined: object.is_defined,
                is_kept_by_library: tree.is_kept_by_library(&object.ty),
                is_constant: object.ty.qualifiers.is_const,
                is_beginning: tree.is_of_unknown_length(id),
                members: members::members(tree, &object.ty),
                text: None,
            });
        }
        names.first_text = names.objects.len() as u32;
        names.objects.extend(tree.texts.iter().enumerate().map(|(index, text)| form::Object {
            name: format_smolstr!("text{index}"),
            size: text.bytes.len() as u64,
            align: tree.align_of(&text.ty),
            storage: Storage::Static,
            linkage: Linkage::None,
            is_defined: true,
            is_kept_by_library: false,
            is_constant: true,
            is_beginning: false,
            members: form::Members::default(),
            text: Some(text.bytes.clone()),
        }));
        names
    }
}

/// The function that is being lowered.
struct Lowering<'a> {
    tree: &'a Unit,
    names: &'a Names<'a>,
    locals: Vec<Local>,
    of_objects: FxHashMap<tree::ObjectId, LocalId>,
    temporaries: Vec<Shape>,
    sequences: Vec<Sequence>,
    blocks: Vec<Block>,
    /// The block to which instructions are added.
    block: BlockId,
    /// The place that instructions get.
    place: source::Place,
    /// The part of a full expression to which instructions belong.
    sequence: SequenceId,
    /// `true` within `({ .. })`.
    is_within_expression: bool,
    /// Facts about operands that are being evaluated.
    orders: orders::Orders,
    /// Locals without a name, by the expressions whose values they get.
    unnamed: FxHashMap<ExprId, LocalId>,
    /// The scopes around, innermost last.
    scopes: Vec<Scope>,
    /// The functions that are called with the addresses of locals at the ends of their lives.
    cleanups: FxHashMap<LocalId, tree::ObjectId>,
    new_scopes: u32,
    /// The name of the function.
    name: SmolStr,
    /// `true` if the function is declared not to return.
    is_noreturn: bool,
    /// The labels of the function.
    labels: &'a [tree::Label],
    /// The functions that new threads execute within this one, and the number of the first.
    forks: Vec<form::Function>,
    first_fork: u32,
    jumps: jumps::Jumps,
    control: &'a dyn Control,
    /// Number of instructions.
    size: u64,
    /// Why the work was stopped; then nothing more is lowered.
    stopped: Option<Stop>,
}

/// The control is polled each time that a function has grown by this number of instructions.
const POLL: u64 = 1 << 10;

/// A scope.
#[derive(Clone, Debug, Default)]
struct Scope {
    number: u32,
    /// Locals whose life has begun in it.
    locals: Vec<LocalId>,
}

impl<'a> Lowering<'a> {
    fn new(tree: &'a Unit, names: &'a Names<'a>, control: &'a dyn Control) -> Self {
        Self {
            tree,
            names,
            locals: Vec::new(),
            of_objects: FxHashMap::default(),
            temporaries: Vec::new(),
            sequences: vec![Sequence { whole: None, part: Part::Full }],
            blocks: vec![Block::default()],
            block: BlockId(0),
            place: source::Place::default(),
            sequence: SequenceId(0),
            is_within_expression: false,
            orders: orders::Orders::default(),
            unnamed: FxHashMap::default(),
            scopes: vec![Scope::default()],
            cleanups: FxHashMap::default(),
            new_scopes: 0,
            name: SmolStr::default(),
            is_noreturn: false,
            labels: &[],
            forks: Vec::new(),
            first_fork: 0,
            jumps: jumps::Jumps::default(),
            control,
            size: 0,
            stopped: None,
        }
    }

    /// A function; those that new threads execute within it are added to the others.
    fn function(mut self, id: tree::FunctionId, forks: &mut Vec<form::Function>) -> Result<form::Function, Stop> {
        let tree = self.tree;
        let function = &tree[id];
        self.place = function.place;
        let parameters = function.parameters.iter().map(|object| self.local(*object)).collect();
        let Some(body) = function.body else { return self.finished(function, parameters, false) };
        (self.name, self.labels) = (function.name.clone(), &function.labels);
        self.is_noreturn = function.attributes.is_noreturn;
        self.enter();
        self.statement(body);
        // The value of a function that ends without one must not be used (C11 6.9.1p12), but for `main`.
        let result = &function.signature.result;
        let value = if function.name == "main" {
            Some(Operand::Number(0))
        } else {
            self.shape(result).map(|shape| self.any(shape, form::Unknown::Unwritten))
        };
        self.place = tree[body].place;
        self.leave(value);
        self.leave_by_labels();
        forks.append(&mut self.forks);
        self.finished(function, parameters, true)
    }

    fn finished(
        self,
        function: &tree::Function,
        parameters: Vec<LocalId>,
        is_defined: bool,
    ) -> Result<form::Function, Stop> {
        let (name, linkage, tree_of) = (function.name.clone(), function.linkage, self.tree);
        let signature = self.signature(function);
        let only_read = function.signature.parameters.iter().map(Type::points_to_constant).collect();
        let mut whole = self.whole(name, linkage, false)?;
        // A function that a header of this program declares is described by the library, or by nothing.
        let is_of_header = tree_of.sources.files.get(function.place.file.0 as usize).is_some_and(|it| it.is_built_in);
        whole.activations[0].is_library |= is_of_header;
        let blocks = if is_defined { whole.blocks } else { Vec::new() };
        let tree::Attributes { constructor, destructor, is_noreturn, .. } = function.attributes;
        let precedence = tree_of.precedence(function);
        Ok(form::Function {
            precedence,
            constructor,
            destructor,
            signature,
            only_read,
            is_noreturn,
            parameters,
            blocks,
            ..whole
        })
    }

    /// The function without parameters that has been lowered; the text does not have it if it is made.
    fn whole(self, name: SmolStr, linkage: Linkage, is_made: bool) -> Result<form::Function, Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let (unit, is_library) = (self.names.unit, is_made || self.tree.is_library);
        let Self { locals, temporaries, sequences, blocks, .. } = self;
        let activations =
            vec![Activation { function: name.clone(), unit, caller: None, is_library, is_result_used: false }];
        let function = form::Function {
            name,
            linkage,
            precedence: Precedence::Program,
            constructor: None,
            destructor: None,
            is_noreturn: false,
            assertions: Vec::new(),
            versions: FxHashMap::default(),
            signature: Signature::default(),
            only_read: Vec::new(),
            parameters: Vec::new(),
            locals,
            temporaries,
            sequences,
            activations,
            blocks,
        };
        Ok(function)
    }

    /// The local of an automatic object of the tree.
    fn local(&mut self, object: tree::ObjectId) -> LocalId {
        if let Some(local) = self.of_objects.get(&object) {
            return *local;
        }
        let of_tree = &self.tree[object];
        let (size, align) = (self.tree.size_of_object(object), of_tree.align);
        let align = align.unwrap_or_else(|| self.tree.align_of(&of_tree.ty));
        let size = if of_tree.ty.is_variable() { Some(self.pointer().size()) } else { size };
        let local = self.add_local(Local {
            name: of_tree.name.clone(),
            size: size.unwrap_or(0),
            align,
            members: members::members(self.tree, &of_tree.ty),
        });
        self.of_objects.insert(object, local);
        local
    }

    fn add_local(&mut self, local: Local) -> LocalId {
        self.locals.push(local);
        LocalId(self.locals.len() as u32 - 1)
    }

    /// The place of an object of the tree.
    fn place_of(&mut self, object: tree::ObjectId) -> Place {
        let base = match self.names.of_objects.get(&object) {
            Some(object) => Base::Object(*object),
            None => Base::Local(self.local(object)),
        };
        Place { base, offset: 0 }
    }

    fn temporary(&mut self, shape: Shape) -> TemporaryId {
        self.temporaries.push(shape);
        TemporaryId(self.temporaries.len() as u32 - 1)
    }

    fn act(&mut self, action: Action) {
        self.note(&action);
        self.put(action);
    }

    /// Adds an instruction; its accesses are not compared with others.
    fn put(&mut self, action: Action) {
        let (place, sequence) = (self.place, self.sequence);
        let instruction = Instruction { action, place, sequence, activation: ActivationId(0) };
        self.blocks[self.block.0 as usize].instructions.push(instruction);
        self.size += 1;
        if self.size.is_multiple_of(POLL) && self.stopped.is_none() {
            let bytes = self.size as usize * size_of::<Instruction>();
            let progress = Progress { phase: "C", states: self.size, bytes, ..Progress::default() };
            self.stopped = self.control.poll(&progress).err();
        }
    }

    fn compute(&mut self, shape: Shape, operation: Operation) -> Operand {
        let to = self.temporary(shape);
        self.act(Action::Compute(to, operation));
        Operand::Temporary(to)
    }

    fn any(&mut self, shape: Shape, why: form::Unknown) -> Operand {
        let to = self.temporary(shape);
        self.act(Action::Any(to, why));
        Operand::Temporary(to)
    }

    /// A block without instructions, which is not the current one yet.
    fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Ends the current block, and goes on in a new one that nothing leads to yet.
    fn end(&mut self, end: End) {
        self.blocks[self.block.0 as usize].end = end;
        self.block = self.new_block();
    }

    fn jump(&mut self, block: BlockId) {
        self.end(End::Jump(to(block)));
    }

    /// Ends the current block with a jump to one that is the current one from then on.
    fn go_on_in(&mut self, block: BlockId) {
        self.blocks[self.block.0 as usize].end = End::Jump(to(block));
        self.block = block;
    }

    /// Lowers something that is one part of what is being lowered.
    fn part<T>(&mut self, part: Part, lower: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.sequence;
        self.sequences.push(Sequence { whole: Some(whole), part });
        self.sequence = SequenceId(self.sequences.len() as u32 - 1);
        let result = lower(self);
        self.sequence = whole;
        result
    }

    /// Lowers a full expression. One within `({ .. })` is a part of the statement around.
    fn full<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let part = if self.is_within_expression { Part::Point } else { Part::Full };
        self.sequenced(|it| it.part(part, lower))
    }

    /// Lowers a part of an expression that a sequence point separates from the rest.
    fn at_point<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.sequenced(|it| it.part(Part::Point, lower))
    }
}

/// A jump to a block without parameters.
fn to(block: BlockId) -> Target {
    Target { block, arguments: Vec::new() }
}
