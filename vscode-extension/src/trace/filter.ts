// The filter of the rows: `T2 lock changes x where lock & !x@T2`. All of it has to be so.

import type { Row } from "./rows";
import { events } from "./wording";

/** The conditions of a filter. */
export interface Filter {
  /** `T2` means the thread, all else is looked for in what is shown. */
  words: string[];
  /** The question to the language server; undefined if the words are all. */
  query: StepQuery | undefined;
}

/** Which steps change all these variables, `lock` or `x@T2`, so that the expression holds after them? */
export interface StepQuery {
  changes: string[];
  where: string | undefined;
}

/** The answer: the steps, or what is wrong with the query, as a sentence. */
export type Found = { steps: number[] } | { problem: string };

/** Reads a filter. */
export function readFilter(text: string): Filter {
  const parted = /^(.*?)(?:^|\s)where(?:\s(.*))?$/s.exec(text);
  const where = parted === null ? undefined : (parted[2] ?? "").trim();
  const [words, changes]: [string[], string[]] = [[], []];
  // A name in braces may have blanks.
  const parts = (parted?.[1] ?? text).match(/\{[^}]*\}\S*|\S+/g) ?? [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as string;
    if (part === "changes") {
      index += 1;
      changes.push(parts[index] ?? "");
    } else {
      words.push(part.toLowerCase());
    }
  }
  return { words, query: where === undefined && changes.length === 0 ? undefined : { changes, where } };
}

/** True if a row is wanted; every row is as long as the query of the filter has no steps as its answer. */
export function matcher(text: string, found: Found | undefined): (row: Row) => boolean {
  const { words, query } = readFilter(text);
  if (query === undefined) {
    return (row) => words.every((word) => occurs(row, word));
  }
  if (found === undefined || "problem" in found) {
    return () => true;
  }
  const steps = new Set(found.steps);
  return (row) => words.every((word) => occurs(row, word)) && steps.has(row.step);
}

/** The filter for the steps that change a variable. */
export function changesFilter(variable: string): string {
  return `changes ${variable}`;
}

function occurs(row: Row, word: string): boolean {
  return /^t\d+$/.test(word) ? concerns(row, Number(word.slice(1))) : says(row, word);
}

function concerns(row: Row, thread: number): boolean {
  const copy = `T${thread}.`;
  const passive = row.own.some((change) => change.startsWith(copy));
  return [row.thread, row.created, row.ended, ...row.woken].includes(thread) || passive;
}

function says(row: Row, word: string): boolean {
  const texts = [row.text, ...row.looks, ...row.own, ...row.shared, ...events(row)];
  return texts.some((text) => text.toLowerCase().includes(word));
}
