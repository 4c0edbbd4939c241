// C programs with threads, told by their text alone: nothing is preprocessed or parsed.

/** Comments and literals, in which nothing is looked for. */
const SKIPPED = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** The creation of a thread, or C11 atomics. */
const THREADS = /\b(?:pthread_create|thrd_create|_Atomic)\b|#[ \t]*include[ \t]*<stdatomic\.h>/;

/** The line with which a file asks for its check itself. */
const ASKS = /^[ \t]*\/\/ boolprog: check[ \t]*$/m;

/**
 * The offset of the definition of the function that runs first, such as `main`, if the program uses threads or atomics
 * and does not ask for its check itself; undefined otherwise. Time proportional to the text.
 */
export function entryWithThreads(text: string, entry: string): number | undefined {
  const code = text.replace(SKIPPED, (skipped) => skipped.replace(/[^\n]/g, " "));
  if (!THREADS.test(code) || ASKS.test(text)) {
    return undefined;
  }
  // Its type may stand on a line of its own.
  const definition = new RegExp(
    `^(?:\\w[\\w \\t*]*\\n)?(?:\\w[\\w \\t*]*[ \\t*])?${entry}[ \\t]*\\([^;{}()]*\\)\\s*\\{`,
    "m",
  );
  return definition.exec(code)?.index;
}
