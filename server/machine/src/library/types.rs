//! Types of the target, for natives that read and write objects.

use boolprog_c_syntax::types::Floating;

use crate::native::Call;
use crate::value::Scalar;

impl Call<'_, '_> {
    /// The size in bytes of pointers, of `long` and of `size_t`.
    pub(super) fn word(&self) -> u8 {
        self.execution.program.pointer_size()
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
        Scalar::Floating { format, size: format.size(self.target()) as u8 }
    }
}
