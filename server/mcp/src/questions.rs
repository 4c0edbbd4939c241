//! The tools, by the questions that they answer. The types are their schemas.

use rmcp::handler::server::tool::schema_for_type;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::{self, JsonSchema};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A program, and how it is read and checked.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Asked {
    /// The file: its path, absolute or relative to a root of the client.
    pub file: String,
    /// Options of `boolprog check`, a word each, such as `["--timeout", "300"]`, `["--int", "math"]`, `["--property", "race"]`,
    /// `["--threads", "3"]` or `["--engine", "explicit"]`. Answers have in `next` those that would say more.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A property of a program.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct About {
    /// The program.
    #[serde(flatten)]
    pub asked: Asked,
    /// The id of the property, such as assert-1. By default the first violated one, or else the first unknown one.
    pub id: Option<String>,
}

/// A part of a counterexample.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Replay {
    /// The violated property.
    #[serde(flatten)]
    pub about: About,
    /// The number of the first step that is wanted, from 1.
    #[serde(default = "first")]
    pub from: usize,
    /// The number of steps that are wanted, at most 100.
    #[serde(default = "some")]
    pub count: usize,
    /// Expressions to be evaluated before the first of these steps, such as lock, or x@T2 for the copy of thread 2.
    #[serde(default)]
    pub watch: Vec<String>,
}

/// A counterexample that takes another way.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WhatIf {
    /// The violated property.
    #[serde(flatten)]
    pub about: About,
    /// The number of steps of the counterexample that are taken first.
    pub after: usize,
    /// The steps that are chosen then, one after the other: the number of each in the list of alternatives. Without any, the answer
    /// lists the alternatives.
    #[serde(default)]
    pub choose: Vec<usize>,
    /// True to go on after that, until something is violated or no thread can move.
    #[serde(default)]
    pub run: bool,
}

/// Facts that always hold at some lines.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Invariants {
    /// The program.
    #[serde(flatten)]
    pub asked: Asked,
    /// Numbers of lines, from 1. By default all lines with a statement, as many as fit.
    #[serde(default)]
    pub lines: Vec<u32>,
}

/// A call of a tool.
#[derive(Clone, Debug)]
pub enum Question {
    /// The verdict on each property.
    Check(Asked),
    /// The reason of a verdict.
    Explain(About),
    /// Steps of a counterexample.
    Replay(Replay),
    /// Another way than that of a counterexample.
    WhatIf(WhatIf),
    /// Facts about lines.
    Invariants(Invariants),
}

fn first() -> usize {
    1
}

fn some() -> usize {
    40
}

/// The reason why a call is no question.
pub(crate) enum NoQuestion {
    /// There is no such tool.
    NoTool,
    /// The arguments do not suit it; why, as a sentence.
    Arguments(String),
}

/// A tool: its name, its description, its schema, and the reader of its arguments.
struct Row {
    name: &'static str,
    about: &'static str,
    schema: fn() -> JsonObject,
    read: fn(Value) -> Result<Question, serde_json::Error>,
}

/// All tools.
const TOOLS: [Row; 5] = [
    Row {
        name: "check",
        about: "Decides the assertions of a C program with threads (.c, .i), a Boolean program (.bp), an integer program (.ip) or a \
                thread transition system (.tts, .spec): `proved` for all executions and, where the program has any number of \
                threads, for any number; `violated` with a counterexample that was executed; or `unknown` with the reason. Every \
                answer has lines, and in `next` the calls that would say more.",
        schema: schema::<Asked>,
        read: |arguments| read(arguments).map(Question::Check),
    },
    Row {
        name: "explain",
        about: "Tells why a property is violated (the few steps that matter), why it is unknown (and what would help), or what a \
                proof covers.",
        schema: schema::<About>,
        read: |arguments| read(arguments).map(Question::Explain),
    },
    Row {
        name: "replay",
        about: "Lists steps of the counterexample to a violated property: thread, line, statement, and the values that it reads \
                and changes. Can evaluate expressions before a step.",
        schema: schema::<Replay>,
        read: |arguments| read(arguments).map(Question::Replay),
    },
    Row {
        name: "what_if",
        about: "Leaves the counterexample after some steps: lists the steps that are possible there, takes others than those that \
                were recorded, and goes on. Threads that cannot move are listed with the reason.",
        schema: schema::<WhatIf>,
        read: |arguments| read(arguments).map(Question::WhatIf),
    },
    Row {
        name: "invariants",
        about: "Tells what always holds before the statements on some lines, and how many threads can be there, where a proof or \
                all states show it.",
        schema: schema::<Invariants>,
        read: |arguments| read(arguments).map(Question::Invariants),
    },
];

/// The tools, as the protocol lists them. None changes anything.
pub(crate) fn tools() -> Vec<Tool> {
    let tool = |row: &Row| {
        let harmless = ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
        Tool::new(row.name, row.about, (row.schema)()).with_annotations(harmless)
    };
    TOOLS.iter().map(tool).collect()
}

fn schema<T: JsonSchema + 'static>() -> JsonObject {
    (*schema_for_type::<T>()).clone()
}

fn read<T: DeserializeOwned>(arguments: Value) -> Result<T, serde_json::Error> {
    serde_json::from_value(arguments)
}

impl Question {
    /// The question that a call asks.
    pub(crate) fn read(tool: &str, arguments: JsonObject) -> Result<Self, NoQuestion> {
        let row = TOOLS.iter().find(|row| row.name == tool).ok_or(NoQuestion::NoTool)?;
        let schema = (row.schema)();
        let is_known =
            |name: &&String| schema.get("properties").is_some_and(|properties| properties.get(name).is_some());
        if let Some(stranger) = arguments.keys().find(|name| !is_known(name)) {
            let stranger: String = stranger.chars().take(60).collect();
            return Err(NoQuestion::Arguments(format!("`{tool}` has no argument `{stranger}`.")));
        }
        let wrong = |error| NoQuestion::Arguments(format!("The arguments of `{tool}` are wrong: {error}."));
        (row.read)(Value::Object(arguments)).map_err(wrong)
    }

    /// The program that it is about.
    pub fn asked(&self) -> &Asked {
        match self {
            Self::Check(asked) | Self::Invariants(Invariants { asked, .. }) => asked,
            Self::Explain(about) | Self::Replay(Replay { about, .. }) | Self::WhatIf(WhatIf { about, .. }) => {
                &about.asked
            }
        }
    }

    /// The same, for changes.
    pub(crate) fn asked_mut(&mut self) -> &mut Asked {
        match self {
            Self::Check(asked) | Self::Invariants(Invariants { asked, .. }) => asked,
            Self::Explain(about) | Self::Replay(Replay { about, .. }) | Self::WhatIf(WhatIf { about, .. }) => {
                &mut about.asked
            }
        }
    }
}
