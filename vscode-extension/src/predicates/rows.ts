// The rows of the view of predicates: one for each, and below it what is known of it.

import type { Range } from "vscode-languageclient/node";
import type { Predicate } from "../protocol";
import { counted } from "../trace/wording";

/** One row, and the rows below it. */
export interface Row {
  label: string;
  /** In grey after the label. */
  description: string;
  icon: "symbol-boolean" | "bookmark" | "lightbulb" | undefined;
  /** The place of the program to which a click leads. */
  range: Range | undefined;
  /** The predicate, if the row stands for one. */
  predicate: Predicate | undefined;
  rows: Row[];
}

/** A row for each predicate. `lineAt` gives a line of the program, from 0. */
export function predicateRows(predicates: Predicate[], lineAt: (line: number) => string): Row[] {
  return predicates.map((predicate) => ({
    label: predicate.text,
    description: origin(predicate),
    icon: icon(predicate),
    range: place(predicate),
    predicate,
    rows: [useRow(predicate), splitRow(predicate), ...edgeRows(predicate, lineAt)],
  }));
}

/** A row for each predicate of refinement, and below it the edges that have to do with it. */
export function refinedRows(predicates: Predicate[]): Row[] {
  return predicates.map((predicate) => ({
    label: predicate.text,
    description: roundOf(predicate),
    icon: predicate.round === null ? icon(predicate) : "lightbulb",
    range: place(predicate),
    predicate,
    rows: [],
  }));
}

function roundOf({ round, declaration }: Predicate): string {
  if (round !== null) {
    return declaration === null ? `found in round ${round}` : `found in round ${round}, declared`;
  }
  return declaration === null ? "from a guard or a property" : `declared in line ${declaration.start.line + 1}`;
}

/** Where a predicate is in the program: its declaration, or else the first edge that has to do with it. */
export function place({ declaration, edges }: Predicate): Range | undefined {
  return declaration ?? edges[0];
}

function origin({ iteration, declaration }: Predicate): string {
  if (iteration !== null) {
    return `found in iteration ${iteration}`;
  }
  return declaration === null ? "from a guard" : `declared in line ${declaration.start.line + 1}`;
}

function icon({ iteration, declaration }: Predicate): Row["icon"] {
  if (iteration !== null) {
    return "lightbulb";
  }
  return declaration === null ? "symbol-boolean" : "bookmark";
}

function useRow({ place }: Predicate): Row {
  return plain(place === null ? "Used everywhere" : `Used only at ${place}`);
}

function splitRow({ splits, split }: Predicate): Row {
  if (split === 0) {
    return plain("Distinguishes no abstract states");
  }
  const rows = splits.map((locations) => plain(`Control at ${locations}`));
  const hidden = split - splits.length;
  const more = hidden > 0 ? [plain(`and ${hidden} more`)] : [];
  const label = `Distinguishes abstract states at ${counted(split, "combination")} of locations`;
  return { ...plain(label), rows: [...rows, ...more] };
}

function edgeRows({ iteration, edges }: Predicate, lineAt: (line: number) => string): Row[] {
  const why = iteration === null ? "says it in its guard" : "is not exact without it";
  return edges.map((range) => ({
    ...plain(`Line ${range.start.line + 1} ${why}`),
    description: lineAt(range.start.line).trim(),
    range,
  }));
}

function plain(label: string): Row {
  return { label, description: "", icon: undefined, range: undefined, predicate: undefined, rows: [] };
}
