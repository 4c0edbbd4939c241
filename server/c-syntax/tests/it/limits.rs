//! Hostile texts end soon, with a sentence.

use std::sync::atomic::{AtomicUsize, Ordering};

use boolprog_base::NoText;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c_syntax::preprocess::preprocess;
use boolprog_c_syntax::{Failure, Files, Options};

use crate::support::preprocessed;

fn mistake(text: &str) -> String {
    let options = Options { files: Files(Some(bomb)), ..Options::default() };
    let failure = preprocessed("text.c", text, &options).expect_err("a mistake").to_string();
    failure.lines().next().unwrap_or_default().to_owned()
}

/// Files that include one another: `n.h` the next one twice.
fn bomb(path: &str) -> Result<String, NoText> {
    let number = path.strip_suffix(".h").and_then(|name| name.parse::<u32>().ok()).ok_or(NoText::Missing)?;
    Ok(format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", (number + 1).min(40)).repeat(usize::from(number < 40)))
}

/// A pipe beside the text, which is also in another folder, and a file with another name there.
fn with_a_pipe(path: &str) -> Result<String, NoText> {
    match path {
        "pipe.h" => Err(NoText::Refused("it is no regular file")),
        "other/pipe.h" => Ok("int x;\n".to_owned()),
        _ => Err(NoText::Missing),
    }
}

/// Another file of that name would make another program.
#[test]
fn a_file_that_is_not_read_ends_the_search() {
    let options = Options { files: Files(Some(with_a_pipe)), folders: vec!["other".to_owned()], ..Options::default() };
    let said = |text: &str| preprocessed("text.c", text, &options).err().map(|why| why.to_string());
    let refused = said("#include \"pipe.h\"\n");
    assert_eq!(refused.as_deref(), Some("text.c:1:10: The file `pipe.h` cannot be read: it is no regular file."));
    assert_eq!(said("#include <pipe.h>\n"), None);
    let has = "#if __has_include(\"pipe.h\")\n#error it is there\n#endif\n";
    assert!(said(has).is_some_and(|why| why.contains("it is there")));
}

#[test]
fn files_that_include_themselves() {
    let text = mistake("#include \"text.c\"\n");
    assert_eq!(
        text,
        "text.c:1:10: Files include one another more than 200 levels deep; look for one that includes itself."
    );
    assert!(mistake("#include \"0.h\"\n").ends_with("too many or too long; look for one that includes itself."));
}

#[test]
fn macros_that_grow() {
    let doubled: Vec<String> = (0..60).map(|i| format!("#define E{i} E{0} E{0}\n", i + 1)).collect();
    assert!(mistake(&(doubled.concat() + "E0")).contains("more than 2000000 tokens"));
    let arguments = "#define f(x) x x\n".to_owned() + &"f(".repeat(60) + "1" + &")".repeat(60);
    assert!(mistake(&arguments).contains("stand for too many tokens"));
    let nested = "#define f(x) x\n".to_owned() + &"f(".repeat(300) + "1" + &")".repeat(300);
    assert!(mistake(&nested).contains("more than 200 levels deep"));
    let texts = "#define s(x) #x\n#define t(x) s(x)\n".to_owned() + &"t(".repeat(100) + "\"\\\\\"" + &")".repeat(100);
    assert!(mistake(&texts).contains("a token of more than 256 KiB"));
}

#[test]
fn long_lines_of_directives() {
    for begin in ["#define A ", "#if 1 ", "#pragma ", "#include <a.h> "] {
        let text = begin.to_owned() + &"+ ".repeat(1 << 20);
        assert!(mistake(&text).contains("more than 524288 tokens"), "{begin}");
    }
}

#[test]
fn deep_conditions() {
    for condition in ["(", "!", "1 ? "] {
        let text = format!("#if {}1\n#endif\n", condition.repeat(100_000));
        assert!(mistake(&text).contains("more than 200 levels deep"), "{condition}");
    }
}

#[test]
fn long_chains_of_macros_are_no_depth() {
    let chain: Vec<String> = (0..100_000).map(|i| format!("#define A{i} A{}\n", i + 1)).collect();
    assert_eq!(crate::support::text_of(&(chain.concat() + "A0")), "A100000");
}

#[test]
fn at_most_fifty_mistakes() {
    let failure = preprocessed("text.c", &"@\n".repeat(1000), &Options::default()).expect_err("mistakes");
    assert_eq!(failure.to_string().lines().count(), 50);
}

/// Stops at the second look.
struct Second(AtomicUsize);

impl Control for Second {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 { Ok(()) } else { Err(Stop::Time) }
    }
}

#[test]
fn work_is_stopped() {
    let skipped = "#if 0\n".to_owned() + &"x\n".repeat(1_000_000) + "#endif\n";
    for text in ["x ".repeat(100_000), skipped] {
        let result = preprocess("text.c", &text, &Options::default(), &Second(AtomicUsize::new(0)));
        assert!(matches!(result, Err(Failure::Stopped(Stop::Time))));
    }
}
