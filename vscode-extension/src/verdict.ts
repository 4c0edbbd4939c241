// The verdicts: one word and one icon each, on every surface.

/** What a check says about a property. */
export type Verdict = "violated" | "proved" | "unknown";

const ICONS: Record<Verdict, string> = { violated: "$(error) ", proved: "$(pass) ", unknown: "$(question) " };

/** The icon before a text that begins with a verdict, or with the number of the worst ones; empty before any other. */
export function icon(text: string): string {
  const [, verdict] = /^(?:\d+ )?(violated|proved|unknown)\b/.exec(text) ?? [];
  return verdict === undefined ? "" : ICONS[verdict as Verdict];
}
