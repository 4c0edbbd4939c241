//! The needs of an execution of a program besides its text.

use std::fmt;
use std::sync::Arc;

use boolprog_base::ReadText;
use boolprog_base::control::{Control, Unlimited};

/// The needs of an execution of a program besides its text.
#[derive(Clone)]
pub struct Environment {
    /// Reads a file that a C program includes.
    pub included: Option<ReadText>,
    /// Makes the control of one piece of work, such as the answer to a request.
    pub control: Arc<dyn Fn() -> Box<dyn Control> + Send + Sync>,
}

impl Default for Environment {
    /// Without files and limits.
    fn default() -> Self {
        Self { included: None, control: Arc::new(|| Box::new(Unlimited)) }
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment").field("included", &self.included.is_some()).finish_non_exhaustive()
    }
}
