// Boolean expressions over the values in a trace, spelt as in the language. Between two steps every variable has one
// value, so there is nothing for `*`, `'x` and `x$` to mean.

/** A variable as a thread sees it; without a thread, as the acting one does. */
export interface Reference {
  name: string;
  thread?: number;
}

/** A truth value, or none: there is no such variable, or no such thread, at the moment. */
export type Truth = boolean | undefined;

/** An expression, and the variables in it. */
export interface Expression {
  references: Reference[];
  /** Its value; undefined where that depends on a variable without a value (Kleene's strong logic). */
  value(lookup: (reference: Reference) => Truth): Truth;
}

type Meaning = (left: Truth, right: Truth) => Truth;

const not = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);
const and: Meaning = (left, right) =>
  left === false || right === false ? false : left === undefined || right === undefined ? undefined : true;
const or: Meaning = (left, right) => not(and(not(left), not(right)));
const equal: Meaning = (left, right) => (left === undefined || right === undefined ? undefined : left === right);
const implies: Meaning = (left, right) => or(not(left), right);

/** From the loosest operators to the tightest. */
const OPERATORS: { meanings: Record<string, Meaning>; toTheRight?: boolean }[] = [
  { meanings: { "<->": equal } },
  { meanings: { "=>": implies, "->": implies }, toTheRight: true },
  { meanings: { "|": or, "||": or } },
  { meanings: { "^": (left, right) => not(equal(left, right)) } },
  { meanings: { "&": and, "&&": and } },
  { meanings: { "=": equal, "!=": (left, right) => not(equal(left, right)) } },
];
const CONSTANTS: Record<string, boolean> = { T: true, F: false, "1": true, "0": false };

const NAME = String.raw`[A-Za-z_$][\w$#]*|\{[^}\r\n]*\}\$?`;
const TOKEN = new RegExp(String.raw`\s*(?:(${NAME}|\d+)|(@T\d+)|(<->|=>|->|!=|&&|\|\||[!~&|^=()]))`, "y");

/** Reads an expression. The error of a text that is none is a sentence. */
export function parseExpression(text: string): Expression {
  return new Parser(tokens(text)).whole();
}

/** Reads a variable: `x` or `x@T2`; undefined if the text is none. */
export function parseReference(text: string): Reference | undefined {
  const [, name, thread] = new RegExp(`^(${NAME})(?:@T(\\d+))?$`).exec(text) ?? [];
  return name === undefined || name in CONSTANTS ? undefined : reference(name, thread);
}

/** A variable as it is written. */
export function written({ name, thread }: Reference): string {
  return thread === undefined ? name : `${name}@T${thread}`;
}

function reference(name: string, thread: string | undefined): Reference {
  return thread === undefined ? { name } : { name, thread: Number(thread) };
}

function tokens(text: string): string[] {
  const found: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const place = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[0].trim();
    if (token === undefined) {
      throw new Error(`"${text.slice(place).trim().charAt(0)}" has no meaning here.`);
    }
    found.push(token);
  }
  return found;
}

/** Recursive descent, an operator's strength at a time. */
class Parser {
  private readonly references: Reference[] = [];
  private next = 0;

  constructor(private readonly tokens: string[]) {}

  whole(): Expression {
    const value = this.binary(0);
    if (this.next < this.tokens.length) {
      throw new Error(`An operator is missing in front of "${this.tokens[this.next]}".`);
    }
    return { references: this.references, value };
  }

  private binary(level: number): Expression["value"] {
    const operators = OPERATORS[level];
    if (operators === undefined) {
      return this.unary();
    }
    let left = this.binary(level + 1);
    for (;;) {
      const meaning = operators.meanings[this.tokens[this.next] ?? ""];
      if (meaning === undefined) {
        return left;
      }
      this.next += 1;
      const [first, second] = [left, this.binary(operators.toTheRight ? level : level + 1)];
      left = (lookup) => meaning(first(lookup), second(lookup));
    }
  }

  private unary(): Expression["value"] {
    const token = this.tokens[this.next];
    this.next += 1;
    if (token === undefined) {
      throw new Error("Something is missing at the end of the expression.");
    }
    if (token === "!" || token === "~") {
      const operand = this.unary();
      return (lookup) => not(operand(lookup));
    }
    if (token === "(") {
      const inside = this.binary(0);
      if (this.tokens[this.next] !== ")") {
        throw new Error('A ")" is missing.');
      }
      this.next += 1;
      return inside;
    }
    return this.operand(token);
  }

  private operand(token: string): Expression["value"] {
    const constant = CONSTANTS[token];
    if (constant !== undefined) {
      return () => constant;
    }
    const behind = this.tokens[this.next] ?? "";
    const thread = behind.startsWith("@") ? behind : "";
    this.next += thread === "" ? 0 : 1;
    const read = parseReference(token + thread);
    if (read === undefined) {
      throw new Error(`A variable is missing in front of "${token}".`);
    }
    if (read.name.endsWith("$")) {
      throw new Error(`${read.name} has no one value; name a thread, as in ${read.name.slice(0, -1)}@T2.`);
    }
    this.references.push(read);
    return (lookup) => lookup(read);
  }
}
