import assert from "node:assert/strict";
import { test } from "node:test";
import { isPropertyOf } from "../../src/trace/property";
import { staleness } from "../../src/trace/wording";
import { EXAMPLE, step } from "./example";

/** True if a property with this label is the one of a trace that names it so, and ends with this statement. */
function isSame(label: string, name: string, text = "skip", id = "check-1"): boolean {
  const property = { ...EXAMPLE.property, id: "check-1", name };
  return isPropertyOf({ ...EXAMPLE, property, steps: [step(1, 3, text)] }, { id, label });
}

test("the property of a trace is found by its id and its words", () => {
  assert.ok(isSame("assert !inside", "!inside"));
  assert.ok(isSame("ERROR", "ERROR"));
  assert.ok(isSame("error full", "full"));
  assert.ok(isSame("assert(n == 2)", "assert(n == 2) fails"));
  assert.ok(isSame("no data race on `hits`", "data race on `hits`: logger reads"));
  assert.ok(isSame("no deadlock", "deadlock: main waits for the end of T2"));
  assert.ok(isSame("`a[i] = 1` stays inside of the array", "the index 2 is outside of an array", "a[i] = 1"));
});

test("another property that has got its number is not the one of a trace", () => {
  assert.ok(!isSame("assert lock", "!inside"));
  assert.ok(!isSame("`b[i] = 1` stays inside of the array", "the index 2 is outside of an array", "a[i] = 1"));
  assert.ok(!isSame("assert !inside", "!inside", "skip", "check-2"));
  assert.ok(!isSame("assert lock", "", ""));
});

test("a trace of a program that has changed says whether it can still happen", () => {
  const changed = "The program has changed since this trace was found.";
  assert.equal(staleness({ fresh: true, proved: false }), changed);
  assert.equal(staleness({ fresh: false, proved: true }), "Proved now: this can no longer happen.");
  const parting = { step: 5, why: "`lock` is true" };
  assert.equal(
    staleness({ fresh: false, proved: true, parting }),
    "Proved now: this can no longer happen. The program does not take step 5: `lock` is true.",
  );
});
