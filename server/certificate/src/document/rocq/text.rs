//! Parts of texts for the prover: remarks, numbers and lists.

use std::fmt::Write;

/// Longer lists are divided: the prover reads short ones faster.
const LONGEST_LIST: usize = 200;

/// The text of a remark: nothing in it ends the remark, or begins a remark or a string within it.
pub(super) fn harmless(remark: &str) -> String {
    remark.replace('"', "'").replace("(*", "( *").replace("*)", "* )").replace(['\n', '\r'], " ")
}

/// The number with these bits, the lowest first.
pub(super) fn number(bits: impl Iterator<Item = bool>) -> String {
    let bits: Vec<bool> = bits.collect();
    let digit = |bits: &[bool]| bits.iter().rev().fold(0, |sum, &bit| sum * 2 + u32::from(bit));
    let digits: String = bits.chunks(4).rev().map(|bits| char::from_digit(digit(bits), 16).unwrap_or('0')).collect();
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { format!("0x{digits}") }
}

/// Text with lists in it.
#[derive(Default)]
pub(super) struct Lists {
    pub(super) text: String,
    /// The number of lists that were divided.
    divided: u32,
}

impl Lists {
    /// A list with one item a line; long ones become definitions of their own in front.
    pub(super) fn list(&mut self, kind: &str, items: &[String]) -> String {
        if items.len() <= LONGEST_LIST {
            return if items.is_empty() { "[]".to_owned() } else { format!("[\n  {}]", items.join(";\n  ")) };
        }
        self.divided += 1;
        let mut parts = Vec::new();
        for (number, part) in items.chunks(LONGEST_LIST).enumerate() {
            let name = format!("part_{}_{number}", self.divided);
            let _ = writeln!(self.text, "Definition {name} : list {kind} := [\n  {}].", part.join(";\n  "));
            parts.push(name);
        }
        format!("(concat [{}])", parts.join("; "))
    }
}
