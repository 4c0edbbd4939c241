//! The allocator of the binary, and when it gives memory back.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_long};

/// A long session of the language server keeps several times as much memory with the allocator of the C library, which
/// has an arena for each thread; and reading a program, which is many small pieces, takes a quarter longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The option `purge_delay` of mimalloc, which its crate does not name: milliseconds until freed memory goes back to the
/// system.
const PURGE_DELAY: c_int = 15;

unsafe extern "C" {
    fn mi_option_set(option: c_int, value: c_long);
}

/// Gives freed memory back at once, and not after a second, so that one search and the next, with a report, stay within a
/// memory limit. It takes up to 5 % more processor time, most of it in the system, so only who sets a limit pays for it.
pub(crate) fn give_back_at_once() {
    // SAFETY: The linked version has this option, and any thread may set it at any time.
    unsafe { mi_option_set(PURGE_DELAY, 0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" {
        fn mi_option_get(option: c_int) -> c_long;
    }

    #[test]
    fn freed_memory_goes_back_at_once() {
        // SAFETY: As above. A second is the initial value of no other option.
        let delay = || unsafe { mi_option_get(PURGE_DELAY) };
        assert_eq!(delay(), 1000);
        give_back_at_once();
        assert_eq!(delay(), 0);
    }
}
