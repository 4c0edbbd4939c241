//! The language server and ten thousand random edits: soon after each batch it knows the text that a plain string model has,
//! in every encoding of positions.

use std::time::{Duration, Instant};

use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, capabilities};
use serde_json::{Value, json};

/// The same text, opened afresh.
const FRESH: &str = "file:///work/fresh.bp";
const EDITS: usize = 10_000;
/// How soon the server must have settled on how to read a text.
const PATIENCE: Duration = Duration::from_secs(60);
/// A text that grows beyond this is replaced as a whole.
const LONGEST: usize = 3_000;

const PROGRAM: &str = "\
// boolprog: threads = 2
decl g, {a b} := *, h := 1; /* \u{1f600} shared \u{e9} */
void main() begin
  decl l;
  L: g, l := l & (h | !g), *;\r\n  if * then goto L; elsif g = h then skip; fi;
  while g ? h : l do l := f(g); od; // \u{2192}\r  assert(g <-> {a b});
end
bool f(p) begin
  return !p;
end
";

/// What is put in: parts of programs, line breaks of every kind and what is taken for one, characters of every width.
const PIECES: &[&str] = &[
    "decl ",
    "x",
    "{a b}",
    ";",
    " := ",
    "void main() begin\n",
    "end\n",
    "if ",
    " then ",
    " fi;",
    "goto L;",
    "(",
    ")",
    " & ",
    "assert ",
    "/*",
    "*/",
    "// c\n",
    "\n",
    "\r",
    "\r\n",
    "\u{b}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{e9}",
    "\u{2192}",
    "\u{1f600}",
    "",
];

/// The same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound as u64) as usize
    }
}

/// A text as a plain string, and positions as the protocol defines them.
struct Model {
    text: String,
    encoding: &'static str,
}

impl Model {
    /// The starts of all lines and the ends of their contents.
    fn lines(&self) -> Vec<(usize, usize)> {
        let (mut lines, mut start) = (Vec::new(), 0);
        let mut characters = self.text.char_indices().peekable();
        while let Some((index, character)) = characters.next() {
            if matches!(character, '\n' | '\r') {
                lines.push((start, index));
                let is_pair = character == '\r' && characters.next_if(|(_, next)| *next == '\n').is_some();
                start = index + if is_pair { 2 } else { 1 };
            }
        }
        lines.push((start, self.text.len()));
        lines
    }

    fn units(&self, text: &str) -> usize {
        match self.encoding {
            "utf-8" => text.len(),
            "utf-16" => text.encode_utf16().count(),
            _ => text.chars().count(),
        }
    }

    /// What lies behind a line, the text, or inside a character means the nearest place before it.
    fn offset(&self, line: usize, column: usize) -> usize {
        let Some((start, end)) = self.lines().get(line).copied() else { return self.text.len() };
        let boundaries = (start..=end).filter(|offset| self.text.is_char_boundary(*offset));
        boundaries.take_while(|offset| self.units(&self.text[start..*offset]) <= column).last().unwrap_or(start)
    }

    /// A place, now and then one that does not exist.
    fn place(&self, random: &mut Random) -> (usize, usize) {
        let lines = self.lines();
        let is_outside = random.below(20) == 0;
        let line = random.below(lines.len() + usize::from(is_outside));
        let (start, end) = lines.get(line).copied().unwrap_or_default();
        (line, random.below(self.units(&self.text[start..end]) + 3))
    }

    /// Makes one change and says it in the words of the protocol.
    fn change(&mut self, random: &mut Random) -> Value {
        if self.text.len() > LONGEST || random.below(200) == 0 {
            PROGRAM.clone_into(&mut self.text);
            return json!({ "text": self.text });
        }
        let mut places = [self.place(random), self.place(random)];
        places.sort_unstable();
        let [start, mut end] = places;
        if random.below(4) > 0 {
            end = (start.0, start.1 + random.below(4));
        }
        let pieces = random.below(4);
        let new: String = (0..pieces).map(|_| PIECES[random.below(PIECES.len())]).collect();
        let (from, to) = (self.offset(start.0, start.1), self.offset(end.0, end.1));
        self.text.replace_range(from..to.max(from), &new);
        let position = |(line, character): (usize, usize)| json!({ "line": line, "character": character });
        json!({ "range": { "start": position(start), "end": position(end) }, "text": new })
    }
}

/// Everything that the server tells about a text that depends on every character of it.
async fn told(client: &mut Client, uri: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for method in ["semanticTokens/full", "documentSymbol", "foldingRange", "diagnostic"] {
        let params = json!({ "textDocument": { "uri": uri } });
        let mut answer = client.request(&format!("textDocument/{method}"), params).await.expect(method);
        if let Some(answer) = answer.as_object_mut() {
            answer.remove("resultId");
        }
        // Only the name of the file may differ.
        all.push(serde_json::from_str(&answer.to_string().replace(FRESH, FILE)).expect("JSON"));
    }
    all
}

async fn edit_at_random(encoding: &'static str) {
    let mut announced = capabilities();
    announced["general"] = json!({ "positionEncodings": [encoding] });
    announced["textDocument"]["diagnostic"] = json!({});
    announced["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    let settings = json!({ "check": { "run": "manual", "debounce": 0 } });
    let mut client = Client::start_with(Options::default(), settings, announced).await;
    let (mut random, mut model) = (Random(7), Model { text: PROGRAM.to_owned(), encoding });
    client.open(PROGRAM);
    let (mut version, mut edits) = (1, 0);
    while edits < EDITS {
        for _ in 0..=random.below(30) {
            let changes: Vec<Value> = (0..=random.below(3)).map(|_| model.change(&mut random)).collect();
            edits += changes.len();
            version += 1;
            client.change(version, json!(changes));
        }
        client.open_as(FRESH, &model.text);
        let fresh = told(&mut client, FRESH).await;
        let mut edited = told(&mut client, FILE).await;
        // A broken text may be read in another way at first.
        let begin = Instant::now();
        while edited != fresh && begin.elapsed() < PATIENCE {
            edited = told(&mut client, FILE).await;
        }
        assert_eq!(edited, fresh, "{encoding}, {edits} edits: {:?}", model.text);
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FRESH } }));
        client.forget();
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn edits_in_utf_8() {
    edit_at_random("utf-8").await;
}

#[tokio::test]
async fn edits_in_utf_16() {
    edit_at_random("utf-16").await;
}

#[tokio::test]
async fn edits_in_utf_32() {
    edit_at_random("utf-32").await;
}
