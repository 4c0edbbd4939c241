// The language server as the operating system sees it. Linux only.

import { readdir, readFile } from "node:fs/promises";
import { eventually, pause } from "./eventually.mjs";

/** The language servers of all windows, also of windows that were closed a moment ago; the newest last. */
export async function languageServers() {
  const found = [];
  for (const entry of await readdir("/proc")) {
    const words = /^\d+$/.test(entry) ? await commandLine(entry) : [];
    if (words[0]?.includes("/tests/vscode/artefacts/") && words[0].endsWith("/bin/boolprog") && words[1] === "lsp") {
      found.push({ pid: Number(entry), start: Number((await statistics(entry).catch(() => []))[19]) });
    }
  }
  return found.sort((one, other) => one.start - other.start).map(({ pid }) => pid);
}

/** Waits until a process uses next to no processor time. */
export function becomesIdle(pid) {
  return eventually(`process ${pid} becomes idle`, async () => {
    const before = await usedTicks(pid);
    await pause(1000);
    // A tick is a hundredth of a second.
    return (await usedTicks(pid)) - before < 20;
  });
}

/** Waits until a process uses processor time. */
export function isBusy(pid) {
  return eventually(`process ${pid} is busy`, async () => {
    const before = await usedTicks(pid);
    await pause(1000);
    return (await usedTicks(pid)) - before >= 20;
  });
}

async function commandLine(pid) {
  const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return text.split("\0");
}

/** User and system time. */
async function usedTicks(pid) {
  const fields = await statistics(pid);
  return Number(fields[11]) + Number(fields[12]);
}

/** The figures of the system, after the name, which stands in parentheses and may hold blanks. */
async function statistics(pid) {
  const text = await readFile(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
