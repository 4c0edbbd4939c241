//! The abstract machine of C.
