//! What functions of the system do with what their arguments point to.

/// What a function does with what an argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// It accesses nothing that a program accesses by other means.
    Nothing,
    Reads,
    Writes,
    /// The function is not known.
    Unknown,
}

/// Functions, or all whose names begin with what stands before `*`, with what they do with each of the first arguments; nothing
/// with the others. The first entry that fits counts.
static KNOWN: &[(&str, &[Known])] = {
    use Known::{Nothing, Reads, Writes};
    &[
        ("pthread_create", &[Writes]),
        ("thrd_create", &[Writes]),
        ("pthread_join", &[Nothing, Writes]),
        ("thrd_join", &[Nothing, Writes]),
        ("pthread_*", &[]),
        ("thrd_*", &[]),
        ("mtx_*", &[]),
        ("cnd_*", &[]),
        ("sem_getvalue", &[Nothing, Writes]),
        ("sem_*", &[]),
        ("call_once", &[]),
        ("memset", &[Writes]),
        ("memcpy", &[Writes, Reads]),
        ("memmove", &[Writes, Reads]),
        ("scanf", &[Nothing, Writes, Writes, Writes, Writes, Writes, Writes, Writes]),
        ("fscanf", &[Nothing, Nothing, Writes, Writes, Writes, Writes, Writes, Writes]),
        ("sscanf", &[Nothing, Nothing, Writes, Writes, Writes, Writes, Writes, Writes]),
        ("atomic_load*", &[Reads]),
        ("__atomic_load*", &[Reads]),
        ("atomic_compare_exchange*", &[Writes, Writes]),
        ("__atomic_compare_exchange*", &[Writes, Writes]),
        ("atomic_thread_fence", &[]),
        ("atomic_signal_fence", &[]),
        ("__atomic_thread_fence", &[]),
        ("__atomic_signal_fence", &[]),
        ("atomic_*", &[Writes]),
        ("__atomic_*", &[Writes]),
        ("__sync_*", &[Writes]),
        ("printf", &[]),
        ("fprintf", &[]),
        ("str*", &[]),
        ("free", &[]),
    ]
};

/// What a function does with what its argument with this index points to.
pub(super) fn known(name: &str, index: usize) -> Known {
    let fits = |known: &str| known.strip_suffix('*').map_or(name == known, |start| name.starts_with(start));
    let found = KNOWN.iter().find(|(known, _)| fits(known));
    found.map_or(Known::Unknown, |(_, arguments)| arguments.get(index).copied().unwrap_or(Known::Nothing))
}
