// The property of a trace among those of a program that has changed since.

import type { Property } from "../protocol";
import type { TraceDocument } from "./document";

/** The words of a trace about its property, which lists of properties do not have: `assert(n == 2) fails`, `deadlock: main waits for ...`. */
const BEYOND_LABEL = / fails$|: .*$/s;

/**
 * Returns `true` if a property is that of a trace. It has the same id, but ids are numbers of properties: the label has to
 * name the same condition, or the statement at the violation.
 */
export function isPropertyOf(
  { property, steps }: TraceDocument,
  { id, label }: Pick<Property, "id" | "label">,
): boolean {
  const words = [property.name.replace(BEYOND_LABEL, ""), steps.at(-1)?.text ?? ""];
  return id === property.id && words.some((word) => word !== "" && label.includes(word));
}
