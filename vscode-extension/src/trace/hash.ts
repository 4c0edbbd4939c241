// The identity of the text in which a trace was found.

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/** The hash of a program that its traces carry: FNV-1a with 64 bits over UTF-8, in hexadecimal. */
export function programHash(text: string): string {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  }
  return hash.toString(16).padStart(16, "0");
}
