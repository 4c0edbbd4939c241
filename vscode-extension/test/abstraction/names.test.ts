import assert from "node:assert/strict";
import { test } from "node:test";
import { abstractionName } from "../../src/abstraction/names";

test("the Boolean program of a file has its name", () => {
  assert.equal(abstractionName("/work/gate.ip"), "/work/gate.bp");
});

test("a file without the extension keeps its name", () => {
  assert.equal(abstractionName("Untitled-1"), "Untitled-1.bp");
});
