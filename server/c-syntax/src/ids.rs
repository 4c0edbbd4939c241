//! Indices by which the parts of a [translation unit](crate::tree::Unit) refer to one another.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);
    )*};
}

ids! {
    /// Index into [`Unit::records`](crate::tree::Unit::records).
    RecordId;
    /// Index into [`Unit::enumerations`](crate::tree::Unit::enumerations).
    EnumerationId;
    /// Index into [`Unit::objects`](crate::tree::Unit::objects).
    ObjectId;
    /// Index into [`Unit::functions`](crate::tree::Unit::functions).
    FunctionId;
    /// Index into [`Unit::texts`](crate::tree::Unit::texts).
    TextId;
    /// Index into [`Unit::exprs`](crate::tree::Unit::exprs).
    ExprId;
    /// Index into [`Unit::stmts`](crate::tree::Unit::stmts).
    StmtId;
    /// Index into [`Function::labels`](crate::tree::Function::labels) of the function around.
    LabelId;
}
