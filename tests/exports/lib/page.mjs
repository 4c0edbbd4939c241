// Pages: they load without a network, ask for nothing, run nothing, and keep the rules of accessibility.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);

/** What is wrong with a page. */
export async function checkPage({ browser, file, picture }) {
  const problems = [];
  for (const colorScheme of ["light", "dark"]) {
    // The page's own policy would keep axe out.
    const context = await browser.newContext({ colorScheme, bypassCSP: true, viewport: { width: 1200, height: 800 } });
    await context.setOffline(true);
    const page = await context.newPage();
    const address = pathToFileURL(file).href;
    page.on("request", (request) => request.url() === address || problems.push(`asks for ${request.url()}`));
    page.on("console", (message) => problems.push(`says ${message.text()}`));
    await page.goto(address);
    await page.screenshot({ path: `${picture}-${colorScheme}.png`, fullPage: true });
    problems.push(...(await page.evaluate(deadLinks)));
    await page.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    problems.push(...violations.map(({ id, nodes }) => `${colorScheme}: ${id}: ${nodes[0].html.slice(0, 200)}`));
    await context.close();
  }
  return problems;
}

/** Runs in the page. */
function deadLinks() {
  const links = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  const dead = links.filter(
    (href) => !href.startsWith("#") || !document.getElementById(decodeURIComponent(href.slice(1))),
  );
  return dead.map((href) => `leads nowhere: ${href}`);
}
