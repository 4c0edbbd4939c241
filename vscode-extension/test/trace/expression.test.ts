import assert from "node:assert/strict";
import { test } from "node:test";
import type { Truth } from "../../src/trace/expression";
import { parseExpression, parseReference, written } from "../../src/trace/expression";

/** The value of an expression over T and F and a variable `u` without a value. */
const value = (text: string): Truth => parseExpression(text).value(() => undefined);

test("operators bind as in the language", () => {
  // Each would have the other value with another grouping.
  assert.equal(value("!F & F"), false);
  assert.equal(value("T = F = F"), true);
  assert.equal(value("F & F = F"), false);
  assert.equal(value("T | T & F"), true);
  assert.equal(value("T ^ F & F"), true);
  assert.equal(value("T | T ^ T"), true);
  assert.equal(value("F => T => F"), true);
  assert.equal(value("F => F <-> F"), false);
  assert.equal(value("T <-> F <-> F"), true);
  assert.equal(value("!(F & F)"), true);
  assert.equal(value("!!T"), true);
});

test("operators have two spellings, and constants", () => {
  assert.equal(value("~0 && 1 || F"), true);
  assert.equal(value("1 -> 0"), false);
  assert.equal(value("T!=F"), true);
});

test("what has no value matters only where the result depends on it", () => {
  assert.equal(value("u"), undefined);
  assert.equal(value("!u"), undefined);
  assert.equal(value("u & F"), false);
  assert.equal(value("u | T"), true);
  assert.equal(value("u | F"), undefined);
  assert.equal(value("F => u"), true);
  assert.equal(value("u = u"), undefined);
  assert.equal(value("u ^ T"), undefined);
});

test("variables are names, or names of threads", () => {
  const { references } = parseExpression("lock & !{x y}@T12 | $a#1@T2");
  assert.deepEqual(references, [{ name: "lock" }, { name: "{x y}", thread: 12 }, { name: "$a#1", thread: 2 }]);
  assert.deepEqual(references.map(written), ["lock", "{x y}@T12", "$a#1@T2"]);
  assert.deepEqual(parseReference("x@T2"), { name: "x", thread: 2 });
  for (const none of ["", "T", "x y", "x@2", "@T2", "x@T"]) {
    assert.equal(parseReference(none), undefined, none);
  }
});

test("what is wrong is a sentence", () => {
  const problems = {
    "": /missing at the end/,
    "lock &": /missing at the end/,
    "(lock": /A "\)" is missing/,
    "lock)": /operator is missing in front of "\)"/,
    "a b": /operator is missing in front of "b"/,
    "& a": /variable is missing in front of "&"/,
    "a + b": /"\+" has no meaning here/,
    "a & *": /"\*" has no meaning here/,
    "'a": /"'" has no meaning here/,
    "a$ | b": /a\$ has no one value; name a thread, as in a@T2/,
    "a@2": /"@" has no meaning here/,
  };
  for (const [text, expected] of Object.entries(problems)) {
    assert.throws(() => parseExpression(text), expected, text);
  }
});
