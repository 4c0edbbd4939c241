use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boolprog_base::control::Unlimited;

use crate::cutoff::{Cutoff, cutoff, figures};
use crate::engine::{Deadline, Loaded, measure};
use crate::families::FAMILIES;
use crate::plot::{self, Labels, Series};
use crate::process::{self, Template};
use crate::results::Verdict;
use crate::sample::Sample;
use crate::suite::{Expected, Instance};
use crate::tables::milliseconds;

const LONG: Duration = Duration::from_mins(1);

fn instance(folder: &Path, name: &str, text: &str, start: Option<&str>) -> Instance {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    let start = start.map(str::to_owned);
    Instance { name: name.to_owned(), path, size: None, start, expected: Expected::default() }
}

#[test]
fn the_median_is_a_measured_value() {
    assert_eq!(Sample::of(&[]), None);
    assert_eq!(Sample::of(&[3.0, 1.0, 2.0, 9.0]), Some(Sample { median: 2.0, min: 1.0, max: 9.0 }));
}

#[test]
fn small_times_keep_their_digits() {
    let texts = [0.000_012_3, 0.000_5, 0.012_34, 1.5].map(milliseconds);
    assert_eq!(texts, ["0.012", "0.50", "12.3", "1500"]);
}

#[test]
fn the_smallest_of_each_family_has_its_verdict() {
    let folder = tempfile::tempdir().unwrap();
    for family in &FAMILIES {
        let size = family.sizes[1];
        let text = (family.program)(size);
        let instance = instance(folder.path(), &format!("{}.bp", family.name), &text, None);
        let engine = measure(&Loaded::read(&instance).unwrap(), 1, LONG);
        let fails = family.name == "threads-to-fail";
        let expected = if fails { Verdict::Violated } else { Verdict::Proved };
        assert_eq!(engine.answer.verdict, expected, "{}\n{text}", family.name);
        assert!(engine.set.is_some(), "{}", family.name);
    }
}

#[test]
fn a_recursive_program_has_verdicts_but_no_set() {
    let folder = tempfile::tempdir().unwrap();
    let text = "// boolprog: threads = 1\nvoid main() begin if * then main(); fi; assert T; end";
    let recursive = instance(folder.path(), "r.bp", text, None);
    let engine = measure(&Loaded::read(&recursive).unwrap(), 1, LONG);
    assert_eq!(engine.answer.verdict, Verdict::Proved);
    assert!(engine.set.is_none());
}

/// The last of n flags is raised with n threads and not with fewer.
#[test]
fn threads_to_fail_has_the_cutoff_of_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let family = FAMILIES.iter().find(|family| family.name == "threads-to-fail").unwrap();
    for size in 1..=3 {
        let instance = instance(folder.path(), "p.bp", &(family.program)(size), None);
        let tts = Loaded::read(&instance).unwrap().explicit(&Unlimited).unwrap();
        let found = figures(&tts, 8, LONG).unwrap();
        // One more thread sees that all flags are up.
        assert_eq!(found.cutoff, Cutoff::Exactly(size + 1));
        let fewer = figures(&tts, size, LONG).unwrap();
        assert_eq!(fewer.cutoff, Cutoff::Above(size));
    }
}

#[test]
fn a_cutoff_needs_all_thread_states() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("n.prop"), "1|1").unwrap();
    let net = instance(folder.path(), "n.tts", "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n", Some("0/0"));
    let tts = Loaded::read(&net).unwrap().explicit(&Unlimited).unwrap();
    let deadline = Deadline::after(LONG);
    assert_eq!(cutoff(&tts, 2, 4, &deadline), Cutoff::Exactly(1));
    assert_eq!(cutoff(&tts, 3, 4, &deadline), Cutoff::Exactly(2));
    assert_eq!(cutoff(&tts, 4, 4, &deadline), Cutoff::Above(4), "there are no more");
}

#[test]
fn a_template_is_filled_with_an_instance() {
    let path = PathBuf::from("a/b.tts");
    let instance = Instance {
        name: "b".to_owned(),
        path,
        size: None,
        start: Some("0|0".to_owned()),
        expected: Expected::default(),
    };
    let template: Template = "tool --init {init} {file} -p {target}".parse().unwrap();
    assert_eq!(template.fill(&instance), ["tool", "--init", "0|0", "a/b.tts", "-p", "a/b.prop"].map(OsString::from));
    assert!("  ".parse::<Template>().is_err());
}

#[test]
fn processes_are_measured_and_stopped() {
    let words = |text: &[&str]| text.iter().map(OsString::from).collect::<Vec<_>>();
    let ended = process::run(&words(&["sh", "-c", "exit 3"]), LONG).unwrap();
    assert_eq!(ended.code, Some(3));
    assert!(ended.seconds.is_some() && ended.memory > 0.1, "{ended:?}");
    let stopped = process::run(&words(&["sh", "-c", "sleep 60; true"]), Duration::from_millis(20)).unwrap();
    assert_eq!((stopped.code, stopped.seconds), (None, None));
    assert!(process::run(&words(&["/nowhere/at-all"]), LONG).is_err());
}

#[test]
fn plots_are_drawn_even_of_nothing() {
    let labels = Labels { title: "t", x: "x", y: "y" };
    for points in [vec![], vec![(1.0, 0.5)], vec![(1.0, 1e-5), (2.0, 30.0)]] {
        let scattered = plot::scatter(&labels, &points).unwrap();
        let curve = plot::curves(&labels, &[Series { name: "s".to_owned(), points }]).unwrap();
        assert!(scattered.contains("</svg>") && curve.contains("</svg>"));
    }
    assert!(plot::histogram(&labels, &[1, 2, 2, 5]).unwrap().contains("</svg>"));
    assert!(plot::histogram(&labels, &[]).unwrap().contains("</svg>"));
}
