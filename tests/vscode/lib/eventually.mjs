// Waiting for what becomes true sooner or later.

/** A generous limit: the machine may be slow and busy, and a test that passes does not wait for it. */
export const PATIENCE_MS = 30_000;

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The message of the browser when the page that is read is loaded anew. */
const LOADED_ANEW = /Execution context was destroyed|Frame was detached/;

/** Tries until `check` gives something truthy, and gives that. A page that is loaded again while it tries gives nothing. */
export async function eventually(what, check, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await unlessLoadedAnew(check);
    if (found) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`timeout: ${what}`);
    }
    await pause(50);
  }
}

async function unlessLoadedAnew(check) {
  try {
    return await check();
  } catch (error) {
    if (LOADED_ANEW.test(String(error))) {
      return undefined;
    }
    throw error;
  }
}
