// Rows of lenses that are wider than an editor: what does not fit is behind one lens, which opens a choice.

import { icon } from "./verdict";

/** The title of the lens that opens the choice. */
export const MORE = "More...";

/** Number of characters that fit into an editor beside a side bar, in a window of usual width. */
const COLUMNS = 130;

/** The text of VS Code between two lenses. */
const BETWEEN = " | ".length;

/** A text in a row. */
interface Titled {
  title: string;
}

/** The part of a row of lenses that is shown. */
export interface Row<Lens> {
  shown: Lens[];
  /** The title of the lens that follows, if some are not shown as they are. */
  more: string | undefined;
}

/** As many lenses as fit after an indentation, and at least the first, which is cut off if it is too long alone. */
export function row<Lens extends Titled>(lenses: readonly Lens[], indentation: number): Row<Lens> {
  const room = COLUMNS - indentation;
  if (width(lenses) <= room) {
    return { shown: [...lenses], more: undefined };
  }
  const fits = (count: number): boolean => width([...lenses.slice(0, count), { title: MORE }]) <= room;
  let count = lenses.length - 1;
  while (count > 1 && !fits(count)) {
    count -= 1;
  }
  const alone = Math.max(room - BETWEEN - MORE.length, MORE.length);
  const [first, ...others] = lenses.slice(0, Math.max(count, 1));
  const isViolated = lenses.slice(count).some(({ title }) => icon(title) === icon("violated"));
  return {
    shown: first === undefined ? [] : [{ ...first, title: cut(first.title, alone) }, ...others],
    more: (isViolated ? icon("violated").replace(" ", "\u00a0") : "") + MORE,
  };
}

/** The columns of lenses beside each other, icons included. */
function width(lenses: readonly Titled[]): number {
  return lenses.reduce((sum, { title }) => sum + columns(title) + BETWEEN, -BETWEEN);
}

function columns(title: string): number {
  return title.length + (icon(title) === "" ? 0 : "x ".length);
}

/** A text that is no longer than this, without a part of a word at its end. */
function cut(title: string, room: number): string {
  if (columns(title) <= room) {
    return title;
  }
  const kept = title.slice(0, room - "...".length);
  return `${kept.replace(/\s+\S*$/, "")}...`;
}
