// An example: a program to begin with.

/** A program and what it is about. */
export interface Example {
  /** The name of its file. */
  name: string;
  /** Its subject, in a line. */
  about: string;
  text: string;
}

/** An example begins with the result of its check. */
const VERDICT = /^\/\/ verdict: (.*)\n(?:\/\/\n)?/;

/** The result of its check. */
export function verdict({ text }: Example): string {
  return VERDICT.exec(text)?.[1] ?? "";
}

/** The example without its verdict, which need not hold after an edit. */
export function program({ text }: Example): string {
  return text.replace(VERDICT, "");
}
