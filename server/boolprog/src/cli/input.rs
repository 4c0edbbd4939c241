//! The content of a file, from the extension of its name, and the subcommands that support it.

use std::path::Path;

use boolprog_frontend::{FRONT_ENDS, FrontEnd, Reader};

use super::arguments::Command;

#[derive(Clone, Copy, Debug)]
pub(super) enum Content {
    /// A program, or a thread transition system.
    Program(&'static FrontEnd),
    /// Unknown extension: a Boolean program, or a document of boolprog where nothing else is expected.
    Unnamed,
    /// Horn clauses, as written by `boolprog convert`.
    HornClauses,
    /// A document of boolprog: counterexample, report or certificate.
    Document,
}

impl Content {
    /// The contents of a file with this name.
    pub(super) fn of(path: &Path) -> Self {
        match FrontEnd::of(path) {
            Some(front_end) => Self::Program(front_end),
            None if path.extension().is_some_and(|extension| extension == "smt2") => Self::HornClauses,
            None if path.extension().is_some_and(|extension| extension == "json") => Self::Document,
            None => Self::Unnamed,
        }
    }

    /// The front end that reads it; `None` if it is not a program.
    fn front_end(self) -> Option<&'static FrontEnd> {
        match self {
            Self::Program(front_end) => Some(front_end),
            Self::Unnamed => Some(&FRONT_ENDS[0]),
            Self::HornClauses | Self::Document => None,
        }
    }

    /// Its description, for a sentence that begins with "This is".
    fn shown(self) -> &'static str {
        match self {
            Self::Program(front_end) => front_end.title,
            Self::Unnamed => "read as a Boolean program, because its extension is unknown",
            Self::HornClauses => "a file in SMT-LIB",
            Self::Document => "a file in JSON",
        }
    }
}

/// The front end for a program in a file with this name.
pub(super) fn front_end(path: &Path) -> &'static FrontEnd {
    FrontEnd::of(path).unwrap_or(&FRONT_ENDS[0])
}

/// Purposes of reading a file: the subcommands, and the debugger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Check,
    Reach,
    Invariant,
    Cutoff,
    Graph,
    AbstractGraph,
    Abstract,
    Refine,
    Coverage,
    Slice,
    VerifyCertificate,
    Convert,
    Export,
    Replay,
    Run,
    Format,
    /// A debug session that begins with a check.
    Debug,
}

impl Purpose {
    /// Returns `true` if a file with this content can be read for it.
    fn takes(self, content: Content) -> bool {
        let reader = content.front_end().map(|front_end| front_end.reader);
        let boolean = matches!(reader, Some(Reader::Boolean(_)));
        let system = matches!(reader, Some(Reader::System(_)));
        let own = matches!(reader, Some(Reader::Integer(_)));
        let integer = content.front_end().is_some_and(FrontEnd::makes_integer_programs);
        match self {
            Self::Check | Self::Convert | Self::Coverage => boolean || system || integer,
            Self::VerifyCertificate => boolean || system || own,
            Self::Reach | Self::Cutoff | Self::Graph => boolean || system,
            Self::Invariant => boolean,
            Self::AbstractGraph | Self::Slice | Self::Abstract | Self::Refine => integer,
            Self::Debug => boolean || integer,
            Self::Run => content.front_end().is_some_and(FrontEnd::is_shared),
            Self::Replay => boolean || integer || matches!(content, Content::Document),
            Self::Export => matches!(content, Content::Document | Content::Unnamed),
            Self::Format => boolean || own,
        }
    }

    /// The expected contents, as half a sentence.
    fn wanted(self) -> &'static str {
        match self {
            Self::Check => "`boolprog check` decides programs and thread transition systems",
            Self::Reach => "`boolprog reach` lists the thread states of Boolean programs and thread transition systems",
            Self::Invariant => "`boolprog invariant` checks expressions over the variables of Boolean programs",
            Self::Cutoff => "`boolprog cutoff` computes the cutoffs of Boolean programs and thread transition systems",
            Self::Graph => "`boolprog graph` draws the thread states of Boolean programs and thread transition systems",
            Self::AbstractGraph => "`boolprog abstract-graph` draws the abstract states of integer programs",
            Self::Abstract => "`boolprog abstract` makes Boolean programs of integer programs",
            Self::Refine => "`boolprog refine` decides integer programs",
            Self::Coverage => "`boolprog coverage` lists the reachable parts of programs and thread transition systems",
            Self::Slice => "`boolprog slice` lists the irrelevant variables and edges of integer programs",
            Self::VerifyCertificate => {
                "`boolprog verify-certificate` checks proofs about programs (.bp, .ip) and thread transition systems"
            }
            Self::Convert => "`boolprog convert` reads programs and thread transition systems",
            Self::Export => "`boolprog export` reads saved counterexamples and reports (.json)",
            Self::Replay => {
                "`boolprog replay` reads Boolean programs, integer programs and saved counterexamples (.json)"
            }
            Self::Run => "`boolprog run` executes C programs (.c, .i)",
            Self::Format => "`boolprog fmt` formats Boolean programs (.bp) and integer programs (.ip)",
            Self::Debug => "the debugger replays counterexamples of Boolean and integer programs",
        }
    }

    /// The alternative for a content that it does not support, as half a sentence.
    fn instead(self, content: Content) -> &'static str {
        let front_end = match content {
            Content::HornClauses => return "it is for solvers of Horn clauses, such as Z3",
            Content::Document => {
                return "see `boolprog replay` for saved counterexamples and `boolprog export` for reports";
            }
            _ if self == Self::Export => return "use `boolprog check --format` here",
            Content::Unnamed => return "give an integer program the extension .ip",
            Content::Program(front_end) => front_end,
        };
        match (front_end.reader, self) {
            (Reader::System(_), Self::Format) => "it is not changed",
            (Reader::Boolean(_), Self::AbstractGraph) => "use `boolprog graph` here",
            (Reader::Integer(_) | Reader::Import(_), Self::Graph) => "use `boolprog abstract-graph` here",
            (Reader::Integer(_) | Reader::Import(_), Self::Reach) => "use `boolprog coverage` here",
            (Reader::Integer(_) | Reader::Import(_), Self::Invariant) => {
                "use `boolprog check` here, for the invariants that stand in the file"
            }
            (Reader::Import(_), Self::Format | Self::VerifyCertificate) => {
                "`boolprog convert` writes it as a file that ends in .ip"
            }
            _ => "use `boolprog check` here",
        }
    }
}

/// Checks that a file can be read for this. Fails with a sentence for the user: the contents, the expected ones, and
/// the right subcommand.
pub(super) fn suitable(path: &Path, purpose: Purpose) -> Result<(), String> {
    let content = Content::of(path);
    if purpose.takes(content) {
        return Ok(());
    }
    let (what, wanted, instead) = (content.shown(), purpose.wanted(), purpose.instead(content));
    Err(format!("This is {what}, but {wanted}; {instead}."))
}

/// The file that a subcommand reads, and its purpose. `None` if there are several, which are read one by one, or none.
pub(super) fn only(command: &Command) -> Option<(&Path, Purpose)> {
    let (path, purpose) = match command {
        Command::Reach(arguments) => (&arguments.asked.file, Purpose::Reach),
        Command::Invariant(arguments) => (&arguments.asked.file, Purpose::Invariant),
        Command::Cutoff(arguments) => (&arguments.asked.file, Purpose::Cutoff),
        Command::Graph(arguments) => (&arguments.asked.file, Purpose::Graph),
        Command::AbstractGraph(arguments) => (&arguments.file, Purpose::AbstractGraph),
        Command::Abstract(arguments) => (&arguments.abstraction.file, Purpose::Abstract),
        Command::Refine(arguments) => (&arguments.abstraction.file, Purpose::Refine),
        Command::Coverage(arguments) => (&arguments.file, Purpose::Coverage),
        Command::Slice(arguments) => (&arguments.file, Purpose::Slice),
        Command::VerifyCertificate(arguments) => (&arguments.program, Purpose::VerifyCertificate),
        Command::Convert(arguments) => (&arguments.input, Purpose::Convert),
        Command::Export(arguments) => (&arguments.file, Purpose::Export),
        Command::Replay(arguments) => (&arguments.file, Purpose::Replay),
        Command::Run(arguments) => (&arguments.file, Purpose::Run),
        Command::Check(_) | Command::Fmt(_) | Command::Lsp(_) | Command::Dap(_) | Command::Mcp(_) => return None,
    };
    Some((path, purpose))
}
