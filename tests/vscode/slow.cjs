// A program whose check nobody waits for.

const BITS = 24;

const list = (item, separator) => Array.from({ length: BITS }, (_, index) => item(index)).join(separator);

/** It holds, but has 2^24 valuations, and the assertion needs all variables. */
exports.SLOW = `decl ${list((i) => `b${i} := F`, ", ")}, lock := F, busy := F;
void main() begin
  L: goto E, ${list((i) => `L${i}`, ", ")};
  ${list((i) => `L${i}: b${i} := !b${i}; goto L;`, " ")}
  E: lock := T constrain !lock;
  assert !(${list((i) => `b${i}`, " & ")}) | !busy;
  busy := T;
  busy := F;
  lock := F;
  goto L;
end
`;
