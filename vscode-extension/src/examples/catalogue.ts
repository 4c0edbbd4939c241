// The examples that come with the extension, the easy ones first.

import atomicMutex from "../../../examples/atomic-mutex.bp";
import barrier from "../../../examples/barrier.bp";
import brokenMutex from "../../../examples/broken-mutex.bp";
import dekker from "../../../examples/dekker.bp";
import doubleChecked from "../../../examples/double-checked.bp";
import driver from "../../../examples/driver.bp";
import fiveThreads from "../../../examples/five-threads.bp";
import passive from "../../../examples/passive.bp";
import peterson from "../../../examples/peterson.bp";
import petersonThree from "../../../examples/peterson-three.bp";
import procedures from "../../../examples/procedures.bp";
import producerConsumer from "../../../examples/producer-consumer.bp";
import producerConsumerRace from "../../../examples/producer-consumer-race.bp";
import recursion from "../../../examples/recursion.bp";
import spinLock from "../../../examples/spin-lock.bp";
import ticket from "../../../examples/ticket.bp";
import workerPool from "../../../examples/worker-pool.bp";
import workerPoolLeak from "../../../examples/worker-pool-leak.bp";

/** A program to begin with. */
export interface Example {
  /** The name of its file. */
  name: string;
  /** What it is about, in a line. */
  about: string;
  text: string;
}

/** All of them. */
export const EXAMPLES: readonly Example[] = [
  {
    name: "broken-mutex",
    about: "A lock that is tested and taken in two steps: two threads can be inside",
    text: brokenMutex,
  },
  { name: "spin-lock", about: "The same lock, fixed: one step reads it and takes it", text: spinLock },
  { name: "atomic-mutex", about: "The same lock, fixed with an atomic section", text: atomicMutex },
  { name: "peterson", about: "Peterson's algorithm: mutual exclusion of two threads", text: peterson },
  {
    name: "peterson-three",
    about: "Peterson's algorithm with a third thread, which it is not made for",
    text: petersonThree,
  },
  { name: "dekker", about: "Dekker's algorithm, the first correct solution for two threads", text: dekker },
  { name: "ticket", about: "A ticket lock, abstracted to two predicates", text: ticket },
  { name: "double-checked", about: "Double-checked initialisation with its flag set too early", text: doubleChecked },
  { name: "producer-consumer", about: "Any number of producers and consumers share one slot", text: producerConsumer },
  {
    name: "producer-consumer-race",
    about: "The same without the atomic section: two consumers get one item",
    text: producerConsumerRace,
  },
  { name: "worker-pool", about: "A master starts any number of workers under one lock", text: workerPool },
  { name: "worker-pool-leak", about: "A worker gives back a lock that it does not hold", text: workerPoolLeak },
  { name: "barrier", about: "wait and broadcast: a signal that comes too early is lost", text: barrier },
  { name: "procedures", about: "Procedures with parameters and results", text: procedures },
  { name: "recursion", about: "A procedure that calls itself, for one thread", text: recursion },
  { name: "five-threads", about: "A mistake that needs five threads", text: fiveThreads },
  { name: "passive", about: "Predicates about the variables of other threads: x$", text: passive },
  { name: "driver", about: "The predicate abstraction of a device driver", text: driver },
];

/** An example begins with the result of its check. */
const VERDICT = /^\/\/ verdict: (.*)\n(?:\/\/\n)?/;

/** What a check comes to. */
export function verdict({ text }: Example): string {
  return VERDICT.exec(text)?.[1] ?? "";
}

/** The example without its verdict, which need not hold after an edit. */
export function program({ text }: Example): string {
  return text.replace(VERDICT, "");
}
