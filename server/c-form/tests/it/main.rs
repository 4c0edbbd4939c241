//! Snapshots of the form of small programs: adding a case is adding a file.

use std::path::Path;

use boolprog_base::control::Unlimited;
use boolprog_c_form::lower::lower;
use boolprog_c_syntax::Options;

#[test]
fn forms_are_what_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forms");
    let entries = std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("readable").path());
    for path in entries.filter(|path| path.extension().is_some_and(|it| it == "c")) {
        let text = std::fs::read_to_string(&path).expect("readable");
        let unit = boolprog_c_syntax::parse("made.c", &text, &Options::default(), &Unlimited).expect("C");
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        insta::with_settings!({ snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, lower(&unit, &Unlimited).expect("no limits").to_string());
        });
    }
}
