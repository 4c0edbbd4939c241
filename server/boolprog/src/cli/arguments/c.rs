//! The reading of C programs.

use std::path::PathBuf;

use boolprog_base::control::Control;
use boolprog_c::{Asked, Flags};
use boolprog_c_form::stages::Stage;
use boolprog_c_syntax::Files;
use boolprog_c_syntax::target::Target;
use boolprog_frontend::Text;
use boolprog_host::linked::Linking;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

/// The search for files that C programs include.
pub(in crate::cli) const INCLUDED: Files = Files(Some(boolprog_host::files::included));

/// Semantics of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::cli) enum IntegerSemantics {
    /// Machine integers, which wrap around
    #[default]
    Wrap,
    /// Mathematical integers
    Math,
}

/// The work that is done without a step of another thread in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::cli) enum Granularity {
    /// One access to shared memory
    #[default]
    Access,
    /// A whole statement
    Statement,
}

/// The machine for which a C program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(in crate::cli) enum MachineName {
    /// 64 bits: `long` and pointers have 64 bits, `int` has 32.
    #[default]
    #[value(name = "x86_64-linux-gnu")]
    X86_64,
    /// 32 bits: `int`, `long` and pointers have 32 bits.
    #[value(name = "i386-linux-gnu")]
    I386,
}

impl MachineName {
    /// The machine.
    pub(in crate::cli) const fn target(self) -> Target {
        match self {
            Self::X86_64 => Target::X86_64,
            Self::I386 => Target::I386,
        }
    }
}

/// The other files of a C program.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct LinkArguments {
    /// For a C program, another file of it; in its name, * stands for any characters. May be given several times. [default: the
    /// files that define what is used, if there is a compilation database]
    #[arg(long = "link", value_name = "FILE")]
    pub links: Vec<String>,
    /// For a C program, the compilation database, which has the options and the other files. [default:
    /// `compile_commands.json` in the nearest folder around the file that has one, or in its folder build]
    #[arg(long, value_name = "PATH")]
    pub compile_commands: Option<PathBuf>,
}

impl LinkArguments {
    /// Adds the other files of the program of this file to the options. Fails with a sentence for the user.
    pub(in crate::cli) fn complete(
        &self,
        text: &Text,
        options: &mut boolprog_c::Options,
        control: &dyn Control,
    ) -> Result<(), String> {
        let (links, commands) = (self.links.clone(), self.compile_commands.clone());
        let folder = std::env::current_dir().unwrap_or_default();
        Linking { links, commands, folder }.complete(text, options, control)
    }
}

/// Options of C programs.
#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct CArguments {
    /// For a C program, a macro that is defined. May be given several times.
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub defines: Vec<String>,
    /// For a C program, a folder of included files. May be given several times.
    #[arg(short = 'I', value_name = "FOLDER")]
    pub folders: Vec<String>,
    /// Its other files.
    #[command(flatten)]
    pub link: LinkArguments,
    /// For a C program, the semantics of integers.
    #[arg(long = "int", value_enum, default_value_t)]
    pub integers: IntegerSemantics,
    /// For a C program, what is one step.
    #[arg(long = "atomic", value_enum, default_value_t)]
    pub atomic: Granularity,
    /// For a C program, threads that wait for a condition variable can be woken without a signal.
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// For a C program, the machine for which it is compiled.
    #[arg(long, value_enum, default_value_t)]
    pub machine: MachineName,
    /// For a C program, the function that runs first.
    #[arg(long = "function", value_name = "NAME", default_value = "main")]
    pub entry: String,
}

impl CArguments {
    /// As the front end takes them, with the kinds of properties among these words.
    pub(in crate::cli) fn options(&self, asked: &[String]) -> boolprog_c::Options {
        let mut asked: Vec<Asked> = asked.iter().filter_map(|name| Asked::of_name(name)).collect();
        if asked.is_empty() {
            asked.push(Asked::Assertions);
        }
        boolprog_c::Options {
            flags: Flags { defines: self.defines.clone(), folders: self.folders.clone(), ..Flags::default() },
            linked: Vec::new(),
            files: INCLUDED,
            unbounded: self.integers == IntegerSemantics::Math,
            statements: self.atomic == Granularity::Statement,
            spurious_wakeups: self.spurious_wakeups,
            entry: self.entry.clone(),
            target: self.machine.target(),
            error_labels: Vec::new(),
            asked,
            by_order: false,
        }
    }
}

/// A stage of the translation.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum StageName {
    /// One of the intermediate form.
    Form(Stage),
    /// The integer program that is made of it.
    Program,
}

impl ValueEnum for StageName {
    fn value_variants<'a>() -> &'a [Self] {
        const {
            let [lowered, linked, threads, promoted, points_to] = Stage::ALL;
            &[
                Self::Form(lowered),
                Self::Form(linked),
                Self::Form(threads),
                Self::Form(promoted),
                Self::Form(points_to),
                Self::Program,
            ]
        }
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Form(stage) => stage.name(),
            Self::Program => "program",
        }))
    }
}
