//! A simulated typist: statements, comments and blocks are typed character by character and taken back, lines are cut
//! and pasted, names changed, brackets and words deleted. The same keys on every machine.

use std::collections::VecDeque;

/// A place: line and column, both from 0. The text is ASCII, so that columns are the same in every encoding.
pub(crate) type Place = (usize, usize);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Keystroke {
    pub(crate) start: Place,
    pub(crate) end: Place,
    pub(crate) text: String,
}

impl Keystroke {
    pub(crate) fn cursor(&self) -> Place {
        moved(self.start, &self.text)
    }
}

/// Edits a text without end. Every edit is undone a little later, so the text keeps its size.
pub(crate) struct Typist {
    lines: Vec<String>,
    plan: VecDeque<Keystroke>,
    random: u64,
}

impl Typist {
    pub(crate) fn new(text: &str, seed: u64) -> Self {
        let lines = text.split('\n').map(str::to_owned).collect();
        Self { lines, plan: VecDeque::new(), random: seed }
    }

    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n")
    }

    pub(crate) fn next(&mut self) -> Keystroke {
        while self.plan.is_empty() {
            self.make_plan();
        }
        let keystroke = self.plan.pop_front().unwrap_or_else(|| unreachable!("a plan has keystrokes"));
        self.apply(&keystroke);
        keystroke
    }

    fn make_plan(&mut self) {
        let line = self.below(self.lines.len());
        let end = (line, self.lines[line].len());
        match self.below(8) {
            0 => self.type_and_take_back(end, "\n  x1 := x2 & !s3 | s4;"),
            1 => self.type_and_take_back(end, " // so it is"),
            2 => self.type_and_take_back(end, "\n  if s1 & x1 then\n    skip;\n  fi;"),
            3 => self.type_and_take_back((line, 0), "/* later */"),
            4 => {
                let long = (line..self.lines.len()).find(|&at| self.lines[at].len() > 700).unwrap_or(line);
                let inside = self.lines[long].find(" & ").unwrap_or(0);
                self.type_and_take_back((long, inside), " & !x3 | s5");
            }
            5 => match self.lines.iter().position(|line| line.starts_with("decl ")) {
                Some(declaration) => {
                    self.type_and_take_back((declaration, 5), "new, ");
                    self.type_and_take_back((declaration, 7), "_of_all");
                }
                None => self.type_and_take_back((line, 0), "decl new;\n"),
            },
            6 => self.cut_and_paste(line, 10),
            _ => self.delete_and_retype(line),
        }
    }

    /// A word of a line and the bracket or mark after it go, and come back.
    fn delete_and_retype(&mut self, line: usize) {
        let text = self.lines[line].clone();
        let kept = text.trim_end().rfind(' ').unwrap_or(0);
        self.erase((line, kept), &text[kept..]);
        self.type_in((line, kept), &text[kept..]);
    }

    fn cut_and_paste(&mut self, line: usize, count: usize) {
        let last = (line + count).min(self.lines.len() - 1);
        let block: String = self.lines[line..last].iter().flat_map(|line| [line, "\n"]).collect();
        self.plan.push_back(Keystroke { start: (line, 0), end: (last, 0), text: String::new() });
        self.plan.push_back(Keystroke { start: (line, 0), end: (line, 0), text: block });
    }

    fn type_and_take_back(&mut self, at: Place, text: &str) {
        self.type_in(at, text);
        self.erase(at, text);
    }

    fn type_in(&mut self, at: Place, text: &str) {
        for (index, key) in text.char_indices() {
            let place = moved(at, &text[..index]);
            self.plan.push_back(Keystroke { start: place, end: place, text: key.to_string() });
        }
    }

    /// Backspaces from the end of a text at a place.
    fn erase(&mut self, at: Place, text: &str) {
        for (index, key) in text.char_indices().rev() {
            let (start, end) = (moved(at, &text[..index]), moved(at, &text[..index + key.len_utf8()]));
            self.plan.push_back(Keystroke { start, end, text: String::new() });
        }
    }

    fn apply(&mut self, keystroke: &Keystroke) {
        let Keystroke { start, end, text } = keystroke;
        let new = [&self.lines[start.0][..start.1], text, &self.lines[end.0][end.1..]].concat();
        self.lines.splice(start.0..=end.0, new.split('\n').map(str::to_owned));
    }

    /// A number below a bound: a linear congruential generator is random enough.
    fn below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.random >> 33) % bound as u64) as usize
    }
}

/// The place after a text that begins at a place.
fn moved((line, column): Place, text: &str) -> Place {
    match text.rfind('\n') {
        Some(last) => (line + text.matches('\n').count(), text.len() - last - 1),
        None => (line, column + text.len()),
    }
}
