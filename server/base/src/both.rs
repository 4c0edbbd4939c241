//! Two pieces of work at the same time.

/// The results of two pieces of work. They run at the same time if they are long, which means much longer than it takes to
/// start a thread.
pub fn both<A, B: Send>(are_long: bool, first: impl FnOnce() -> A, second: impl FnOnce() -> B + Send) -> (A, B) {
    if !are_long {
        return (first(), second());
    }
    std::thread::scope(|scope| {
        let second = scope.spawn(second);
        let first = first();
        (first, second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
