import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../../package.json";

/** The reading of a line by the editor: severity, file, line, column, message and code. */
function matched(line: string): (string | undefined)[] | undefined {
  const pattern = manifest.contributes.problemMatchers.at(0)?.pattern;
  assert.ok(pattern);
  const { regexp, file, line: row, column, severity, message, code } = pattern;
  const groups = new RegExp(regexp).exec(line);
  return groups ? [severity, file, row, column, message, code].map((index) => groups[index]) : undefined;
}

test("findings are problems, proofs are none", () => {
  assert.deepEqual(matched("a b/mutex.bp:17:5: error: assert !inside - violated, needs 2 threads, 9 steps"), [
    ...["error", "a b/mutex.bp", "17", "5"],
    ...["assert !inside - violated, needs 2 threads, 9 steps", undefined],
  ]);
  assert.deepEqual(matched("C:\\typo.bp:4:12: error: There is no variable `lok`. [undeclared-variable]"), [
    ...["error", "C:\\typo.bp", "4", "12"],
    ...["There is no variable `lok`.", "undeclared-variable"],
  ]);
  assert.equal(matched("leak.bp:20:3: warning: assert x - unknown: time limit reached")?.[0], "warning");
  assert.equal(matched("lock.bp:14:5: note: assert !inside - holds for any number of threads"), undefined);
});
