// The threads of a trace that is read step by step.

import type { Frame, State, Step, Thread, ThreadChange } from "./document";

/** The live threads at one moment. */
export class Live {
  private readonly threads = new Map<number, Thread>();

  constructor(initial: State) {
    for (const thread of initial.threads) {
      this.set(thread);
    }
  }

  get(number: number): Thread | undefined {
    return this.threads.get(number);
  }

  all(): IterableIterator<Thread> {
    return this.threads.values();
  }

  /** Goes on to the moment after a step, in time proportional to what it changes: threads of the moment before are gone. */
  take({ threads, ended }: Step): void {
    for (const change of threads) {
      this.set(change);
    }
    this.threads.delete(ended ?? 0);
  }

  private set({ number, thread_local, kept, frames: others }: ThreadChange): void {
    const frames: Frame[] = this.threads.get(number)?.frames ?? [];
    frames.length = Math.min(frames.length, kept ?? 0);
    for (const frame of others) {
      frames.push(frame);
    }
    this.threads.set(number, { number, thread_local, frames });
  }
}
