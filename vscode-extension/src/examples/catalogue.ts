// The examples that come with the extension, by language.

import { BOOLEAN_EXAMPLES } from "./boolean";
import { C_EXAMPLES } from "./c";
import type { Example } from "./example";
import { INTEGER_EXAMPLES } from "./integer";

/** The examples in one language. */
export interface Group {
  /** The id of the language. */
  language: string;
  title: string;
  examples: readonly Example[];
}

/** All of them, in the order of the list. */
export const GROUPS: readonly Group[] = [
  { language: "c", title: "C programs", examples: C_EXAMPLES },
  { language: "boolprog", title: "Boolean programs", examples: BOOLEAN_EXAMPLES },
  { language: "boolprog-integer", title: "Integer programs", examples: INTEGER_EXAMPLES },
];
