// Everything that is coloured, in light and dark themes and in both of high contrast, with two pictures of each.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../lib/eventually.mjs";
import { writeSettings } from "../lib/settings.mjs";

/** By the names of the pictures: themes, and how the window says which kind of theme it has. */
const THEMES = {
  light: ["Light 2026", "vs"],
  dark: ["Dark 2026", "vs-dark"],
  "high-contrast": ["Default High Contrast", "hc-black"],
  "high-contrast-light": ["Default High Contrast Light", "hc-light"],
};

/** A word of each kind. */
const WORDS = `// boolprog: threads = *

decl lock := F;                  // somebody holds the lock
decl thread_local tried := F;

// Takes the lock if it is free.
bool take(wanted) begin
  decl free;
  free, lock := !lock, wanted;
  return free;
end

void main() begin
  decl mine, eq;
again:
  mine := take(T);
  eq, eq$ := T, schoose[F, mine];
  tried, lock := *, *
    constrain ('lock != lock) | !'tried;
  assert !mine;
  start_thread goto again;
end
`;

/** A finding of each kind. */
const FINDINGS = `decl lock := F, used := F;

void main() begin
  decl mine := F;
  used := T;
  mine, lock := !lock, T;
  if used = F | F then
    skip;
    lock := F;
  fi;
  assert used;
  if !used then
    assert mine;
  fi;
  assert mine;
end
`;

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "words.bp"), WORDS);
  await writeFile(path.join(folder, "findings.bp"), FINDINGS);
}

export async function run(workbench, { folder }) {
  const { page } = workbench;
  await page.setViewportSize({ width: 1280, height: 960 });
  const findings = await workbench.openFile("findings.bp");
  await (await workbench.problem("Assertion violated")).waitFor();
  const words = await workbench.openFile("words.bp");
  await workbench.lens(words, "violated").waitFor();
  for (const [name, [theme, kind]] of Object.entries(THEMES)) {
    await writeSettings(folder, { "workbench.colorTheme": theme });
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
    await workbench.openFile("words.bp");
    await workbench.restMouse();
    await wordsLookDifferent(workbench, words);
    await workbench.picture(`${name}-words`);
    await workbench.openFile("findings.bp");
    await workbench.restMouse();
    await findingsAreShown(workbench, findings);
    await workbench.picture(`${name}-findings`);
  }
}

/** Modifiers have their own looks in all themes, and constants another colour than variables. */
async function wordsLookDifferent(workbench, editor) {
  const looks = (line, word, property, expected) =>
    eventually(`${property} of ${word}`, async () =>
      expected.test(await workbench.style(editor, line, word, property)),
    );
  await looks("decl lock", "lock", "fontWeight", /^(bold|[6-9]00)$/);
  await looks("constrain", "lock", "fontStyle", /^italic$/);
  await looks("schoose", "eq$", "textDecorationLine", /underline/);
  await workbench.haveDifferentColors(editor, "mine := take", "T", "mine");
}

async function findingsAreShown(workbench, editor) {
  await workbench.lens(editor, "violated - needs 2 threads").waitFor();
  await workbench.lens(editor, "holds for any number of threads").waitFor();
  await workbench.line(editor, "before: lock = T").waitFor();
  await editor.locator(".squiggly-error").first().waitFor();
  await editor.locator("[class*=unnecessary]").first().waitFor({ state: "attached" });
}
