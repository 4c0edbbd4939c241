//! The meaning of constants and string literals. The values are those that GNU C gives.

use boolprog_c_syntax::lexer::{Token, TokenKind};
use boolprog_c_syntax::literals::{Number, character, number, string};
use boolprog_c_syntax::target::Target::{self, I386, X86_64};
use boolprog_c_syntax::types::{Floating, Integer, Kind, Length};

use crate::support::{options, preprocessed};

#[test]
fn integers_have_the_first_type_that_has_their_value() {
    use Integer::{Int, Int128, Long, LongLong, UnsignedInt, UnsignedLong, UnsignedLongLong};
    let cases: [(&str, i128, Target, Integer); 22] = [
        ("0", 0, X86_64, Int),
        ("2147483647", 0x7fff_ffff, X86_64, Int),
        ("2147483648", 0x8000_0000, X86_64, Long),
        ("2147483648", 0x8000_0000, I386, LongLong),
        ("0x80000000", 0x8000_0000, X86_64, UnsignedInt),
        ("0xffffffffff", 0xff_ffff_ffff, X86_64, Long),
        ("0xffffffffff", 0xff_ffff_ffff, I386, LongLong),
        ("0xFFFFFFFFFFFFFFFF", 0xffff_ffff_ffff_ffff, X86_64, UnsignedLong),
        ("0xFFFFFFFFFFFFFFFF", 0xffff_ffff_ffff_ffff, I386, UnsignedLongLong),
        ("18446744073709551615", 0xffff_ffff_ffff_ffff, X86_64, Int128),
        ("18446744073709551615", 0xffff_ffff_ffff_ffff, I386, UnsignedLongLong),
        ("017", 15, X86_64, Int),
        ("0b101", 5, X86_64, Int),
        ("0B11u", 3, X86_64, UnsignedInt),
        ("1u", 1, X86_64, UnsignedInt),
        ("4294967296U", 0x1_0000_0000, X86_64, UnsignedLong),
        ("1l", 1, X86_64, Long),
        ("1UL", 1, X86_64, UnsignedLong),
        ("1lu", 1, X86_64, UnsignedLong),
        ("1LL", 1, X86_64, LongLong),
        ("1llU", 1, X86_64, UnsignedLongLong),
        ("3000000000L", 3_000_000_000, I386, LongLong),
    ];
    for (text, value, target, ty) in cases {
        assert_eq!(number(text, target), Ok(Number::Integer(value, ty)), "{text}");
    }
}

#[test]
fn floating_constants_are_exact() {
    use Floating::{Double, Float, LongDouble};
    let cases = [
        ("1.5", 1.5, Double),
        (".5", 0.5, Double),
        ("1.", 1.0, Double),
        ("1e3", 1000.0, Double),
        ("1.e-3", 0.001, Double),
        ("1e999", f64::INFINITY, Double),
        ("0.1f", f64::from(0.1_f32), Float),
        ("0.1L", 0.1, LongDouble),
        ("16777217.0F", 16_777_216.0, Float),
        ("0x1p3", 8.0, Double),
        ("0x1.8p1", 3.0, Double),
        ("0x.8p0f", 0.5, Float),
        ("0X1P-1074", 5e-324, Double),
        ("0x1p-1075", 0.0, Double),
        ("0x1.8p-1075", 5e-324, Double),
        ("0x1p1024", f64::INFINITY, Double),
        ("0x1.fffffffffffff7p0", 1.999_999_999_999_999_8, Double),
        ("0x1.fffffffffffff8p0", 2.0, Double),
        ("0x1.00000000000008p0", 1.0, Double),
        ("0x1.000000000000080000000000000000000001p0", 1.000_000_000_000_000_2, Double),
        ("0x1.fffffep127f", f64::from(f32::MAX), Float),
        ("0x1.ffffffp127f", f64::INFINITY, Float),
        ("0x1p-149f", f64::from(f32::from_bits(1)), Float),
    ];
    for (text, value, ty) in cases {
        let Ok(Number::Floating(found, found_ty)) = number(text, X86_64) else { panic!("{text}") };
        assert_eq!((found.to_bits(), found_ty), (f64::to_bits(value), ty), "{text}");
    }
}

#[test]
fn what_is_no_number() {
    for text in [
        "08", "1x", "1lul", "1lL", "1uu", "0b2", "0x", "0xg", "1e", "1e+", "0x1.8", "1.5u", "1.2.3", "0xe+1", "1.0i",
        "1fx",
    ] {
        assert!(number(text, X86_64).is_err(), "{text}");
    }
    assert!(number(&"9".repeat(30), X86_64).expect_err("too large").contains("64 bits"));
}

#[test]
fn characters() {
    let cases = [
        ("'a'", 97, Integer::Int),
        (r"'\n'", 10, Integer::Int),
        (r"'\0'", 0, Integer::Int),
        (r"'\377'", -1, Integer::Int),
        (r"'\xff'", -1, Integer::Int),
        (r"'\xff1'", -15, Integer::Int),
        (r"'\e'", 27, Integer::Int),
        (r"'\''", 39, Integer::Int),
        (r#"'"'"#, 34, Integer::Int),
        ("'ab'", 24_930, Integer::Int),
        ("'abcde'", 1_650_680_933, Integer::Int),
        ("'\u{e9}'", 50_089, Integer::Int),
        ("L'\u{e9}'", 233, Integer::Int),
        (r"L'\xffffffff'", -1, Integer::Int),
        ("u'\u{20ac}'", 0x20ac, Integer::UnsignedShort),
        (r"U'\U0001F600'", 0x1_f600, Integer::UnsignedInt),
        ("u8'a'", 97, Integer::UnsignedChar),
    ];
    for (text, value, ty) in cases {
        assert_eq!(character(text, X86_64), Ok((value, ty)), "{text}");
    }
    for text in ["''", r"'\x'", r"'\u12'"] {
        assert!(character(text, X86_64).is_err(), "{text}");
    }
}

fn strings(text: &str) -> Vec<Token> {
    let read = preprocessed("text.c", text, &options()).expect("a correct text");
    let tokens = read.tokens.into_iter().filter(|token| token.place.file.0 == 0);
    let tokens: Vec<Token> = tokens.collect();
    assert!(tokens.iter().all(|token| token.kind == TokenKind::String));
    tokens
}

#[test]
fn adjacent_strings_are_one() {
    let read = |text: &str| string(&strings(text), X86_64);
    let text = read(r#""a\x41" "B\0" "\u00e9""#).expect("a string");
    assert_eq!(*text.bytes, *b"aAB\0\xc3\xa9\0");
    let Kind::Array(element, Length::Known(7)) = &text.ty.kind else { panic!("{:?}", text.ty) };
    assert_eq!(element.kind, Kind::Integer(Integer::Char));
    let wide = read(r#"L"a" "\xff""#).expect("a string");
    assert_eq!(*wide.bytes, *b"a\0\0\0\xff\0\0\0\0\0\0\0");
    let utf16 = read("u\"\u{1f600}\"").expect("a string");
    assert_eq!(*utf16.bytes, [0x3d, 0xd8, 0x00, 0xde, 0, 0]);
    assert_eq!(*read("\"\"").expect("a string").bytes, [0]);
    assert!(read(r#"L"a" u"b""#).is_err());
}
