// Mermaid parses and draws its diagrams, in a page, as on the sites that show them.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** What is wrong with a diagram, or with the diagrams in a Markdown document. */
export async function checkMermaid({ browser, text, picture }) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  try {
    await page.setContent("<!DOCTYPE html><body>");
    await page.addScriptTag({ path: require.resolve("mermaid/dist/mermaid.min.js") });
    const problems = [];
    for (const diagram of diagrams(text)) {
      const problem = await page.evaluate(draw, diagram);
      problems.push(...(problem === undefined ? [] : [problem]));
    }
    await page.screenshot({ path: `${picture}.png`, fullPage: true });
    return problems;
  } finally {
    await page.close();
  }
}

function diagrams(text) {
  const blocks = [...text.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, diagram]) => diagram);
  return blocks.length > 0 ? blocks : [text];
}

/** Runs in the page. */
async function draw(diagram) {
  globalThis.mermaid.initialize({ startOnLoad: false });
  try {
    const { svg } = await globalThis.mermaid.render(`diagram-${document.body.childElementCount}`, diagram);
    const drawn = document.createElement("div");
    drawn.innerHTML = svg;
    document.body.append(drawn);
    const numbers = [...diagram.matchAll(/: (\d+\.) .*<br\/>/g)].map(([, number]) => number);
    const texts = [...drawn.querySelectorAll("text")].map((text) => text.textContent);
    const shown = numbers.filter((number) => texts.some((text) => text.startsWith(`${number} `)));
    // Every statement is drawn, its escapes are characters again, and nothing else came in.
    if (shown.length < numbers.length || texts.some((text) => /[ﬂ¶]/.test(text)) || drawn.querySelector("script, a")) {
      return `drawn otherwise: ${texts.join(" | ")}`;
    }
    return undefined;
  } catch (error) {
    return String(error);
  }
}
