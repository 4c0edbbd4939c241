use std::time::Duration;

use boolprog_syntax::parse;

use super::figures::Percentiles;
use super::keystrokes::Typist;
use super::program::program;

#[test]
fn programs_have_their_size_and_no_errors() {
    for lines in [30, 300, 3_000] {
        let text = program(lines);
        assert_eq!(text.lines().count(), lines);
        assert!(text.lines().any(|line| line.len() > 750), "{text}");
        let parsed = parse(&text);
        assert_eq!(parsed.diagnostics, [], "{text}");
        let analysis = boolprog_program::analyse(&parsed.file, &boolprog_program::reading::ReadingOptions::default());
        assert!(analysis.program().is_ok() && analysis.diagnostics().len() < 50, "{:?}", analysis.diagnostics());
    }
}

/// A typist undoes everything, so a text keeps its size; in between it differs, and is often broken.
#[test]
fn what_is_typed_is_taken_back() {
    let text = program(30);
    let mut typist = Typist::new(&text, 1);
    let (mut same, mut broken) = (0, 0);
    for _ in 0..2_000 {
        typist.next();
        let now = typist.text();
        assert!(now.len() < text.len() + 100);
        same += usize::from(now == text);
        broken += usize::from(!parse(&now).diagnostics.is_empty());
    }
    assert!((20..500).contains(&same), "{same}");
    assert!((200..1_900).contains(&broken), "{broken}");
}

#[test]
fn whatever_the_text_is_it_can_be_edited() {
    for text in ["", "skip", "\n\n", "void main() begin\nend\n", "decl a;\n"] {
        let mut typist = Typist::new(text, 1);
        (0..5_000).for_each(|_| drop(typist.next()));
        assert!(typist.text().len() < text.len() + 100);
    }
}

#[test]
fn percentiles_are_measured_values() {
    let times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
    let found = Percentiles::of(&times).unwrap();
    assert_eq!((found.count, found.median, found.p99, found.worst), (200, 0.1, 0.198, 0.2));
    assert_eq!(Percentiles::of(&times[..1]).map(|found| found.p99), Some(0.2));
    assert_eq!(Percentiles::of(&[]), None);
}
