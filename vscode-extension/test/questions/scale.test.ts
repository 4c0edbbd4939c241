import assert from "node:assert/strict";
import { test } from "node:test";
import { clamped, fitting, larger, smaller } from "../../webview/graph/scale";

test("a picture fits if all of it can be seen; small ones are not blown up", () => {
  assert.equal(fitting({ width: 1000, height: 300 }, { width: 500, height: 300 }), 0.5);
  assert.equal(fitting({ width: 100, height: 3000 }, { width: 500, height: 300 }), 0.1);
  assert.equal(fitting({ width: 100, height: 100 }, { width: 500, height: 300 }), 1);
});

test("a picture without a size, as before it is loaded, is shown as it is", () => {
  assert.equal(fitting({ width: 0, height: 0 }, { width: 0, height: 0 }), 1);
});

test("larger and smaller are inverse, and end somewhere", () => {
  assert.equal(smaller(larger(1)), 1);
  assert.equal(larger(clamped(1000)), clamped(1000));
  assert.equal(smaller(clamped(0)), clamped(0));
});
