// The verdicts: one word and one icon each, on every surface.

/** What a check says about a property. */
export type Verdict = "violated" | "proved" | "unknown";

// With spaces that stay: the editor drops others at the beginning of the text of a lens.
const ICONS: Record<Verdict, string> = {
  violated: "$(error)\u00a0",
  proved: "$(pass)\u00a0",
  unknown: "$(question)\u00a0",
};

/** The icon before a text that begins with a verdict, or with the number of the worst ones; empty before any other. */
export function icon(text: string): string {
  const [, verdict] = /^(?:\d+ )?(violated|proved|unknown)\b/.exec(text) ?? [];
  return verdict === undefined ? "" : ICONS[verdict as Verdict];
}
