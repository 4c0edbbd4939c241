// Facts about a program, in numbers and as plain text.

import type { Coverage, CoverageAnswer, Properties } from "../protocol";
import { counted } from "../trace/wording";

/** The figures of a program from the server. */
export interface Told {
  file: string;
  /** True if it is an integer program, which has locations and edges where others have statements. */
  isInteger: boolean;
  /** The version of the server. */
  version: string;
  /** The words of the status item. */
  status: string;
  /** The time of the check, as a line; missing if it is not known. */
  time: string | undefined;
  properties: Properties;
  coverage: CoverageAnswer;
}

/** The text; its lines end with a line feed. */
export function statisticsText(told: Told): string {
  const { file, isInteger, version, status, time, properties, coverage } = told;
  return [
    `Statistics of ${file}`,
    "",
    `Checked by boolprog ${version}: ${status}`,
    ...(time === undefined ? [] : [time]),
    ...(properties.checking ? ["A check runs: what follows may change."] : []),
    "",
    "Properties",
    "",
    ...propertyLines(properties),
    "",
    ...variableLines(properties),
    isInteger ? "States" : "Thread states",
    "",
    ...(coverage.coverage === undefined
      ? [coverage.reason ?? "Nothing is known."]
      : stateLines(coverage.coverage, isInteger)),
    "",
    'Memory is shown by "boolprog check --format json"; "Copy Command Line" gives the rest of the line.',
    "",
  ].join("\n");
}

function propertyLines({ properties }: Properties): string[] {
  const table = properties.map(({ label, range, text, engine }) => [
    `line ${range.start.line + 1}`,
    label,
    engine === null ? text : `${text} (${engine})`,
  ]);
  return table.length === 0 ? ["There is nothing to check."] : aligned(table, [false, false, false]);
}

/** A section about the variables on which the verdicts depend; nothing if they are not known. */
function variableLines({ properties }: Properties): string[] {
  const table = properties.flatMap(({ range, variables }) =>
    variables === null ? [] : [[`line ${range.start.line + 1}`, variables]],
  );
  return table.length === 0 ? [] : ["Variables", "", ...aligned(table, [false, false]), ""];
}

function stateLines({ procedures, statements }: Coverage, isInteger: boolean): string[] {
  const reached = statements.filter(({ states }) => states > 0).length;
  const places = isInteger ? `${statements.length} locations and edges` : counted(statements.length, "statement");
  const all = reached === statements.length ? "all" : String(reached);
  const line = (range: { start: { line: number } }): string => String(range.start.line + 1);
  const entries = procedures.map(({ name, range, states }) => [
    line(range),
    String(states),
    isInteger ? `${name} starts` : `${name} is entered`,
  ]);
  const rows = statements.map(({ range, states, outcomes }) => [
    line(range),
    String(states),
    outcomes === null ? "" : `T in ${outcomes[0]}, F in ${outcomes[1]}`,
  ]);
  const table = [...entries, ...rows].sort(([one], [other]) => Number(one) - Number(other));
  return [
    `Of ${places}, ${all} can be reached.`,
    "",
    ...aligned([["line", "states", ""], ...table], [true, true, false]),
  ];
}

/** Columns under each other; numbers to the right. */
function aligned(table: string[][], numbers: boolean[]): string[] {
  const widths = numbers.map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const padded = (cell: string, column: number): string =>
    numbers[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return table.map((row) => row.map(padded).join("  ").trimEnd());
}
