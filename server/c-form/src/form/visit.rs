//! What instructions name.

use super::{Action, Answer, Argument, Callee, End, FunctionId, Operand, Operation, Place, Target};

impl Action {
    /// The places that an instruction names.
    pub fn places_mut(&mut self) -> Vec<&mut Place> {
        match self {
            Self::Compute(_, Operation::Address(place))
            | Self::Load(_, place, _)
            | Self::Store(place, ..)
            | Self::Zero(place, _)
            | Self::Atomic(_, _, place, ..)
            | Self::ListStart(place)
            | Self::ListNext(_, place) => vec![place],
            Self::Copy(to, from, _) | Self::ListCopy(to, from) => vec![to, from],
            Self::Call(call) => {
                let arguments = call.arguments.iter_mut().filter_map(|argument| match argument {
                    Argument::Copy(place, _) => Some(place),
                    Argument::Value(..) => None,
                });
                let mut places: Vec<&mut Place> = arguments.collect();
                if let Answer::Place(place) = &mut call.result {
                    places.push(place);
                }
                places
            }
            Self::Compute(..)
            | Self::Allocate(..)
            | Self::Begin(_)
            | Self::End(_)
            | Self::Any(..)
            | Self::Forget(..) => Vec::new(),
        }
    }

    /// The function that an instruction calls by its name.
    pub fn called_mut(&mut self) -> Option<&mut FunctionId> {
        match self {
            Self::Call(call) => match &mut call.function {
                Callee::Function(function) => Some(function),
                Callee::Pointer(_) => None,
            },
            _ => None,
        }
    }
}

impl End {
    /// Where it goes on.
    pub fn targets(&self) -> Vec<&Target> {
        match self {
            Self::Jump(target) => vec![target],
            Self::Branch(_, first, second) => vec![first, second],
            Self::Switch(_, cases, default) => cases.iter().map(|(.., target)| target).chain([default]).collect(),
            Self::Return(_) | Self::Unreachable => Vec::new(),
        }
    }

    /// The value that is returned.
    pub fn returned(&self) -> Option<Operand> {
        match self {
            Self::Return(value) => *value,
            _ => None,
        }
    }
}
