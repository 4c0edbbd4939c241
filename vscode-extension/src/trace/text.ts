// A trace as plain text, equal in content to the panel with nothing folded: for reading aloud, comparing and copying.

import type { TraceDocument } from "./document";
import { lanes } from "./lanes";
import type { Row } from "./rows";
import { rows } from "./rows";
import { lines } from "./view";
import { describedLane, events, summary } from "./wording";

const HEAD = ["step", "thread", "line", "statement", "changes"];
const RULE = "-";

/** The text of a trace; its lines end with a line feed. */
export function traceText(document: TraceDocument): string {
  const { property, size, details } = summary(document);
  const everything = lines(rows(document), { filter: "", sharedOnly: false, fold: false, opened: [] }, undefined);
  const table = everything.flatMap((line) => {
    const cells = line.kind === "step" ? [rowCells(line.row)] : [];
    return line.switched ? [RULE, ...cells] : cells;
  });
  return [
    `${document.program.split(/[\\/]/).at(-1)}: ${property}`,
    details === "" ? size : `${size} (${details})`,
    "",
    ...lanes(document).map(describedLane),
    "",
    ...aligned([HEAD, ...table]),
    "",
  ].join("\n");
}

function rowCells(row: Row): string[] {
  const what = [...row.looks, ...row.own, ...row.shared, ...events(row)].join(", ");
  return row.step === 0
    ? ["0", "", "", row.text, what]
    : [String(row.step), `T${row.thread}`, String(row.line), row.text, what];
}

/** Columns under each other; numbers to the right. The last column is as long as it is, and rules end before it. */
function aligned(table: (string[] | string)[]): string[] {
  const cells = table.filter((line) => typeof line !== "string");
  const widths = HEAD.map((_, column) =>
    cells.reduce((widest, line) => Math.max(widest, (line[column] ?? "").length), 0),
  );
  const padded = (text: string, column: number): string => {
    const width = column === HEAD.length - 1 ? 0 : (widths[column] ?? 0);
    return column === 0 || column === 2 ? text.padStart(width) : text.padEnd(width);
  };
  const rule = RULE.repeat(widths.slice(0, -1).reduce((sum, width) => sum + width + 2, -2));
  return table.map((line) => (typeof line === "string" ? rule : line.map(padded).join("  ").trimEnd()));
}
