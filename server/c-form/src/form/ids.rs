//! Indices.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $name(pub u32);
        )*
    };
}

ids! {
    /// Index into [`Unit::objects`](super::Unit::objects).
    ObjectId,
    /// Index into [`Unit::functions`](super::Unit::functions).
    FunctionId,
    /// Index into [`Unit::threads`](super::Unit::threads).
    ThreadId,
    /// Index into [`Function::locals`](super::Function::locals).
    LocalId,
    /// Index into [`Function::temporaries`](super::Function::temporaries).
    TemporaryId,
    /// Index into [`Function::blocks`](super::Function::blocks).
    BlockId,
    /// Index into [`Function::sequences`](super::Function::sequences).
    SequenceId,
    /// Index into [`Function::activations`](super::Function::activations).
    ActivationId,
}
