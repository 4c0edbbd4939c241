// The filter of the rows: `T2 lock changes x where lock & !x@T2`. All of it has to be so.

import type { TraceDocument } from "./document";
import type { Expression, Reference } from "./expression";
import { parseExpression, parseReference } from "./expression";
import type { Row } from "./rows";
import { missing, stepsChanging, stepsWhere } from "./values";

/** What a filter asks for. */
interface Filter {
  /** `T2` means the thread, all else is looked for in what is shown. */
  words: string[];
  /** Variables that the step changes. */
  changes: Reference[];
  /** What holds behind the step. */
  where: Expression | undefined;
}

/** Whether a row is wanted; every row is if something is wrong with the filter. */
export function matcher(text: string, document: TraceDocument): (row: Row) => boolean {
  if (problem(text, document) !== undefined) {
    return () => true;
  }
  const { words, changes, where } = read(text);
  const steps = changes.map((variable) => stepsChanging(document, variable));
  if (where !== undefined) {
    steps.push(stepsWhere(document, where));
  }
  return (row) => words.every((word) => occurs(row, word)) && steps.every((wanted) => wanted.has(row.step));
}

/** What is wrong with a filter, as a sentence; undefined if nothing is. */
export function problem(text: string, document: TraceDocument): string | undefined {
  try {
    const { changes, where } = read(text);
    const references = [...changes, ...(where?.references ?? [])];
    return references.map((reference) => missing(document, reference)).find((sentence) => sentence !== undefined);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The filter for the steps that change a variable. */
export function changesFilter(variable: string): string {
  return `changes ${variable}`;
}

/** The error of a text that is no filter is a sentence. */
function read(text: string): Filter {
  const parted = /^(.*?)(?:^|\s)where(?:\s(.*))?$/s.exec(text);
  const front = parted?.[1] ?? text;
  const where = parted === null ? undefined : condition(parted[2] ?? "");
  const [words, changes]: [string[], Reference[]] = [[], []];
  // A name in braces may have blanks.
  const parts = front.match(/\{[^}]*\}\S*|\S+/g) ?? [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as string;
    if (part === "changes") {
      index += 1;
      changes.push(changedVariable(parts[index]));
    } else {
      words.push(part.toLowerCase());
    }
  }
  return { words, changes, where };
}

function condition(text: string): Expression {
  if (text.trim() === "") {
    throw new Error('Behind "where", an expression is needed, such as lock & !x@T2.');
  }
  return parseExpression(text);
}

function changedVariable(text: string | undefined): Reference {
  const variable = parseReference(text ?? "");
  if (variable === undefined) {
    throw new Error('Behind "changes", a variable is needed, such as lock or x@T2.');
  }
  return variable;
}

function occurs(row: Row, word: string): boolean {
  return /^t\d+$/.test(word) ? concerns(row, Number(word.slice(1))) : says(row, word);
}

function concerns(row: Row, thread: number): boolean {
  const copy = `T${thread}.`;
  const passive = row.own.some((change) => change.startsWith(copy));
  return row.thread === thread || row.created === thread || row.ended === thread || passive;
}

function says(row: Row, word: string): boolean {
  const texts = [row.text, row.outcome ?? "", ...row.own, ...row.shared];
  return texts.some((text) => text.toLowerCase().includes(word));
}
