import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { EXAMPLES, program, verdict } from "../../src/examples/catalogue";

const FOLDER = "../examples";

test("every example is offered, as it is", () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".bp"));
  assert.deepEqual(EXAMPLES.map(({ name }) => `${name}.bp`).sort(), files.sort());
  for (const { name, text } of EXAMPLES) {
    assert.equal(text, readFileSync(`${FOLDER}/${name}.bp`, "utf8"), name);
  }
});

test("every example says in a line what it is about, and what a check comes to", () => {
  for (const example of EXAMPLES) {
    assert.match(example.about, /^.{10,80}$/, example.name);
    assert.match(verdict(example), /^(holds for|violated, needs \d)/, example.name);
    assert.match(program(example), /^\/\/ (?!verdict)\S/, example.name);
  }
});
