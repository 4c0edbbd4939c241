import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { entryWithThreads } from "../../src/c-threads";

/** The line of the function that runs first, from 1. */
function line(text: string, entry = "main"): number | undefined {
  const offset = entryWithThreads(text, entry);
  return offset === undefined ? undefined : text.slice(0, offset).split("\n").length;
}

test("every C example has threads and a main", () => {
  for (const file of readdirSync("../examples").filter((name) => name.endsWith(".c"))) {
    const text = readFileSync(`../examples/${file}`, "utf8");
    const expected = text.split("\n").findIndex((one) => one.includes("main(")) + 1;
    assert.equal(line(text), expected, file);
  }
});

test("threads and atomics are told by their names", () => {
  const main = "int main(int argc, char *argv[]) {\n}\n";
  for (const use of [
    "pthread_create(&t, 0, f, 0);",
    "thrd_create(&t, f, 0);",
    "_Atomic int x;",
    "# include <stdatomic.h>",
  ]) {
    assert.equal(line(`${use}\n${main}`), 2, use);
  }
  for (const other of [
    "",
    "// pthread_create",
    "/* thrd_create\n*/",
    's = "pthread_create";',
    "my_pthread_create(1);",
  ]) {
    assert.equal(line(`${other}\n${main}`), undefined, other);
  }
});

test("the function that runs first is a definition", () => {
  const create = "void f() { pthread_create(&t, 0, g, 0); }\n";
  assert.equal(line(`${create}int\nmain(void)\n{\n}\n`), 2);
  assert.equal(line(`${create}int main(void);\n// int main() {\nint main(void) {}\n`), 4);
  assert.equal(line(`${create}static void start(void) {}\n`, "start"), 2);
  assert.equal(line(`${create}int domain() {}\nvoid g() { main(); }\n`), undefined);
});

test("a file that asks for its check itself has no offer", () => {
  assert.equal(line("// boolprog: check\n_Atomic int x;\nint main() {}\n"), undefined);
});
