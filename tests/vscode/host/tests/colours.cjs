// What the editor is told about each word.

const assert = require("node:assert/strict");
const vscode = require("vscode");
const { ask, eventually, find, openText, place } = require("../editor.cjs");

const PROGRAM = `decl lock := F;
decl thread_local mine := F;

void main() begin
  lock, mine, mine$ := T, !mine, * constrain 'lock;
end
`;

/** Tokens as a person reads them: where, what, and its modifiers. */
function readable(document, legend, { data }) {
  const tokens = [];
  let [line, character] = [0, 0];
  for (let index = 0; index < data.length; index += 5) {
    const [lines, characters, length, type, modifiers] = data.slice(index, index + 5);
    [line, character] = [line + lines, lines === 0 ? character + characters : characters];
    const set = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
    const range = new vscode.Range(line, character, line, character + length);
    tokens.push([place(document, range), legend.tokenTypes[type], ...set].join(" "));
  }
  return tokens;
}

async function allTokens(document) {
  const legend = await ask("provideDocumentSemanticTokensLegend", document.uri);
  return readable(document, legend, await ask("provideDocumentSemanticTokens", document.uri));
}

exports["every word has its type and modifiers"] = async () => {
  const document = await openText(PROGRAM);
  const tokens = await allTokens(document);
  assert.deepEqual(tokens, [
    "1:1 decl keyword",
    "1:6 lock variable declaration shared",
    "1:11 := operator",
    "1:14 F boolean",
    "2:1 decl keyword",
    "2:6 thread_local keyword",
    "2:19 mine variable declaration threadLocal",
    "2:24 := operator",
    "2:27 F boolean",
    "4:1 void keyword",
    "4:6 main function declaration",
    "4:13 begin keyword",
    "5:3 lock variable modification shared",
    "5:9 mine variable modification threadLocal",
    "5:15 mine$ variable modification threadLocal passive",
    "5:21 := operator",
    "5:24 T boolean",
    "5:27 ! operator",
    "5:28 mine variable threadLocal",
    "5:34 * boolean",
    "5:36 constrain keyword",
    "5:46 ' operator",
    "5:47 lock variable shared nextState",
    "6:1 end keyword",
  ]);
};

exports["a range has the tokens of its lines"] = async () => {
  const document = await openText(PROGRAM);
  const range = find(document, "decl thread_local mine := F;");
  const legend = await ask("provideDocumentRangeSemanticTokensLegend", document.uri, range);
  const tokens = readable(document, legend, await ask("provideDocumentRangeSemanticTokens", document.uri, range));
  assert.deepEqual(tokens, [
    "2:1 decl keyword",
    "2:6 thread_local keyword",
    "2:19 mine variable declaration threadLocal",
    "2:24 := operator",
    "2:27 F boolean",
  ]);
};

exports["what no thread reaches is marked once that is known"] = async () => {
  const document = await openText("decl x := F;\n\nvoid main() begin\n  assume x;\n  x := T;\n  assert x;\nend\n");
  const tokens = await eventually("an unreachable word", async () => {
    const found = (await allTokens(document)).filter((token) => token.includes("unreachable"));
    return found.length > 0 && found;
  });
  assert.deepEqual(tokens, [
    "5:3 x variable modification shared unreachable",
    "5:5 := operator unreachable",
    "5:8 T boolean unreachable",
    "6:3 assert keyword unreachable",
    "6:10 x variable shared unreachable",
  ]);
};
