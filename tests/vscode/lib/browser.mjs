// Chromium without a window.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts the browser. It talks to this machine only. */
export async function openBrowser() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (executablePath === undefined) {
    throw new Error("Chromium is not installed; `cargo xtask setup` installs it.");
  }
  return chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Refuses everything that is not on this machine. */
export async function keepLocal(page) {
  await page.context().route(
    (url) => url.hostname !== "127.0.0.1",
    (route) => route.abort(),
  );
}
