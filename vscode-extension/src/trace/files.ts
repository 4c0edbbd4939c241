// Traces in files: opened without a check, and saved.

import * as vscode from "vscode";
import type { Shown } from "./current";
import { shownTrace } from "./current";
import type { TraceDocument } from "./document";

const SCHEMA = "boolprog-trace/4";
const SCHEMAS = [SCHEMA, "boolprog-trace/3", "boolprog-trace/2"];
const FILTERS = { Traces: ["json"] };

/** Reads a trace from a file that the person chooses, unless one is given; undefined if they choose none. */
export async function openTrace(file?: vscode.Uri): Promise<Shown | undefined> {
  const chosen = file ?? (await vscode.window.showOpenDialog({ title: "Open Trace", filters: FILTERS }))?.[0];
  if (chosen === undefined) {
    return undefined;
  }
  const document = parsed(new TextDecoder().decode(await vscode.workspace.fs.readFile(chosen)));
  return shownTrace(await programOf(document, chosen), document);
}

/** Writes a trace to a file that the person chooses. */
export async function saveTrace({ program, document }: Shown): Promise<void> {
  const name = `${program.path.split("/").at(-1)}.${document.property.id}.trace.json`;
  const defaultUri = program.scheme === "file" ? vscode.Uri.joinPath(program, "..", name) : undefined;
  const file = await vscode.window.showSaveDialog({
    title: "Save Trace",
    filters: FILTERS,
    ...(defaultUri === undefined ? {} : { defaultUri }),
  });
  if (file !== undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(`${JSON.stringify(document, undefined, 2)}\n`));
  }
}

function parsed(text: string): TraceDocument {
  let document: Partial<TraceDocument>;
  try {
    document = JSON.parse(text) as Partial<TraceDocument>;
  } catch {
    throw new Error("This file is not a trace: it is not JSON.");
  }
  if (
    !SCHEMAS.includes(document?.schema ?? "") ||
    !Array.isArray(document.steps) ||
    typeof document.program !== "string"
  ) {
    throw new Error(`This file is not a trace: its schema is not "${SCHEMA}".`);
  }
  return document as TraceDocument;
}

/** The program of a trace: as the trace names it, or beside it, or in a folder of the workspace. */
async function programOf({ program }: TraceDocument, file: vscode.Uri): Promise<vscode.Uri> {
  const name = program.split(/[\\/]/).at(-1) ?? program;
  const isAbsolute = /^([\\/]|[A-Za-z]:[\\/])/.test(program);
  const folder = vscode.Uri.joinPath(file, "..");
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const candidates = [
    ...(isAbsolute
      ? [vscode.Uri.file(program)]
      : [folder, ...folders].map((base) => vscode.Uri.joinPath(base, program))),
    ...[folder, ...folders].map((base) => vscode.Uri.joinPath(base, name)),
  ];
  for (const candidate of candidates) {
    if (await exists(candidate)) {
      return candidate;
    }
  }
  throw new Error(`The program of this trace, ${program}, is not there.`);
}

function exists(file: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
}
