//! No text makes the parser panic, hang or use much memory, and every broken one gets a message.

use boolprog_syntax::ast::{Expr, ExprKind, StatementKind};
use boolprog_syntax::{MAX_BYTES, Parsed, parse};

const PROGRAM: &str = "\
// boolprog: threads = 2
decl g, {a b} := *, h := 1; /* shared */
void main() begin
  decl l;
  enforce !g | h;
  L: 0: g, l$, _ := l & (h | !g), *, schoose[g, 'h] constrain 'g => l;
  if * then goto L, 0; elsif g = h then return; else M: fi;
  while g ? h : l do start_thread goto L; start_thread f(g, T); wait; od
  x, y := f(g, h);
  assert(g <-> h);
end
bool<2> f(p, q) begin
  atomic_begin; dead p, q; atomic_end; print(p); sync p; constrain(p);
  return p, !q
end
";

fn main_with(statement: &str) -> String {
    format!("void main() begin {statement} end")
}

fn has(parsed: &Parsed, code: &str) -> bool {
    parsed.diagnostics.iter().any(|diagnostic| diagnostic.code == code)
}

fn depth(expr: &Expr) -> u32 {
    match &expr.kind {
        ExprKind::Paren(inner) | ExprKind::Not(inner) => 1 + depth(inner),
        ExprKind::Binary(_, left, right) => 1 + depth(left).max(depth(right)),
        _ => 1,
    }
}

#[test]
fn the_program_itself_is_fine() {
    let parsed = parse(PROGRAM);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.file.procedures.len(), 2);
}

#[test]
fn messages_about_every_truncation_are_inside_of_it() {
    for (end, _) in PROGRAM.char_indices() {
        let text = &PROGRAM[..end];
        for diagnostic in parse(text).diagnostics {
            assert!(text.get(diagnostic.span.range()).is_some(), "{diagnostic:?}");
        }
    }
}

#[test]
fn deep_parentheses_become_a_hole() {
    for levels in [100, 1_000, 100_000] {
        let text = main_with(&format!("assert {}g{};", "(".repeat(levels), ")".repeat(levels)));
        let parsed = parse(&text);
        assert_eq!(has(&parsed, "nesting-too-deep"), levels > 500, "{levels}");
        let StatementKind::Assert(condition) = &parsed.file.procedures[0].body.statements[0].kind else {
            panic!("an assert is an assert")
        };
        assert!(depth(condition) <= boolprog_base::MAX_DEPTH + 1);
    }
}

#[test]
fn long_chains_and_deep_blocks_become_holes() {
    let chain = main_with(&format!("assert g{};", " & g".repeat(100_000)));
    assert!(has(&parse(&chain), "nesting-too-deep"));
    let negations = main_with(&format!("assert {}g;", "!".repeat(100_000)));
    assert!(has(&parse(&negations), "nesting-too-deep"));
    let blocks = main_with(&format!("{}skip;{}", "if * then ".repeat(10_000), " fi".repeat(10_000)));
    assert!(has(&parse(&blocks), "nesting-too-deep"));
    let unclosed = main_with(&"while (".repeat(10_000));
    assert!(!parse(&unclosed).diagnostics.is_empty());
}

#[test]
fn comments_in_holes_are_kept() {
    let text = main_with(&format!("assert {}g /* here */{};", "(".repeat(600), ")".repeat(600)));
    assert_eq!(parse(&text).file.comments.len(), 1);
}

#[test]
fn long_lines() {
    for filler in ["a", "@", "(", "\0", "\u{1}", "é"] {
        assert!(has(&parse(&filler.repeat(10 << 20)), "file-too-long"), "{filler:?}");
        let parsed = parse(&filler.repeat(1 << 16));
        assert!(!parsed.diagnostics.is_empty(), "{filler:?}");
        assert!(parsed.diagnostics.iter().all(|diagnostic| diagnostic.message.len() < 1_000));
    }
    let program = format!("decl {};", vec!["x"; 1 << 18].join(", "));
    assert_eq!(parse(&program).diagnostics, []);
}

fn long_program() -> String {
    let lines: Vec<String> =
        (0..29_996).map(|line| format!("L{line}: if x & !y then x := *; fi; goto L{line};\n")).collect();
    format!("decl x, y;\nvoid main() begin\n{}\nend\n", lines.concat())
}

#[test]
fn long_programs_are_read_whole_in_spite_of_a_slip() {
    let program = long_program();
    assert_eq!(parse(&program).diagnostics, []);
    let slips = [
        ("L3: if x & !y then x := *; fi", "L3: if x & !y then x := *;"),
        ("goto L15000;", "goto ;"),
        ("\nend\n", "\n"),
    ];
    for (right, wrong) in slips {
        let parsed = parse(&program.replacen(right, wrong, 1));
        assert_eq!(parsed.diagnostics.len(), 1, "{wrong}: {:?}", parsed.diagnostics);
        // Each line has three sites; a slip costs those of its own line at most.
        let sites = parsed.file.sites.len();
        assert!((3 * 29_995..=3 * 29_997).contains(&sites), "{wrong}: {sites}");
    }
}

#[test]
fn long_garbage_is_read_whole() {
    for garbage in ["(", "x := ;", "if x then ) ", "fi od end ", "void f("] {
        let parsed = parse(&main_with(&garbage.repeat((4 << 20) / garbage.len() - 100)));
        assert!((1..=100).contains(&parsed.diagnostics.len()), "{garbage}");
    }
}

#[test]
fn binary_files() {
    // A linear congruential generator is random enough, and the same on every machine.
    let mut state = 1u32;
    let bytes: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    })
    .take(1 << 20)
    .collect();
    let parsed = parse(&String::from_utf8_lossy(&bytes));
    assert!((1..=100).contains(&parsed.diagnostics.len()));
}

#[test]
fn nul_bytes_in_comments_are_text() {
    let parsed = parse("// a\0b\nvoid main() begin /* \0 */ skip; end");
    assert_eq!(parsed.diagnostics, []);
}

#[test]
fn many_mistakes_are_reported_up_to_a_bound() {
    let text = main_with(&"x := ;\ny := 1 z := 7;\n".repeat(10_000));
    assert_eq!(parse(&text).diagnostics.len(), 100);
}

#[test]
fn files_beyond_the_bound_are_not_read() {
    let parsed = parse(&" ".repeat(MAX_BYTES + 1));
    assert!(has(&parsed, "file-too-long"));
}
