//! Types of the target, for natives that read and write objects.

use boolprog_c_syntax::target::Target;
use boolprog_c_syntax::types::Floating;

use crate::native::Call;
use crate::value::Scalar;

impl Call<'_, '_> {
    /// The size in bytes of pointers, of `long` and of `size_t`.
    pub(super) fn word(&self) -> u8 {
        match self.target() {
            Target::X86_64 => 8,
            Target::I386 => 4,
        }
    }

    /// The type of pointers.
    pub(super) fn pointer_type(&self) -> Scalar {
        Scalar::Pointer { size: self.word() }
    }

    /// The type `size_t`.
    pub(super) fn size_type(&self) -> Scalar {
        Scalar::Integer { size: self.word(), signed: false }
    }

    /// A floating type.
    pub(super) fn floating_type(&self, format: Floating) -> Scalar {
        let size = match (format, self.target()) {
            (Floating::Float, _) => 4,
            (Floating::Double, _) => 8,
            (Floating::LongDouble, Target::X86_64) => 16,
            (Floating::LongDouble, Target::I386) => 12,
        };
        Scalar::Floating { format, size }
    }
}
