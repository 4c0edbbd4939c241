// Android's build files have the same ending and are left alone.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import path from "node:path";

export const seldom = true;

export async function prepare(folder) {
  await writeFile(path.join(folder, "Android.bp"), 'cc_library {\n    name: "libone",\n}\n');
  await writeFile(path.join(folder, "module.bp"), '// A build file.\ncc_binary {\n    name: "two",\n}\n');
}

export async function run(workbench) {
  for (const name of ["Android.bp", "module.bp"]) {
    const editor = await workbench.openFile(name);
    await workbench.page.locator("#status\\.editor\\.mode").filter({ hasText: "Plain Text" }).waitFor();
    assert.equal(await workbench.squiggles(editor).count(), 0, name);
    await workbench.status(/./).waitFor({ state: "detached" });
  }
  // The server works, and had nothing to say about those.
  const program = await workbench.openFile("broken-mutex.bp");
  await workbench.squiggles(program).first().waitFor();
  for (const name of ["Android.bp", "module.bp"]) {
    assert.equal(await workbench.squiggles(await workbench.openFile(name)).count(), 0, name);
  }
  await workbench.picture("left-alone");
}
