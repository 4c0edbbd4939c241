import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { GROUPS } from "../../src/examples/catalogue";
import { program, verdict } from "../../src/examples/example";

const FOLDER = "../examples";
const EXAMPLES = GROUPS.flatMap(({ examples }) => examples);

test("every example is offered, as it is", () => {
  assert.deepEqual(EXAMPLES.map(({ name }) => name).sort(), readdirSync(FOLDER).sort());
  for (const { name, text } of EXAMPLES) {
    assert.equal(text, readFileSync(`${FOLDER}/${name}`, "utf8"), name);
  }
});

test("examples are listed by language, those in C first", () => {
  const endings = GROUPS.map(({ examples }) => [...new Set(examples.map(({ name }) => name.split(".").at(-1)))]);
  assert.deepEqual(endings, [["c"], ["bp"], ["ip"]]);
});

test("every example says in a line what it is about, and what a check comes to", () => {
  for (const example of EXAMPLES) {
    assert.match(example.about, /^.{10,80}$/, example.name);
    assert.match(verdict(example), /^(holds (for|\()|violated, (needs )?\d|violated in \d)/, example.name);
    assert.match(program(example), /^\/\/ (?!verdict)\S/, example.name);
  }
});

test("a verdict for a fixed number of threads says so", () => {
  const byName = new Map(EXAMPLES.map((example) => [example.name, verdict(example)]));
  assert.equal(byName.get("peterson.bp"), "holds (two threads)");
  assert.equal(byName.get("ticket.bp"), "holds for any number of threads");
});
