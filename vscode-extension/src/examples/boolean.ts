// The Boolean programs among the examples, the easy ones first.

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
import type { Example } from "./example";

/** All of them. */
export const BOOLEAN_EXAMPLES: readonly Example[] = [
  {
    name: "broken-mutex.bp",
    about: "A lock that is tested and taken in two steps: two threads can be inside",
    text: brokenMutex,
  },
  { name: "spin-lock.bp", about: "The same lock, fixed: one step reads it and takes it", text: spinLock },
  { name: "atomic-mutex.bp", about: "The same lock, fixed with an atomic section", text: atomicMutex },
  { name: "peterson.bp", about: "Peterson's algorithm: mutual exclusion of two threads", text: peterson },
  {
    name: "peterson-three.bp",
    about: "Peterson's algorithm with a third thread, which it is not made for",
    text: petersonThree,
  },
  { name: "dekker.bp", about: "Dekker's algorithm, the first correct solution for two threads", text: dekker },
  { name: "ticket.bp", about: "A ticket lock, abstracted to two predicates", text: ticket },
  {
    name: "double-checked.bp",
    about: "Double-checked initialisation with its flag set too early",
    text: doubleChecked,
  },
  {
    name: "producer-consumer.bp",
    about: "Any number of producers and consumers share one slot",
    text: producerConsumer,
  },
  {
    name: "producer-consumer-race.bp",
    about: "The same without the atomic section: two consumers get one item",
    text: producerConsumerRace,
  },
  { name: "worker-pool.bp", about: "A master starts any number of workers under one lock", text: workerPool },
  { name: "worker-pool-leak.bp", about: "A worker gives back a lock that it does not hold", text: workerPoolLeak },
  { name: "barrier.bp", about: "wait and broadcast: a signal that comes too early is lost", text: barrier },
  { name: "procedures.bp", about: "Procedures with parameters and results", text: procedures },
  { name: "recursion.bp", about: "A procedure that calls itself, for one thread", text: recursion },
  { name: "five-threads.bp", about: "A mistake that needs five threads", text: fiveThreads },
  { name: "passive.bp", about: "Predicates about the variables of other threads: x$", text: passive },
  { name: "driver.bp", about: "The predicate abstraction of a device driver", text: driver },
];
