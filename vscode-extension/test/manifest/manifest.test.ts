import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import manifest from "../../package.json";
import { GROUPS } from "../../src/examples/catalogue";

const { colors, commands, configuration, configurationDefaults, debuggers, menus, walkthroughs } = manifest.contributes;
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

test("settings are found by the words that people type", () => {
  const settings = configuration.flatMap(({ properties }) => Object.entries<object>(properties));
  // The search of the editor looks at names and descriptions, not at values.
  const texts = new Map(
    settings.map(([name, about]) => [name, `${"description" in about ? about.description : ""}`.toLowerCase()]),
  );
  const words = {
    "boolprog.c.properties": ["assertions", "race", "deadlock", "overflow", "leak"],
    "boolprog.c.atomic": ["atomic", "threads"],
    "boolprog.c.integers": ["overflow"],
    "boolprog.c.spuriousWakeups": ["threads", "condition variable"],
    "boolprog.limits.time.onType": ["limit", "automatic"],
    "boolprog.limits.time.manual": ["limit"],
    "boolprog.limits.memory": ["limit"],
  };
  for (const [name, wanted] of Object.entries(words)) {
    for (const word of wanted) {
      assert.ok(texts.get(name)?.includes(word), `${name}: ${word}`);
    }
  }
});

test("the palette offers a command only where it can be used", () => {
  // Permission and visibility are written in two places.
  const shown = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  for (const { command, enablement } of commands as { command: string; enablement?: string }[]) {
    const when = shown.get(command) ?? "";
    if (enablement !== undefined && when !== "false") {
      const missing = enablement.split(" && ").filter((part) => !when.split(" && ").includes(part));
      assert.deepEqual(
        missing.filter((part) => part !== "debugState == stopped"),
        [],
        command,
      );
    }
  }
});

test("the palette has 29 commands, and one more where there is no prover", () => {
  const hidden = menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command);
  const offered = commands.map(({ command }) => command).filter((command) => !hidden.includes(command));
  assert.equal(offered.filter((command) => command !== "boolprog.installProver").length, 29);
  assert.match(
    menus.commandPalette.find(({ command }) => command === "boolprog.installProver")?.when ?? "",
    /!boolprog.hasProver$/,
  );
});

test("every command is registered", () => {
  // Commands of a family are registered by what comes after the last dot.
  const missing = commands.filter(({ command }) => {
    const name = command.replace(/^boolprog\./, "");
    return ![name, name.split(".").at(-1), command].some((text) => sources.includes(`"${text}"`));
  });
  assert.deepEqual(missing, []);
});

test("the walkthrough opens examples that exist, one in C first", () => {
  const names = GROUPS.flatMap(({ examples }) => examples.map(({ name }) => name));
  const links = JSON.stringify(walkthroughs).matchAll(/newExample\?%5B%22([\w.-]+)%22%5D/g);
  const opened = [...links].map(([, name]) => name ?? "");
  assert.deepEqual(
    opened.filter((name) => !names.includes(name)),
    [],
  );
  assert.equal(opened[0], "spin-lock-broken.c");
});

test("what a page loads is packed", () => {
  const packed = readFileSync(".vscodeignore", "utf8").split("\n");
  const bundles = [...sources.matchAll(/bundle: "(\w+)"/g)].map(([, name]) => name ?? "");
  const loaded = bundles.flatMap((name) => [`${name}.js`, `${name}.css`]);
  assert.deepEqual(
    new Set(loaded),
    new Set(["panel.js", "panel.css", "graph.js", "graph.css", "states.js", "states.css"]),
  );
  for (const name of ["extension.js", ...loaded]) {
    assert.ok(packed.includes(`!dist/*.${name.split(".").at(-1)}`), name);
  }
});

/** Backgrounds of editors and panels in the default themes. */
const BACKGROUNDS = {
  dark: ["#1e1e1e", "#1f1f1f", "#181818"],
  light: ["#ffffff", "#f8f8f8", "#f3f3f3"],
  highContrast: ["#000000"],
  highContrastLight: ["#ffffff"],
};

test("lanes of threads can be told from the background in every default theme", () => {
  const lanes = colors.filter(({ id }) => id.startsWith("boolprog.traceLane"));
  assert.equal(lanes.length, 6);
  for (const { id, defaults } of lanes) {
    for (const [theme, backgrounds] of Object.entries(BACKGROUNDS)) {
      const lane = defaults[theme as keyof typeof BACKGROUNDS];
      for (const background of backgrounds) {
        const contrast = contrastOf(lane, background);
        assert.ok(contrast >= 3, `${id}, ${theme}: ${lane} on ${background} has ${contrast.toFixed(2)} : 1`);
      }
    }
  }
});

test("Enter begins a new line after a word that is complete", () => {
  for (const language of ["[boolprog]", "[boolprog-integer]"] as const) {
    assert.equal(configurationDefaults[language]["editor.acceptSuggestionOnEnter"], "smart");
  }
});

/** The contrast ratio of two colours, https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio. */
function contrastOf(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance of a colour such as `#1a6fd0`. */
function luminance(colour: string): number {
  assert.match(colour, /^#[0-9a-f]{6}$/i);
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
