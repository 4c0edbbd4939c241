// A program and a trace of it, of any length and with any number of threads, made without a search.

const LINES = [
  "decl g := F, h := F;",
  "",
  "void main() begin",
  "  decl a := F, b := F;",
  "again:",
  "  start_thread goto again;",
  "  a := !b;",
  "  b := a;",
  "  assume a | b | g;",
  "  g, h := h, a;",
  "  assert g | !g;",
  "  goto again;",
  "end",
];
const FIRST = 6;
const LAST = 12;

/** The text of the program. */
export const LONG_PROGRAM = `${LINES.join("\n")}\n`;

/** A trace with these numbers of threads and steps. */
export function longTrace(threads, steps) {
  const state = { threads: [newThread(1)], shared: [false, false] };
  const random = generator();
  const taken = Array.from({ length: steps }, () => step(state, threads, random));
  const last = taken.at(-1);
  const switches = taken.filter(({ thread }, index) => index > 0 && thread !== taken[index - 1].thread).length;
  return {
    schema: "boolprog-trace/2",
    program: "long.bp",
    program_hash: hash(LONG_PROGRAM),
    kind: "boolean",
    threads: "1",
    property: { id: "assert-1", kind: "assert", name: "g | !g", range: last.range, thread: last.thread },
    threads_needed: threads,
    context_switches: switches,
    guarantee: "",
    shared: ["g", "h"],
    thread_local: [],
    procedures: [{ name: "main", variables: ["a", "b"] }],
    initial: { shared: [false, false], atomic: null, threads: [written(newThread(1))] },
    steps: taken,
  };
}

/** Some thread takes its next step; most of the time the one that took the last. */
function step(state, threads, random) {
  if (random() < 0.3 || state.acting === undefined) {
    state.acting = state.threads[Math.floor(random() * state.threads.length)];
  }
  const thread = state.acting;
  const { line } = thread;
  const before = [...state.shared];
  thread.line = line === LAST ? FIRST : line + 1;
  const created = line === FIRST && state.threads.length < threads ? newThread(state.threads.length + 1) : undefined;
  if (created !== undefined) {
    state.threads.push(created);
  }
  execute(line, thread, state.shared);
  const changed = state.shared.flatMap((value, index) => (value === before[index] ? [] : [[index, value]]));
  return {
    thread: thread.number,
    range: range(line),
    text: LINES[line - 1].trim().replace(/;$/, ""),
    ...(changed.length > 0 ? { shared: changed } : {}),
    atomic: null,
    threads: [thread, ...(created === undefined ? [] : [created])].map(written),
    ...(created === undefined ? {} : { created: created.number }),
  };
}

function execute(line, thread, shared) {
  const { a, b } = thread;
  if (line === 7) {
    thread.a = !b;
  } else if (line === 8) {
    thread.b = a;
  } else if (line === 10) {
    [shared[0], shared[1]] = [shared[1], a];
  }
}

function newThread(number) {
  return { number, line: FIRST, a: false, b: false };
}

function written({ number, line, a, b }) {
  return { number, thread_local: [], frames: [{ procedure: 0, range: range(line), values: [a, b] }] };
}

function range(line) {
  const text = LINES[line - 1];
  return { line, column: text.search(/\S/) + 1, end_line: line, end_column: text.length };
}

/** Numbers from 0 to 1 that are the same in each run. */
function generator() {
  let seed = 1;
  return () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
}

function hash(text) {
  let hashed = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    hashed = BigInt.asUintN(64, (hashed ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hashed.toString(16).padStart(16, "0");
}
