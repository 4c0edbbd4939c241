// Pictures: a browser draws them as images, and no two texts in them overlap.

/** What is wrong with a picture. */
export async function checkPicture({ browser, text, picture }) {
  const problems = [];
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1200, height: 800 } });
    const page = await context.newPage();
    await page.setContent('<!DOCTYPE html><body style="margin:0"><img>');
    const size = await page.evaluate(asImage, text);
    await page.screenshot({ path: `${picture}-${colorScheme}.png`, fullPage: true });
    problems.push(...(size.width > 0 && size.height > 0 ? [] : ["is no image"]));
    if (colorScheme === "light") {
      await page.setContent(`<!DOCTYPE html><body style="margin:0">${text}`);
      problems.push(...(await page.evaluate(overlaps)));
    }
    await context.close();
  }
  return problems;
}

/** Runs in the page. */
async function asImage(text) {
  const image = document.querySelector("img");
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Runs in the page. */
function overlaps() {
  const frame = document.querySelector("svg").getBoundingClientRect();
  const boxes = [...document.querySelectorAll("svg text:not([transform])")]
    .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left);
  const problems = boxes
    .filter(({ box }) => box.left < frame.left || box.right > frame.right || box.bottom > frame.bottom)
    .map(({ text }) => `is outside: ${text}`);
  boxes.slice(1).forEach(({ text, box }, index) => {
    const before = boxes[index];
    if (Math.abs(before.box.top - box.top) < 4 && before.box.right > box.left + 0.5) {
      problems.push(`overlap: ${before.text} and ${text}`);
    }
  });
  return problems;
}
