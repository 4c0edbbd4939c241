import assert from "node:assert/strict";
import { test } from "node:test";
import type { Told } from "../../src/statistics/text";
import { statisticsText } from "../../src/statistics/text";

const at = (line: number) => ({ start: { line: line - 1, character: 2 }, end: { line: line - 1, character: 9 } });

const TOLD: Told = {
  file: "lock.bp",
  isInteger: false,
  version: "1.2.3",
  status: "1 violated, 1 proved",
  time: "Checked in 0.4 s",
  properties: {
    checking: false,
    fingerprint: "0123456789abcdef",
    properties: [
      {
        id: "assert-1",
        label: "assert !inside",
        range: at(9),
        verdict: "violated",
        text: "violated - needs 2 threads",
        engine: null,
        variables: null,
        retries: [],
      },
      {
        id: "assert-2",
        label: "assert T",
        range: at(12),
        verdict: "proved",
        text: "proved - holds for any number of threads",
        engine: "saturation",
        variables: "Proved with 0 of 12 variables",
        retries: [],
      },
    ],
  },
  coverage: {
    coverage: {
      procedures: [{ name: "main", range: at(3), states: 2 }],
      statements: [
        { range: at(4), states: 12, outcomes: [5, 7] },
        { range: at(9), states: 0, outcomes: null },
      ],
    },
  },
};

test("statistics are a text with tables", () => {
  assert.equal(
    statisticsText(TOLD),
    `Statistics of lock.bp

Checked by boolprog 1.2.3: 1 violated, 1 proved
Checked in 0.4 s

Properties

line 9   assert !inside  violated - needs 2 threads
line 12  assert T        proved - holds for any number of threads (saturation)

Variables

line 12  Proved with 0 of 12 variables

Thread states

Of 2 statements, 1 can be reached.

line  states
   3       2  main is entered
   4      12  T in 5, F in 7
   9       0

Memory is shown by "boolprog check --format json"; "Copy Command Line" gives the rest of the line.
`,
  );
});

test("of an integer program they count locations and edges", () => {
  const text = statisticsText({ ...TOLD, file: "lock.ip", isInteger: true });
  assert.match(text, /\nStates\n\nOf 2 locations and edges, 1 can be reached\.\n/);
  assert.match(text, /\n {3}3 {7}2 {2}main starts\n/);
});

test("what is not known is said", () => {
  const told: Told = {
    ...TOLD,
    properties: { checking: true, fingerprint: null, properties: [] },
    coverage: { reason: "The program has errors." },
  };
  const text = statisticsText(told);
  assert.match(text, /\nA check runs: what follows may change\.\n/);
  assert.match(text, /\nThere is nothing to check\.\n/);
  assert.match(text, /\nThread states\n\nThe program has errors\.\n/);
});
