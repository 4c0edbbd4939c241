// The tree of tests: the programs of the workspace and those that are open, and under each its properties.

import * as vscode from "vscode";
import { isBlueprintName } from "../blueprint";
import { C_LANGUAGE, isCheckedC } from "../c-files";
import type { Client } from "../client";
import { message } from "../client";
import { LANGUAGES } from "../language";
import type { Properties, Property } from "../protocol";
import { toRange } from "../protocol";

/** The maximal number of programs of a workspace that are shown. */
const MOST_FILES = 1000;
const PROGRAMS = "**/*.{bp,ip}";

/** Facts about the properties of a file. */
export interface Known {
  file: vscode.TestItem;
  now: Properties;
}

/** A result that was reported: the program that it is about, and its words. */
interface Reported {
  fingerprint: string | null;
  text: string;
}

/** Keeps the tree as the server tells it. */
export class Items implements vscode.Disposable {
  private readonly known = new vscode.EventEmitter<Known>();
  /** Something was learnt about a file. */
  readonly onDidLearn = this.known.event;
  /** The results that were reported. */
  private readonly reported = new Map<vscode.TestItem, Reported>();
  private readonly subscriptions: vscode.Disposable[];
  private searched = false;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly client: Client,
  ) {
    controller.resolveHandler = async (item) => {
      await (item === undefined ? this.search() : this.learn(item));
    };
    controller.refreshHandler = () => this.search();
    const files = vscode.workspace.createFileSystemWatcher(PROGRAMS);
    this.subscriptions = [
      this.known,
      files,
      files.onDidCreate((uri) => this.searched && this.add(uri)),
      files.onDidDelete((uri) => this.remove(uri)),
      files.onDidChange((uri) => this.changedOnDisk(uri)),
      client.onNews((status) => status && this.heard(vscode.Uri.parse(status.uri))),
      vscode.workspace.onDidOpenTextDocument((document) => this.opened(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.closed(document)),
    ];
    for (const document of vscode.workspace.textDocuments) {
      this.opened(document);
      void this.refresh(document.uri);
    }
  }

  /** The files that a request is about, each with the properties that are meant: all of them if there are none. */
  async chosen({ include, exclude }: vscode.TestRunRequest): Promise<Map<vscode.TestItem, vscode.TestItem[]>> {
    if (include === undefined) {
      await this.search();
    }
    const chosen = new Map<vscode.TestItem, vscode.TestItem[]>();
    const excluded = new Set(exclude);
    for (const item of include ?? all(this.controller.items)) {
      const file = item.parent ?? item;
      const whole = item === file && ![...excluded].some(({ parent }) => parent === file);
      if (item === file && !whole) {
        await this.learn(file);
      }
      const properties = item === file ? (whole ? [] : all(file.children)) : [item];
      const wanted = properties.filter((property) => !excluded.has(property));
      if (!excluded.has(file) && (whole || wanted.length > 0)) {
        // Once a file is chosen as a whole, it stays so.
        const before = chosen.get(file);
        chosen.set(file, before?.length === 0 || whole ? [] : [...(before ?? []), ...wanted]);
      }
    }
    return chosen;
  }

  /** Opens a program, so that the server looks at it, and lists its properties; undefined if that is not possible. */
  async learn(file: vscode.TestItem): Promise<Properties | undefined> {
    if (file.uri === undefined) {
      return undefined;
    }
    file.busy = true;
    try {
      await vscode.workspace.openTextDocument(file.uri);
      return await this.update(file, file.uri);
    } catch (error) {
      file.error = message(error);
      return undefined;
    } finally {
      file.busy = false;
    }
  }

  /** Notes that a result is reported, which is good as long as the program stays the same. */
  isReported(item: vscode.TestItem, { fingerprint }: Properties, { text }: Property): void {
    this.reported.set(item, { fingerprint, text });
  }

  /** The decided properties of a file whose results are not reported yet, with their tests. */
  news({ file, now }: Known): [vscode.TestItem, Property][] {
    return now.properties.flatMap((property) => {
      const item = file.children.get(property.id);
      const before = item && this.reported.get(item);
      const isOld = before?.fingerprint === now.fingerprint && before.text === property.text;
      return item === undefined || property.verdict === null || isOld ? [] : [[item, property]];
    });
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private async search(): Promise<void> {
    this.searched = true;
    for (const uri of await vscode.workspace.findFiles(PROGRAMS, undefined, MOST_FILES)) {
      this.add(uri);
    }
  }

  private add(uri: vscode.Uri): vscode.TestItem | undefined {
    if (isBlueprintName(uri)) {
      return undefined;
    }
    const id = uri.toString();
    const before = this.controller.items.get(id);
    if (before !== undefined) {
      return before;
    }
    const item = this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  private remove(uri: vscode.Uri): void {
    this.controller.items.delete(uri.toString());
  }

  private opened({ languageId, uri }: vscode.TextDocument): void {
    // Not the older versions that a difference editor shows.
    const isMeant = vscode.workspace.getWorkspaceFolder(uri) !== undefined || ["file", "untitled"].includes(uri.scheme);
    if (LANGUAGES.includes(languageId) && isMeant) {
      this.add(uri);
    }
  }

  /** A program in no folder is listed while it is open, a C file while the server looks at it. */
  private closed({ languageId, uri }: vscode.TextDocument): void {
    if (languageId === C_LANGUAGE || vscode.workspace.getWorkspaceFolder(uri) === undefined) {
      this.remove(uri);
    }
  }

  private changedOnDisk(uri: vscode.Uri): void {
    const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
    const file = this.controller.items.get(uri.toString());
    if (file !== undefined && !isOpen) {
      this.invalidate(all(file.children));
    }
  }

  /** The server said something about a file: of a C file, perhaps that it looks at it, or no longer. */
  private heard(uri: vscode.Uri): void {
    const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
    if (document?.languageId === C_LANGUAGE) {
      if (isCheckedC(uri)) {
        this.add(uri);
      } else {
        this.remove(uri);
      }
    }
    void this.refresh(uri);
  }

  /** There may be something new about a file. */
  private async refresh(uri: vscode.Uri): Promise<void> {
    const file = this.controller.items.get(uri.toString());
    if (file !== undefined) {
      // A server that does not run knows nothing: what it said before stays.
      await this.update(file, uri).catch(() => undefined);
    }
  }

  private async update(file: vscode.TestItem, uri: vscode.Uri): Promise<Properties | undefined> {
    const now = await this.client.properties(uri);
    if (now === undefined) {
      return undefined;
    }
    file.error = undefined;
    file.description = now.properties.length === 0 && now.fingerprint !== null ? "nothing to check" : "";
    const ids = new Set(now.properties.map(({ id }) => id));
    for (const { id } of all(file.children)) {
      if (!ids.has(id)) {
        file.children.delete(id);
      }
    }
    for (const [index, property] of now.properties.entries()) {
      this.place(file, property, index);
    }
    const stale = all(file.children).filter((item) => this.reported.get(item)?.fingerprint !== now.fingerprint);
    this.invalidate(stale);
    this.known.fire({ file, now });
    return now;
  }

  private place(file: vscode.TestItem, property: Property, index: number): void {
    const before = file.children.get(property.id);
    const item = before ?? this.controller.createTestItem(property.id, property.label, file.uri);
    item.label = property.label.replaceAll(/\s+/g, " ");
    // From the margin on: a test is at the cursor wherever on its line that is.
    item.range = toRange(property.range).with(new vscode.Position(property.range.start.line, 0));
    // In textual order.
    item.sortText = String(index).padStart(6, "0");
    if (before === undefined) {
      file.children.add(item);
    }
  }

  private invalidate(items: vscode.TestItem[]): void {
    const old = items.filter((item) => this.reported.delete(item));
    if (old.length > 0) {
      this.controller.invalidateTestResults(old);
    }
  }
}

/** The items of a collection. */
export function all(collection: vscode.TestItemCollection): vscode.TestItem[] {
  return Array.from(collection, ([, item]) => item);
}
