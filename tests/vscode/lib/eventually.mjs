// Waiting for what becomes true sooner or later.

/** A generous limit: the machine may be slow and busy, and a test that passes does not wait for it. */
export const PATIENCE_MS = 30_000;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Tries until `check` gives something truthy, and gives that. */
export async function eventually(what, check, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await check();
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`timeout: ${what}`);
    }
    await pause(50);
  }
}
