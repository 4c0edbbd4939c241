//! Snapshots of the stages of small programs: adding a case is adding a file, whose first line names the stages.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_form::stages::{Stage, print};
use boolprog_c_syntax::{Options, library};

#[test]
fn stages_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages");
    let entries = std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("readable").path());
    for path in entries.filter(|path| path.extension().is_some_and(|it| it == "c")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let unit = boolprog_c_syntax::parse("made.c", &text, &Options::default(), &Unlimited).expect("C");
        let mut units = vec![Arc::new(unit)];
        units.extend(library::units(&units, Options::default().target, &Unlimited).expect("a library"));
        let wanted = text.lines().next().and_then(|line| line.strip_prefix("// stages: ")).expect("stages");
        for stage in Stage::ALL.into_iter().filter(|stage| wanted.split(' ').any(|name| name == stage.name())) {
            let printed = print(&units, "main", stage, &Unlimited).expect("a program");
            let case = format!("{}.{}", path.file_stem().and_then(|name| name.to_str()).expect("a name"), stage.name());
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(&folder);
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(case, printed));
        }
    }
}
