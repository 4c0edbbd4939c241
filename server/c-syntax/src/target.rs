//! The machine for which a text is compiled: the sizes of its types.

/// A target, by its calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// `x86_64-linux-gnu`: LP64.
    #[default]
    X86_64,
    /// `i386-linux-gnu`: ILP32.
    I386,
}

impl Target {
    /// All targets.
    pub const ALL: [Self; 2] = [Self::X86_64, Self::I386];

    /// Its name, as compilers write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64-linux-gnu",
            Self::I386 => "i386-linux-gnu",
        }
    }

    /// The sizes of its types, as the field calls them.
    pub const fn data_model(self) -> &'static str {
        match self {
            Self::X86_64 => "LP64",
            Self::I386 => "ILP32",
        }
    }

    /// The target with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }
}

/// Number of bytes of a pointer.
pub const fn pointer_size(target: Target) -> u64 {
    match target {
        Target::X86_64 => 8,
        Target::I386 => 4,
    }
}
