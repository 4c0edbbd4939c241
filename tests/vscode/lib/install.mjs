// The places to which `cargo xtask setup` puts code-server and the Node it needs.

import { existsSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

const CACHE = process.env.BOOLPROG_CACHE ?? path.join(import.meta.dirname, "..", "..", "..", ".cache");
const PACKAGE = path.join(CACHE, "code-server", "node_modules", "code-server");

/** The command, with its own log-in page, proxy and web views. */
export const codeServer = () => present(path.join(CACHE, "code-server", "node_modules", ".bin", "code-server"));

/** The VS Code server inside. */
export const innerServer = () => present(path.join(PACKAGE, "lib", "vscode", "out", "server-main.js"));

/** An environment whose `node` is the one that code-server needs, and in which nothing was checked before. */
export const environment = () => ({
  ...process.env,
  XDG_CACHE_HOME: mkdtempSync(path.join(tmpdir(), "boolprog-cache-")),
  PATH: `${path.join(CACHE, "node24-bin")}${path.delimiter}${process.env.PATH}`,
});

/** A port that was free a moment ago. */
export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function present(file) {
  if (!existsSync(file)) {
    throw new Error(`${file} is missing; \`cargo xtask setup\` installs it.`);
  }
  return file;
}
