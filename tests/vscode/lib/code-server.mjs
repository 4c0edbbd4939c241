// A browser VS Code of our own, with the packed extension installed and nothing remembered.

import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Child } from "./child.mjs";
import { codeServer, environment, freePort } from "./install.mjs";

const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.commandCenter": false,
  "chat.disableAIFeatures": true,
  "git.enabled": false,
  // The view opens at no predictable moment; scenarios open it themselves.
  "debug.openDebug": "neverOpen",
  "editor.hover.delay": 100,
  "editor.accessibilitySupport": "off",
  "editor.minimap.enabled": false,
  // It lies over lines that scenarios click on.
  "editor.stickyScroll.enabled": false,
  "files.autoSave": "off",
};

export class CodeServer {
  /** Installs the extension and starts; `home` is where the server keeps everything. */
  static async start(home, vsix) {
    const user = path.join(home, "user");
    await mkdir(path.join(user, "User"), { recursive: true });
    await writeFile(path.join(user, "User", "settings.json"), JSON.stringify(SETTINGS, undefined, 2));
    const env = environment();
    const places = ["--user-data-dir", user, "--extensions-dir", path.join(home, "extensions")];
    const common = ["--config", path.join(home, "none.yaml"), ...places];
    const installed = spawnSync(codeServer(), [...common, "--install-extension", vsix], { env, encoding: "utf8" });
    if (installed.status !== 0) {
      throw new Error(`the extension cannot be installed:\n${installed.stdout}${installed.stderr}`);
    }
    const bind = `127.0.0.1:${await freePort()}`;
    const parameters = [
      ...common,
      ...["--auth", "none", "--bind-addr", bind],
      "--disable-telemetry",
      "--disable-update-check",
      "--disable-workspace-trust",
      "--disable-getting-started-override",
      // Windows that were closed end at once, with their servers.
      ...["--reconnection-grace-time", "1"],
    ];
    const log = path.join(home, "code-server.log");
    const child = await Child.start(codeServer(), parameters, { env, log, address: `http://${bind}/healthz` });
    return new CodeServer(home, child, `http://${bind}`);
  }

  constructor(home, child, address) {
    this.home = home;
    this.child = child;
    this.address = address;
  }

  /** The output of the extension and its server, of all windows, the newest last. */
  async extensionLog() {
    const logs = path.join(this.home, "user", "logs");
    const names = await readdir(logs, { recursive: true });
    const ours = names.filter((name) => path.basename(name) === "boolprog.log").sort();
    const texts = await Promise.all(ours.map((name) => readFile(path.join(logs, name), "utf8")));
    return texts.join("").split("\n").slice(-60).join("\n") || `(nothing below ${logs})`;
  }

  stop() {
    return this.child.stop();
  }
}
