//! The node kinds and fields of the grammar as Rust enums: no other place spells one as a string.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use tree_sitter::{Language, Node, TreeCursor};

/// The grammar as tree-sitter's run time wants it.
pub fn language() -> &'static Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    LANGUAGE.get_or_init(|| Language::from(tree_sitter_boolprog::LANGUAGE))
}

/// Defines an enum of names in the grammar; its last variant stands for all others.
macro_rules! names {
    ($(#[$attribute:meta])* $enum:ident { $($(#[$doc:meta])* $variant:ident = $spelling:literal),+ $(,)? }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $enum {
            $($(#[$doc])* #[doc = concat!("`", $spelling, "`")] $variant,)+
            /// Nothing of the above.
            Other,
        }

        impl $enum {
            /// Every variant with its spelling in the grammar, but for `Other`.
            pub const ALL: &[(Self, &str)] = &[$((Self::$variant, $spelling)),+];

            fn from_spelling(spelling: &str) -> Self {
                Self::ALL.iter().find(|(_, known)| *known == spelling).map_or(Self::Other, |(variant, _)| *variant)
            }
        }
    };
}

names! {
    /// What a node is.
    Kind {
        SourceFile = "source_file",
        Declaration = "declaration",
        DeclaredVariable = "declared_variable",
        Procedure = "procedure",
        ProcedureHeader = "procedure_header",
        ResultType = "result_type",
        Parameters = "parameters",
        Block = "block",
        EnforceClause = "enforce_clause",
        AbortifClause = "abortif_clause",
        Statement = "statement",
        Label = "label",
        SkipStatement = "skip_statement",
        GotoStatement = "goto_statement",
        ReturnStatement = "return_statement",
        Assignment = "assignment",
        Discard = "discard",
        Call = "call",
        Arguments = "arguments",
        AssumeStatement = "assume_statement",
        AssertStatement = "assert_statement",
        ConstrainStatement = "constrain_statement",
        PrintStatement = "print_statement",
        DeadStatement = "dead_statement",
        SyncStatement = "sync_statement",
        IfStatement = "if_statement",
        ElsifClause = "elsif_clause",
        ElseClause = "else_clause",
        WhileStatement = "while_statement",
        StartThreadStatement = "start_thread_statement",
        EndThreadStatement = "end_thread_statement",
        AtomicBeginStatement = "atomic_begin_statement",
        AtomicEndStatement = "atomic_end_statement",
        WaitStatement = "wait_statement",
        SignalStatement = "signal_statement",
        BroadcastStatement = "broadcast_statement",
        Constant = "constant",
        Any = "any",
        Variable = "variable",
        ParenthesizedExpression = "parenthesized_expression",
        NotExpression = "not_expression",
        BinaryExpression = "binary_expression",
        TernaryExpression = "ternary_expression",
        SchooseExpression = "schoose_expression",
        Number = "number",
        Identifier = "identifier",
        Comment = "comment",
        Semicolon = ";",
        Comma = ",",
        Colon = ":",
        Becomes = ":=",
        Quote = "'",
        ParenthesisOpen = "(",
        ParenthesisClose = ")",
        BracketOpen = "[",
        BracketClose = "]",
        Less = "<",
        Greater = ">",
        Star = "*",
        Question = "?",
        Bang = "!",
        Tilde = "~",
        Equal = "=",
        NotEqual = "!=",
        And = "&",
        AndAnd = "&&",
        Xor = "^",
        Or = "|",
        OrOr = "||",
        Implies = "=>",
        Arrow = "->",
        Iff = "<->",
        Decl = "decl",
        ThreadLocal = "thread_local",
        Dfs = "dfs",
        Void = "void",
        Bool = "bool",
        Begin = "begin",
        End = "end",
        Enforce = "enforce",
        Abortif = "abortif",
        Goto = "goto",
        Return = "return",
        Constrain = "constrain",
        Assume = "assume",
        Assert = "assert",
        Print = "print",
        Dead = "dead",
        Sync = "sync",
        If = "if",
        Then = "then",
        Elsif = "elsif",
        Elif = "elif",
        Else = "else",
        Fi = "fi",
        While = "while",
        Do = "do",
        Od = "od",
        StartThread = "start_thread",
        Schoose = "schoose",
        TrueLetter = "T",
        FalseLetter = "F",
        True = "true",
        False = "false",
        Error = "ERROR",
    }
}

names! {
    /// The part a node plays in its parent.
    Field {
        Alternative = "alternative",
        Arguments = "arguments",
        Body = "body",
        Call = "call",
        Condition = "condition",
        Consequence = "consequence",
        Constrain = "constrain",
        FalseIf = "false_if",
        Header = "header",
        Initial = "initial",
        Label = "label",
        Left = "left",
        Name = "name",
        Operand = "operand",
        Operator = "operator",
        Parameters = "parameters",
        Procedure = "procedure",
        Result = "result",
        Right = "right",
        Target = "target",
        TrueIf = "true_if",
        Value = "value",
        Variable = "variable",
    }
}

/// Nodes that are a single token, which is spelled otherwise than they are.
const SINGLE_TOKENS: [(&str, Kind); 8] = [
    ("_", Kind::Discard),
    ("skip", Kind::SkipStatement),
    ("end_thread", Kind::EndThreadStatement),
    ("atomic_begin", Kind::AtomicBeginStatement),
    ("atomic_end", Kind::AtomicEndStatement),
    ("wait", Kind::WaitStatement),
    ("signal", Kind::SignalStatement),
    ("broadcast", Kind::BroadcastStatement),
];

impl Kind {
    /// The kind of a node.
    pub fn of(node: Node<'_>) -> Self {
        if node.is_error() { Self::Error } else { Self::from_symbol(node.kind_id()) }
    }

    /// The kind behind a symbol of the grammar.
    pub fn from_symbol(symbol: u16) -> Self {
        static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
        let kinds = KINDS.get_or_init(|| {
            let count = u16::try_from(language().node_kind_count()).unwrap_or(u16::MAX);
            (0..count).map(|id| language().node_kind_for_id(id).map_or(Self::Other, Self::from_spelling)).collect()
        });
        kinds.get(usize::from(symbol)).copied().unwrap_or(Self::Other)
    }

    /// The kind of a token that is always spelled like this: a word of the language, an operator, a punctuation mark.
    pub fn of_token(spelling: &str) -> Option<Self> {
        static TOKENS: OnceLock<FxHashMap<&str, Kind>> = OnceLock::new();
        let tokens = TOKENS.get_or_init(|| {
            let kinds = (0..language().node_kind_count()).filter_map(|id| u16::try_from(id).ok());
            let tokens = kinds.filter(|id| language().node_kind_is_visible(*id) && !language().node_kind_is_named(*id));
            let spelled = tokens.filter_map(|id| language().node_kind_for_id(id));
            spelled.map(|spelling| (spelling, Self::from_spelling(spelling))).chain(SINGLE_TOKENS).collect()
        });
        tokens.get(spelling).copied()
    }

    /// How the grammar spells it; for a token that is always the same this is the token itself.
    pub fn spelling(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, spelling)| spelling)
    }
}

impl Field {
    /// The part the cursor's node plays in its parent; `Other` for none.
    pub fn at(cursor: &TreeCursor<'_>) -> Self {
        static FIELDS: OnceLock<Vec<Field>> = OnceLock::new();
        let fields = FIELDS.get_or_init(|| {
            let count = u16::try_from(language().field_count()).unwrap_or(u16::MAX - 1);
            // Field ids start from 1.
            (0..=count).map(|id| language().field_name_for_id(id).map_or(Self::Other, Self::from_spelling)).collect()
        });
        cursor.field_id().and_then(|id| fields.get(usize::from(id.get())).copied()).unwrap_or(Self::Other)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The values of every `"key": "value"` in a JSON text.
    fn values(json: &'static str, key: &str) -> BTreeSet<&'static str> {
        let key = format!("\"{key}\": \"");
        json.match_indices(&key)
            .map(|(start, _)| &json[start + key.len()..])
            .filter_map(|rest| rest.split('"').next())
            .collect()
    }

    #[test]
    fn kinds_are_those_of_the_grammar() {
        let grammar: BTreeSet<_> = values(tree_sitter_boolprog::NODE_TYPES, "type");
        let ours: BTreeSet<_> = Kind::ALL.iter().map(|(_, spelling)| *spelling).collect();
        // `ERROR` is not in the list of the grammar.
        let expected: BTreeSet<_> = grammar.into_iter().chain(["ERROR"]).collect();
        // The statements of one word are nodes and tokens at once.
        assert_eq!(ours.difference(&expected).collect::<Vec<_>>(), Vec::<&&str>::new());
        assert_eq!(expected.difference(&ours).collect::<Vec<_>>(), Vec::<&&str>::new());
    }

    #[test]
    fn fields_are_those_of_the_grammar() {
        let count = u16::try_from(language().field_count()).expect("few fields");
        let grammar: BTreeSet<_> = (1..=count).filter_map(|id| language().field_name_for_id(id)).collect();
        let ours: BTreeSet<_> = Field::ALL.iter().map(|(_, spelling)| *spelling).collect();
        assert_eq!(ours, grammar);
    }
}
