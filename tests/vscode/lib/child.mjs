// A server that is started for the tests and ended with everything it started.

import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
import { eventually } from "./eventually.mjs";

export class Child {
  /** Starts a program; its output goes to a file. Waits until the address answers. */
  static async start(program, parameters, { env, log, address }) {
    const file = await open(log, "w");
    // A process group of its own, so that everything it starts can be ended with it.
    const child = new Child(spawn(program, parameters, { env, detached: true, stdio: ["ignore", file.fd, file.fd] }));
    await file.close();
    process.once("exit", () => child.kill());
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => process.exit(1));
    }
    await eventually(`${address} answers`, () => child.answers(address, log), 120_000);
    return child;
  }

  constructor(process) {
    this.process = process;
    this.ended = new Promise((resolve) => process.once("exit", resolve));
  }

  async answers(address, log) {
    if (this.process.exitCode !== null) {
      throw new Error(`the server ended with ${this.process.exitCode}; see ${log}`);
    }
    return fetch(address).then(
      (response) => response.ok,
      () => false,
    );
  }

  /** Ends it and waits for that. */
  async stop() {
    if (this.kill()) {
      await this.ended;
    }
  }

  kill() {
    try {
      return this.process.exitCode === null && process.kill(-this.process.pid, "SIGTERM");
    } catch {
      // It ended by itself in this very moment.
      return false;
    }
  }
}
