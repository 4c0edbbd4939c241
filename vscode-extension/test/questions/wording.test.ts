import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "../../src/protocol";
import { asked, places } from "../../src/questions/wording";

const at = (line: number) => ({ line, character: 4 });

test("one cursor asks about two threads there, several about one thread at each", () => {
  assert.deepEqual(places([at(3)]), [at(3), at(3)]);
  assert.deepEqual(places([at(3), at(7), at(7)]), [at(3), at(7), at(7)]);
});

test("questions are put in words, with lines as the editor counts them", () => {
  const questions: [Question, string][] = [
    [{ kind: "together", positions: places([at(3)]) }, "Can 2 threads be in line 4 at the same time?"],
    [{ kind: "together", positions: [at(3), at(7)] }, "Can 2 threads be in lines 4 and 8 at the same time?"],
    [
      { kind: "together", positions: [at(3), at(7), at(9)] },
      "Can 3 threads be in lines 4, 8, and 10 at the same time?",
    ],
    [{ kind: "threads" }, "How many threads are needed?"],
    [{ kind: "threads", position: at(3) }, "How many threads are needed to get to line 4?"],
    [{ kind: "invariant", expression: "x | y" }, "Does x | y hold everywhere?"],
    [{ kind: "invariant", expression: "x | y", position: at(3) }, "Does x | y hold whenever a thread is in line 4?"],
    [{ kind: "compare" }, "What has changed since the last run?"],
  ];
  for (const [question, words] of questions) {
    assert.equal(asked(question), words);
  }
});
