// The verdicts: one word and one icon each, on every surface.

/** The verdict of a check about a property. */
export type Verdict = "violated" | "proved" | "unknown";

const ICONS: Record<Verdict, string> = { violated: "$(error) ", unknown: "$(question) ", proved: "$(pass) " };

/** The needs of a violation, after words that may say what goes wrong instead of `violated`. */
const NEEDS = /^(?!stale\b).* - (?:needs|after|found with|found after) \d/;

/** The icon before a text that begins with a verdict, or with the number of the worst ones; empty before any other. */
export function icon(text: string): string {
  const [, word] = /^(?:\d+ )?(violated|proved|unknown)\b/.exec(text) ?? [];
  const verdict = word ?? (NEEDS.test(text) ? "violated" : undefined);
  return verdict === undefined ? "" : ICONS[verdict as Verdict];
}

/** Violated properties, then undecided ones, then those that hold; else in the order of the text. */
export function worstFirst<Judged extends { verdict: Verdict | null }>(all: readonly Judged[]): Judged[] {
  const rank = ({ verdict }: Judged): number => [...Object.keys(ICONS), null].indexOf(verdict);
  return [...all].sort((one, other) => rank(one) - rank(other));
}
