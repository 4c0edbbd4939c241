// The examples in C, the easy ones first.

import barrierBroken from "../../../examples/barrier-broken.c";
import boundedBuffer from "../../../examples/bounded-buffer.c";
import boundedBufferBroken from "../../../examples/bounded-buffer-broken.c";
import doubleChecked from "../../../examples/double-checked.c";
import doubleCheckedBroken from "../../../examples/double-checked-broken.c";
import lostUpdateBroken from "../../../examples/lost-update-broken.c";
import once from "../../../examples/once.c";
import readersWriters from "../../../examples/readers-writers.c";
import readersWritersBroken from "../../../examples/readers-writers-broken.c";
import referenceCounterBroken from "../../../examples/reference-counter-broken.c";
import spinLock from "../../../examples/spin-lock.c";
import spinLockBroken from "../../../examples/spin-lock-broken.c";
import spinLockCas from "../../../examples/spin-lock-cas.c";
import stackCas from "../../../examples/stack-cas.c";
import stackCasBroken from "../../../examples/stack-cas-broken.c";
import stopFlagBroken from "../../../examples/stop-flag-broken.c";
import ticketLock from "../../../examples/ticket-lock.c";
import ticketLockBroken from "../../../examples/ticket-lock-broken.c";
import workQueueBroken from "../../../examples/work-queue-broken.c";
import type { Example } from "./example";

/** All of them. */
export const C_EXAMPLES: readonly Example[] = [
  {
    name: "spin-lock-broken.c",
    about: "A lock that is read and taken in two steps: two threads can be inside",
    text: spinLockBroken,
  },
  { name: "spin-lock.c", about: "The same lock, fixed: one step reads it and takes it", text: spinLock },
  {
    name: "spin-lock-cas.c",
    about: "Threads wait by reading the lock, and take it by compare-and-swap",
    text: spinLockCas,
  },
  {
    name: "lost-update-broken.c",
    about: "A balance that is read and written back: updates in between are lost",
    text: lostUpdateBroken,
  },
  {
    name: "double-checked-broken.c",
    about: "Double-checked initialisation with its flag set too early",
    text: doubleCheckedBroken,
  },
  { name: "double-checked.c", about: "The same, fixed: the data is there before the flag is set", text: doubleChecked },
  { name: "once.c", about: "The first thread initialises the data, the others wait for it", text: once },
  {
    name: "bounded-buffer-broken.c",
    about: "Producers look for room and fill it in two steps",
    text: boundedBufferBroken,
  },
  {
    name: "bounded-buffer.c",
    about: "A buffer of two items, with a mutex and condition variables",
    text: boundedBuffer,
  },
  {
    name: "readers-writers-broken.c",
    about: "A writer looks for readers, and writes: in between, a reader can begin",
    text: readersWritersBroken,
  },
  { name: "readers-writers.c", about: "Many readers or one writer at a time", text: readersWriters },
  {
    name: "ticket-lock-broken.c",
    about: "Tickets are taken in two steps: two threads can have the same one",
    text: ticketLockBroken,
  },
  { name: "ticket-lock.c", about: "A ticket lock whose counters wrap around", text: ticketLock },
  {
    name: "reference-counter-broken.c",
    about: "A counter that is tested and incremented in two steps",
    text: referenceCounterBroken,
  },
  {
    name: "stack-cas-broken.c",
    about: "A stack without locks in which two threads can take the same cell",
    text: stackCasBroken,
  },
  { name: "stack-cas.c", about: "The same, fixed: cells are taken by compare-and-swap", text: stackCas },
  {
    name: "work-queue-broken.c",
    about: "A worker looks at the next job and takes it in two steps",
    text: workQueueBroken,
  },
  {
    name: "barrier-broken.c",
    about: "Two threads can both find that they are the last to arrive",
    text: barrierBroken,
  },
  { name: "stop-flag-broken.c", about: "A driver that can run after it was stopped", text: stopFlagBroken },
];
