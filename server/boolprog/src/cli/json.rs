//! JSON for people and programs: indented, with lists of plain values on one line each. A counterexample lists the value of
//! every variable after every step, so a line for each value would make most of a report white space.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

/// Writes a document and a line feed.
pub(super) fn write(document: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    document.serialize(&mut Serializer::with_formatter(&mut *out, Lists::default()))?;
    writeln!(out)
}

/// Writes a document on one line.
pub(super) fn write_line(document: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, document)?;
    writeln!(out)
}

/// Lists of plain values on one line, everything else as [`PrettyFormatter`] has it.
#[derive(Default)]
struct Lists<'a> {
    pretty: PrettyFormatter<'a>,
    /// Of each list around the present place: `true` if it has a line for each value, since the first one is not plain.
    have_lines: Vec<bool>,
    /// `true` if an element of the innermost list comes next.
    is_element: bool,
}

impl Lists<'_> {
    fn has_lines(&self) -> bool {
        self.have_lines.last() == Some(&true)
    }

    /// Begins the line of an object or a list, if it is an element of a list.
    fn begin_line(&mut self, out: &mut (impl ?Sized + Write)) -> io::Result<()> {
        if !std::mem::take(&mut self.is_element) {
            return Ok(());
        }
        if let Some(has_lines) = self.have_lines.last_mut() {
            *has_lines = true;
        }
        self.pretty.begin_array_value(out, true)
    }
}

impl Formatter for Lists<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin_line(out)?;
        self.have_lines.push(false);
        self.pretty.begin_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.is_element = true;
        match (first, self.has_lines()) {
            (true, _) => Ok(()),
            (false, true) => out.write_all(b","),
            (false, false) => out.write_all(b", "),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.is_element = false;
        if self.has_lines() { self.pretty.end_array_value(out) } else { Ok(()) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.have_lines.pop();
        self.pretty.end_array(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin_line(out)?;
        self.pretty.begin_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object(out)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn written(value: &Value) -> String {
        let mut out = Vec::new();
        write(value, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn lists_of_plain_values_have_one_line() {
        let value = json!({ "a": [true, null, "x, y"], "b": [[1, 2], []], "c": [{ "d": [] }, { "d": [0] }], "e": {} });
        let lines = [
            "{",
            "  \"a\": [true, null, \"x, y\"],",
            "  \"b\": [",
            "    [1, 2],",
            "    []",
            "  ],",
            "  \"c\": [",
            "    {",
            "      \"d\": []",
            "    },",
            "    {",
            "      \"d\": [0]",
            "    }",
            "  ],",
            "  \"e\": {}",
            "}\n",
        ];
        assert_eq!(written(&value), lines.join("\n"));
    }

    #[test]
    fn it_is_json() {
        for value in [json!([1, [2], 3, { "a": 4 }, 5]), json!([[[]], [[[]]]]), json!("text"), json!([])] {
            assert_eq!(serde_json::from_str::<Value>(&written(&value)).expect("JSON"), value);
        }
    }
}
