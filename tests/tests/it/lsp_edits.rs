//! Exactness: after every batch of random edits, every answer of the language server equals that of a server which has just
//! been given the text, in every encoding of positions and in both languages.

use boolprog_base::Random;
use boolprog_lsp::Options;
use boolprog_tests::lsp_client::{Client, FILE, capabilities};
use serde_json::{Value, json};

const FRESH: &str = "file:///work/fresh.bp";
const EDITS: usize = 3_000;
/// A text that grows beyond this is replaced as a whole.
const LONGEST: usize = 2_000;

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

const INTEGER_PROGRAM: &str = "\
// three things \u{e9}
const room = 3;
decl filled: int, a: 0..1;
process Producer[2] {
  loc working, ready;
  working -> ready when filled < room;
  ready -> working do filled := filled + 1, a := 0;
}
process Consumer {
  loc waiting;
  waiting -> waiting when filled > 0 do filled := filled - 1;
}
invariant fits: 0 <= filled && filled <= room;
error both: Producer[0] @ ready && a = 1;
";

/// Inserted texts: parts of programs, line breaks of every kind and characters mistaken for them, characters of every
/// width.
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
    "when x ",
    " -> ",
    "process Q {",
    "}",
    " @ ",
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

/// A text as a plain string, and positions as the protocol defines them.
struct Model {
    program: &'static str,
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

    /// A position after a line, after the text, or inside a character means the nearest place before it.
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
            self.program.clone_into(&mut self.text);
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

/// Requests about a whole text, with further parameters.
fn about_the_text() -> Vec<(&'static str, Value)> {
    let everything = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 10_000, "character": 0 } });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    vec![
        ("diagnostic", json!({})),
        ("documentSymbol", json!({})),
        ("foldingRange", json!({})),
        ("codeLens", json!({})),
        ("documentLink", json!({})),
        ("formatting", json!({ "options": options })),
        ("inlayHint", json!({ "range": everything })),
        ("codeAction", json!({ "range": everything, "context": { "diagnostics": [] } })),
    ]
}

/// Requests about a place, with further parameters.
fn about_a_place(place: &Value) -> Vec<(&'static str, Value)> {
    let range = json!({ "start": place, "end": place });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    vec![
        ("completion", json!({})),
        ("hover", json!({})),
        ("signatureHelp", json!({})),
        ("definition", json!({})),
        ("references", json!({ "context": { "includeDeclaration": true } })),
        ("documentHighlight", json!({})),
        ("prepareRename", json!({})),
        ("rename", json!({ "newName": "renamed" })),
        ("prepareCallHierarchy", json!({})),
        ("selectionRange", json!({ "positions": [place] })),
        ("semanticTokens/range", json!({ "range": range })),
        ("codeAction", json!({ "range": range, "context": { "diagnostics": [] } })),
        ("rangeFormatting", json!({ "range": range, "options": options })),
        ("onTypeFormatting", json!({ "ch": ";", "options": options })),
    ]
}

/// Every answer about a text, or why there is none.
async fn answers(client: &mut Client, uri: &str, place: &Value) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    for (method, mut params) in about_the_text().into_iter().chain(about_a_place(place)) {
        params["textDocument"] = json!({ "uri": uri });
        params["position"] = place.clone();
        let (Ok(answer) | Err(answer)) = client.request(&format!("textDocument/{method}"), params).await;
        // Only the name of the file may differ, and with it the id of an answer that names the file.
        let mut answer: Value = serde_json::from_str(&answer.to_string().replace(FRESH, FILE)).expect("JSON");
        if let Some(answer) = answer.as_object_mut() {
            answer.remove("resultId");
        }
        all.push((method, answer));
    }
    all
}

/// All semantic tokens of [`FILE`], from the changes since those with an id; and their id. There are none, and no id,
/// while the text looks like a file of Android's build system.
async fn tokens_since(client: &mut Client, known: &[Value], id: &Value) -> (Vec<Value>, Value) {
    if id.is_null() {
        return tokens(client, FILE).await;
    }
    let params = json!({ "textDocument": { "uri": FILE }, "previousResultId": id });
    let answer = client.request("textDocument/semanticTokens/full/delta", params).await.expect("tokens");
    if answer.is_null() {
        return (Vec::new(), Value::Null);
    }
    let mut tokens = known.to_vec();
    // Each counts in the tokens before all changes.
    for edit in answer["edits"].as_array().expect("changes").iter().rev() {
        let number = |key: &str| usize::try_from(edit[key].as_u64().expect("a number")).expect("a small one");
        let new = edit["data"].as_array().cloned().unwrap_or_default();
        tokens.splice(number("start")..number("start") + number("deleteCount"), new);
    }
    (tokens, answer["resultId"].clone())
}

/// All semantic tokens of a file, and their id.
async fn tokens(client: &mut Client, uri: &str) -> (Vec<Value>, Value) {
    let params = json!({ "textDocument": { "uri": uri } });
    let answer = client.request("textDocument/semanticTokens/full", params).await.expect("tokens");
    (answer["data"].as_array().cloned().unwrap_or_default(), answer["resultId"].clone())
}

async fn edit_at_random(encoding: &'static str, language: &str, program: &'static str) {
    let mut announced = capabilities();
    announced["general"] = json!({ "positionEncodings": [encoding] });
    announced["textDocument"]["diagnostic"] = json!({});
    announced["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    let settings = json!({ "check": { "run": "manual" } });
    let mut client = Client::start_with(Options::default(), settings, announced).await;
    let open = |client: &Client, uri: &str, version: i32, text: &str| {
        let document = json!({ "uri": uri, "languageId": language, "version": version, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": document }));
    };
    let (mut random, mut model) = (Random::new(7), Model { program, text: program.to_owned(), encoding });
    open(&client, FILE, 1, program);
    let (mut known, mut id) = tokens(&mut client, FILE).await;
    let (mut version, mut edits) = (1, 0);
    while edits < EDITS {
        for _ in 0..=random.below(6) {
            let changes: Vec<Value> = (0..=random.below(3)).map(|_| model.change(&mut random)).collect();
            edits += changes.len();
            version += 1;
            client.change(version, json!(changes));
        }
        let (line, character) = model.place(&mut random);
        let place = json!({ "line": line, "character": character });
        let edited = answers(&mut client, FILE, &place).await;
        (known, id) = tokens_since(&mut client, &known, &id).await;
        open(&client, FRESH, version, &model.text);
        let fresh = answers(&mut client, FRESH, &place).await;
        for (edited, fresh) in edited.iter().zip(&fresh) {
            assert_eq!(edited, fresh, "{encoding}, {edits} edits, {place}: {:?}", model.text);
        }
        assert_eq!(known, tokens(&mut client, FRESH).await.0, "{encoding}, {edits} edits: {:?}", model.text);
        client.notify("textDocument/didClose", json!({ "textDocument": { "uri": FRESH } }));
        client.forget();
    }
    assert_eq!(client.shut_down().await, 0);
}

#[tokio::test]
async fn edits_in_utf_8() {
    edit_at_random("utf-8", "boolprog", PROGRAM).await;
}

#[tokio::test]
async fn edits_in_utf_16() {
    edit_at_random("utf-16", "boolprog", PROGRAM).await;
}

#[tokio::test]
async fn edits_in_utf_32() {
    edit_at_random("utf-32", "boolprog", PROGRAM).await;
}

#[tokio::test]
async fn edits_of_an_integer_program() {
    edit_at_random("utf-16", "boolprog-integer", INTEGER_PROGRAM).await;
}
