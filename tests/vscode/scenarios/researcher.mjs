// A researcher's way: a generated program with long lines, too little time and then enough, all tests, what threads get
// to, and in which states.

import { writeFile } from "node:fs/promises";
import path from "node:path";
import { writeSettings } from "../lib/settings.mjs";
import { Testing } from "../lib/testing.mjs";

const PROGRAM = `// boolprog: threads = 1
// Predicates of a work queue: what a tool writes, one variable for each predicate and long lines.

decl {head==tail}, {count>0}, {count==max}, {lock==0}, {lock==1}, {req!=NULL}, {req->done}, {stop}, {workers>0};

void main() begin
  {head==tail}, {count>0}, {count==max}, {lock==0}, {lock==1}, {req!=NULL}, {req->done}, {stop}, {workers>0} := T, F, F, T, F, F, F, F, F;
  while * do
    start_thread worker();
    {workers>0} := T;
  od;
  {stop} := T;
end

void worker() begin
  decl {mine==req}, {old==head};
  {mine==req}, {old==head} := F, F;
L1: goto L2, L7;
L2: assume !{stop};
  {lock==0}, {lock==1}, {old==head} := F, T, * constrain {lock==0} & !{lock==1} & ('{old==head} | !'{old==head} & !{head==tail}) & ('{lock==1} | !{stop});
  {head==tail}, {count>0}, {count==max}, {req!=NULL}, {mine==req} := schoose[{head==tail} & !{count>0}, F], T, *, T, T constrain ('{count>0} | '{head==tail}) & ('{req!=NULL} = '{mine==req}) & (!'{count==max} | '{count>0});
  assert {lock==1} & {mine==req} & ({req!=NULL} | {count==max} | {head==tail}) & ({count>0} | !{count==max});
  {req->done}, {mine==req}, {req!=NULL}, {count>0}, {head==tail} := T, F, F, F, T constrain {mine==req} & {req!=NULL} & (!'{mine==req} | '{req->done});
  {lock==0}, {lock==1} := T, F;
  goto L1;
L7: assume {stop};
  assert !{mine==req};
  if {lock==0} & {lock==1} then
    {req->done} := F;
    assert F;
  fi;
end
`;

export const seldom = true;

export async function prepare(folder) {
  await writeSettings(folder, { "boolprog.limits.time.onType": 0.000001, "boolprog.cache.enabled": false });
  await writeFile(path.join(folder, "generated.bp"), PROGRAM);
}

export async function run(workbench) {
  const { page } = workbench;
  const editor = await workbench.openFile("generated.bp");
  await workbench.lens(editor, "unknown: time limit reached").waitFor();
  await workbench.status("3 unknown").waitFor();
  await workbench.picture("unknown");
  await workbench.lensLink(editor, "Retry with 60 s").click();
  await workbench.lens(editor, "proved").waitFor();
  await workbench.status("2 unknown, 1 proved").waitFor();

  const testing = new Testing(workbench);
  await testing.open();
  await testing.unfold("generated.bp", "assert !{mine==req}");
  await workbench.picture("tests");
  await workbench.command("Test: Run All Tests");
  await testing.outcome("generated.bp", "Passed");
  await testing.outcome("broken-mutex.bp", "Failed");
  await testing.everyOutcome();
  await workbench.picture("results");

  await workbench.hidePanel();
  await workbench.line(editor, "goto L1;").click();
  await workbench.command("Test: Run Tests with Coverage in Current File");
  await editor.locator(".coverage-deco-gutter").first().waitFor();
  await workbench.hidePanel();
  await editor.locator(".coverage-deco-gutter.coverage-deco-miss").first().waitFor();
  await workbench.picture("coverage");
  const hover = await workbench.hover(editor, "goto L1;", "goto", "thread state");
  if (!/Reachable by some thread/.test(hover)) {
    throw new Error(hover);
  }
  await workbench.picture("states");
  await page.keyboard.press("Escape");
}
