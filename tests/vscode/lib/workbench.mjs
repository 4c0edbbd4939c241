// The sights and deeds of a person in the VS Code window, in the words of the scenarios.

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { keepLocal } from "./browser.mjs";
import { Debugger } from "./debugger.mjs";
import { eventually, PATIENCE_MS } from "./eventually.mjs";

/** A window has much to load. */
const WINDOW_PATIENCE_MS = 2 * PATIENCE_MS;

/** Gestures are tried so often: views that take the focus late can swallow one. Each attempt has longer than the last. */
const ATTEMPTS = 4;
const FIRST_ATTEMPT_MS = PATIENCE_MS / 6;

export class Workbench {
  constructor(page, pictureFile) {
    this.page = page;
    this.pictureFile = pictureFile;
    this.debugger = new Debugger(this);
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Opens a folder and waits for its files. */
  async open(address, folder) {
    await keepLocal(this.page);
    await this.page.goto(`${address}/?folder=${encodeURIComponent(folder)}`);
    const files = this.page.locator(".explorer-folders-view .monaco-list-row");
    await files.first().waitFor({ timeout: WINDOW_PATIENCE_MS });
  }

  /** Opens a file of the folder, by name: rows of the explorer that are out of sight do not exist. */
  async openFile(name) {
    await this.pick(name, exactly(name));
    const editor = this.editor(name);
    await editor.locator(".view-line").first().waitFor();
    return editor;
  }

  /** The editor of a file. */
  editor(name) {
    return this.page.locator(`.monaco-editor[data-uri$="/${name}"]`);
  }

  /** A line of an editor, by a part of its text. */
  line(editor, text) {
    // The editor writes blanks as no-break spaces.
    const pattern = text.split(" ").map(escaped).join("\\s");
    return editor
      .locator(".view-line")
      .filter({ hasText: new RegExp(pattern) })
      .first();
  }

  /** A word of a line as it is shown; blanks around it may belong to it. */
  word(editor, lineText, word) {
    return this.line(editor, lineText)
      .locator("span span")
      .filter({ hasText: exactly(word) })
      .first();
  }

  /** Puts the cursor into a word. */
  async clickWord(editor, lineText, word) {
    const target = this.word(editor, lineText, word);
    // By its place: a click on the element itself may move the whole window to where it can be seen better. The editor
    // draws the line anew when colours arrive, and then the word is nowhere for a moment.
    const { x, y, width, height } = await eventually(`a place of ${word}`, async () => {
      await target.waitFor();
      return target.boundingBox();
    });
    await this.page.mouse.click(x + width / 2, y + height / 2);
  }

  /** Waits until two words of a line have different colours. */
  async haveDifferentColors(editor, lineText, one, other) {
    const color = (word) => this.style(editor, lineText, word, "color");
    await eventually(
      `${one} and ${other} in different colours`,
      async () => (await color(one)) !== (await color(other)),
    );
  }

  /** The look of a word: a property of its style. */
  style(editor, lineText, word, property) {
    return this.word(editor, lineText, word).evaluate((element, name) => getComputedStyle(element)[name], property);
  }

  /** A code lens, by a part of its title. */
  lens(editor, title) {
    return editor.locator(".codelens-decoration").filter({ hasText: title }).first();
  }

  /** The part of a lens that can be clicked. */
  lensLink(editor, title) {
    return editor.locator(".codelens-decoration a").filter({ hasText: title }).first();
  }

  /** The squiggles under errors. */
  squiggles(editor) {
    return editor.locator(".squiggly-error");
  }

  /** The text of the status item. */
  status(text) {
    return this.page.locator("#boolprog\\.boolprog\\.boolprog\\.status").filter({ hasText: text });
  }

  /** Runs a command of the palette. */
  async command(title) {
    await this.pick(`>${title}`, title);
  }

  /** Chooses, from what the palette offers for a text, the first with this label. */
  async pick(text, label) {
    await this.retried((timeout) => this.pickOnce(text, label, timeout));
  }

  async pickOnce(text, label, timeout) {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-widget input:visible").first().fill(text, { timeout });
    const labels = this.page.locator(".quick-input-list .label-name");
    await labels.filter({ hasText: label }).first().click({ timeout });
  }

  /**
   * Loads the window anew, and waits until something is shown again. It is loaded once, although the palette may seem to
   * fail because its page is gone.
   */
  async reload(shown) {
    const started = () => this.page.evaluate(() => performance.timeOrigin);
    const before = await started();
    await this.retried(async (timeout) => {
      if ((await started()) === before) {
        await this.pickOnce(">Developer: Reload Window", "Developer: Reload Window", timeout);
        await eventually("a new window", async () => (await started()) !== before, timeout);
      }
    });
    await shown.waitFor({ timeout: WINDOW_PATIENCE_MS });
  }

  /** Closes the panel, once it has opened, if it opens. A palette that seems to have lost the command may have carried it out. */
  async hidePanel() {
    const panel = this.page.locator(".part.panel");
    await panel.waitFor({ timeout: FIRST_ATTEMPT_MS }).catch(() => undefined);
    await eventually("the end of the panel", async () => {
      await this.command("View: Hide Panel").catch(() => undefined);
      return panel.isHidden();
    });
  }

  /** Chooses from the menu that a right click opens. A menu ignores clicks in its first moment: it is asked until it closes. */
  async chooseFromMenu(target, title) {
    await target.click({ button: "right" });
    const item = this.page.locator(".monaco-menu .action-label").filter({ hasText: title }).first();
    await item.waitFor();
    await eventually(`the end of the menu with ${title}`, async () => {
      await item.click({ timeout: 1000 }).catch(() => undefined);
      return item.isHidden();
    });
  }

  /** Moves the mouse onto a word of a line and gives the hover that appears and contains `expected`. */
  async hover(editor, lineText, word, expected) {
    const hover = this.page.locator(".monaco-hover:visible").filter({ hasText: expected }).first();
    const target = this.line(editor, lineText).locator("span span").filter({ hasText: word }).first();
    return this.retried(async (timeout) => {
      await this.page.mouse.move(1200, 780);
      await target.hover({ timeout });
      return hover.textContent({ timeout });
    });
  }

  /** Replaces the text of a line, but for its indentation. */
  async replaceLine(editor, lineText, replacement) {
    await this.line(editor, lineText).click({ position: { x: 60, y: 8 } });
    await this.page.keyboard.press("End");
    await this.page.keyboard.press("Shift+Home");
    // At once, not key by key: nothing is completed, closed or indented in between.
    await this.page.keyboard.insertText(replacement);
  }

  /** Asks for another name for a word, in the box that appears there. */
  async rename(editor, lineText, word, name) {
    const input = this.page.locator(".rename-box .rename-input:focus");
    await this.retried(async (timeout) => {
      await this.clickWord(editor, lineText, word);
      await this.page.keyboard.press("F2");
      await input.waitFor({ timeout });
    });
    await this.page.keyboard.press("Control+a");
    await this.page.keyboard.insertText(name);
    await this.page.keyboard.press("Enter");
  }

  /** The problems view, by a part of a row's text. */
  async problem(text) {
    await this.command("Problems: Focus on Problems View");
    return this.page.locator(".markers-panel .monaco-list-row").filter({ hasText: text }).first();
  }

  /** Moves the mouse where it is over nothing, and waits until nothing is shown because of it. */
  async restMouse() {
    await this.page.mouse.move(900, 5);
    await this.page.locator(".monaco-hover:visible").first().waitFor({ state: "hidden" });
  }

  /** Keeps a picture. */
  async picture(name) {
    await this.page.screenshot({ path: this.pictureFile(name), animations: "disabled" });
  }

  /** Keeps a picture at a place of its own. */
  async pictureAt(file) {
    await mkdir(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }

  /** Does a gesture, and all of it again if any part of it fails. */
  async retried(gesture) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await gesture(attempt * FIRST_ATTEMPT_MS);
      } catch (error) {
        if (attempt === ATTEMPTS) {
          throw error;
        }
        await this.page.keyboard.press("Escape");
      }
    }
  }
}

function exactly(text) {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

function escaped(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
