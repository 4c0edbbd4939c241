// The integer programs among the examples, the easy ones first.

import boundedBuffer from "../../../examples/bounded-buffer.ip";
import driverLock from "../../../examples/driver-lock.ip";
import driverLockBroken from "../../../examples/driver-lock-broken.ip";
import peterson from "../../../examples/peterson.ip";
import readersWriters from "../../../examples/readers-writers.ip";
import readersWritersBroken from "../../../examples/readers-writers-broken.ip";
import references from "../../../examples/references.ip";
import referencesBroken from "../../../examples/references-broken.ip";
import slots from "../../../examples/slots.ip";
import slotsBroken from "../../../examples/slots-broken.ip";
import ticketLock from "../../../examples/ticket-lock.ip";
import tickets from "../../../examples/tickets.ip";
import ticketsBroken from "../../../examples/tickets-broken.ip";
import workBarrier from "../../../examples/work-barrier.ip";
import workBarrierBroken from "../../../examples/work-barrier-broken.ip";
import type { Example } from "./example";

/** All of them. */
export const INTEGER_EXAMPLES: readonly Example[] = [
  {
    name: "readers-writers-broken.ip",
    about: "A writer looks for readers and locks in two steps",
    text: readersWritersBroken,
  },
  { name: "readers-writers.ip", about: "The same lock, fixed: many readers or one writer", text: readersWriters },
  {
    name: "references-broken.ip",
    about: "A reference counter that is tested and incremented in two steps",
    text: referencesBroken,
  },
  {
    name: "references.ip",
    about: "A reference counter: the thread that releases the last reference frees",
    text: references,
  },
  { name: "bounded-buffer.ip", about: "Two producers can both take the last place of a buffer", text: boundedBuffer },
  {
    name: "slots-broken.ip",
    about: "A bounded buffer: producers look for space and take it in two steps",
    text: slotsBroken,
  },
  { name: "slots.ip", about: "The same buffer, fixed, for any number of producers and consumers", text: slots },
  { name: "peterson.ip", about: "Peterson's algorithm: mutual exclusion of two processes", text: peterson },
  { name: "ticket-lock.ip", about: "A ticket lock with as many numbers as clients", text: ticketLock },
  {
    name: "tickets-broken.ip",
    about: "A ticket lock in which two clients can have the same number",
    text: ticketsBroken,
  },
  { name: "tickets.ip", about: "A ticket lock with numbers that grow without end", text: tickets },
  { name: "work-barrier-broken.ip", about: "A barrier that opens too early", text: workBarrierBroken },
  { name: "work-barrier.ip", about: "A barrier between two phases of work", text: workBarrier },
  { name: "driver-lock-broken.ip", about: "The lock of a device driver, released twice", text: driverLockBroken },
  { name: "driver-lock.ip", about: "The same lock, fixed", text: driverLock },
];
