import assert from "node:assert/strict";
import { test } from "node:test";
import { MORE, row as rowOf } from "../../src/lens-rows";

const VIOLATED = "violated - needs 2 threads, 9 steps";
const RACE = "data race on `hits`: server writes - needs 2 threads, 5 steps";
const ACTIONS = ["Replay counterexample", "Show trace"];

/** The titles of a row. */
function row(all: string[], indentation: number): { titles: string[]; more: string | undefined } {
  const { shown, more } = rowOf(
    all.map((title) => ({ title })),
    indentation,
  );
  return { titles: shown.map(({ title }) => title), more };
}

test("a row that fits is left alone", () => {
  const titles = [VIOLATED, ...ACTIONS, "Abstract to .bp", "Refine"];
  assert.deepEqual(row(titles, 4), { titles, more: undefined });
});

test("what does not fit is behind one lens, which says that it hides a violation", () => {
  const titles = [VIOLATED, ...ACTIONS, RACE, ...ACTIONS];
  assert.deepEqual(row(titles, 0), { titles: [VIOLATED, ...ACTIONS], more: `$(error)\u00a0${MORE}` });
});

test("an indentation takes its room", () => {
  const titles = [RACE, ...ACTIONS];
  assert.equal(row(titles, 20).more, undefined);
  assert.deepEqual(row(titles, 40), { titles: [RACE], more: MORE });
});

test("a text that is too long alone ends with a whole word", () => {
  const long = `unknown: no violation found with one \`producer\`${" and one `consumer`".repeat(9)}`;
  for (const titles of [[long], [long, "Retry with 60 s"]]) {
    const { titles: shown, more } = row(titles, 4);
    assert.equal(more, MORE);
    assert.equal(shown.length, 1);
    assert.match(shown[0] ?? "", /^unknown: .{80,110} and one\.\.\.$/);
  }
});

test("a row is never wider than an editor, and always has its first lens", () => {
  for (let count = 1; count < 9; count += 1) {
    for (let indentation = 0; indentation < 60; indentation += 7) {
      const { titles, more } = row(Array(count).fill(RACE), indentation);
      const all = more === undefined ? titles : [...titles, MORE];
      assert.ok(titles.length > 0 && indentation + all.map((title) => `x ${title}`).join(" | ").length <= 132);
    }
  }
});
