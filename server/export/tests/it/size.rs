//! Long counterexamples with many threads: nothing grows faster than they do.

use boolprog_export::{Format, export};

use crate::support::{Names, report};

#[test]
fn sizes_are_linear_in_the_steps() {
    for format in Format::ALL {
        let sizes = [2_500, 5_000].map(|steps| export(&report(&Names::usual(), 64, steps), format).len());
        assert!(sizes[1] < sizes[0] * 22 / 10, "{}: {sizes:?}", format.name());
        assert!(sizes[1] < 16 << 20, "{}: {sizes:?}", format.name());
    }
}

#[test]
fn many_threads_have_room() {
    for threads in [1, 7, 8, 64] {
        let text = export(&report(&Names::usual(), threads, 200), Format::Svg);
        for thread in 1..=threads {
            assert!(
                text.contains(&format!(">T{thread} main<")) || text.contains(&format!(">T{thread}<")),
                "T{thread} of {threads}"
            );
        }
    }
}
