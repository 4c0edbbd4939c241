import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import manifest from "../../package.json";

const { commands, configuration, debuggers, menus } = manifest.contributes;
/** Unit tests run in the folder of the extension. */
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("src", name), "utf8"))
  .join("\n");

test("all settings and attributes are described", () => {
  const settings = configuration.flatMap(({ properties }) => Object.entries<object>(properties));
  const attributes = debuggers.flatMap(({ configurationAttributes }) =>
    Object.entries<object>(configurationAttributes.launch.properties),
  );
  const silent = [...settings, ...attributes].filter(
    ([, about]) => !("description" in about) && !("markdownDescription" in about),
  );
  assert.deepEqual(silent, []);
});

test("the palette offers a command only where it can be used", () => {
  // What is allowed and what is shown are written in two places.
  const shown = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  for (const { command, enablement } of commands as { command: string; enablement?: string }[]) {
    if (enablement !== undefined) {
      const when = shown.get(command) ?? "";
      const missing = enablement.split(" && ").filter((part) => !when.split(" && ").includes(part));
      assert.deepEqual(
        missing.filter((part) => part !== "debugState == stopped"),
        [],
        command,
      );
    }
  }
});

test("every command is registered", () => {
  // Commands of a family are registered by what comes after the last dot.
  const missing = commands.filter(({ command }) => {
    const name = command.replace(/^boolprog\./, "");
    return ![name, name.split(".").at(-1), command].some((text) => sources.includes(`"${text}"`));
  });
  assert.deepEqual(missing, []);
});

test("what a page loads is packed", () => {
  const packed = readFileSync(".vscodeignore", "utf8").split("\n");
  const loaded = [...sources.matchAll(/resource\("([\w.]+)"\)/g)].map(([, name]) => name ?? "");
  assert.deepEqual(new Set(loaded), new Set(["panel.js", "panel.css", "graph.js", "graph.css"]));
  for (const name of ["extension.js", ...loaded]) {
    assert.ok(packed.includes(`!dist/*.${name.split(".").at(-1)}`), name);
  }
});
