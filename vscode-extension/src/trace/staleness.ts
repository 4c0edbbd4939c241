// Changes of the program of a trace since it was found, and the findings of a check about it as it is now.

import * as vscode from "vscode";
import type { Client } from "../client";
import type { Parting } from "../protocol";
import type { CurrentTrace, Shown } from "./current";
import type { TraceDocument } from "./document";
import { programHash } from "./hash";
import type { Stale } from "./messages";
import { isPropertyOf } from "./property";

/** The findings of a check about the program as it is now. */
interface Known {
  /** The counterexample to the same property. */
  fresh?: TraceDocument;
  proved: boolean;
  parting?: Parting;
}

const UNKNOWN: Known = { proved: false };

/** Long enough not to hash a program on every key. */
const SETTLED_MS = 300;

/** Looks at the program of the current trace. One that is not open is taken to be unchanged. */
export class Staleness implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** The trace has become stale or is so no longer, or there is a new one. */
  readonly onDidChange = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  private settling: NodeJS.Timeout | undefined;
  /** The hash of the program that the trace is not one of. */
  private other: string | undefined;
  private known: Known = UNKNOWN;

  constructor(
    private readonly current: CurrentTrace,
    private readonly client: Client,
  ) {
    this.subscriptions = [
      this.changed,
      current.onDidChangeTrace(() => this.look()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.look()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.edited(document)),
      client.onNews((status) => status?.uri === current.shown?.program.toString() && this.look()),
    ];
  }

  /** The change of the program; undefined while the program is that of the trace. */
  get stale(): Stale | undefined {
    const { fresh, ...known } = this.known;
    return this.other === undefined ? undefined : { fresh: fresh !== undefined, ...known };
  }

  /** The counterexample to the same property in the program as it is now, once a check has found it. */
  get fresh(): TraceDocument | undefined {
    return this.known.fresh;
  }

  dispose(): void {
    clearTimeout(this.settling);
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  private edited(document: vscode.TextDocument): void {
    if (document.uri.toString() === this.current.shown?.program.toString()) {
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.look(), SETTLED_MS);
    }
  }

  private look(): void {
    const { shown } = this.current;
    const { textDocuments } = vscode.workspace;
    const program = textDocuments.find(({ uri }) => uri.toString() === shown?.program.toString());
    const hash = program && programHash(program.getText());
    const other = hash === shown?.document.program_hash ? undefined : hash;
    if (other !== this.other) {
      this.other = other;
      this.known = UNKNOWN;
      this.changed.fire();
    }
    if (shown !== undefined && other !== undefined) {
      // A server that does not run, or a text that has changed again, has none.
      void this.ask(shown, other).catch(() => undefined);
    }
  }

  private async ask(shown: Shown, other: string): Promise<void> {
    const known = await this.find(shown, other);
    const isCurrent = this.current.shown?.key === shown.key && this.other === other;
    if (isCurrent && !isSame(known, this.known)) {
      this.known = known;
      this.changed.fire();
    }
  }

  private async find({ program, document }: Shown, hash: string): Promise<Known> {
    const { id, name } = document.property;
    const [trace, listed] = await Promise.all([
      this.client.trace(program.toString(), id),
      this.client.properties(program),
    ]);
    // Properties are numbered: another one may have this number now.
    const fresh = trace?.property.name === name && trace.program_hash === hash ? trace : undefined;
    const property = listed?.properties.find((property) => isPropertyOf(document, property));
    if (property?.verdict !== "proved") {
      return { ...UNKNOWN, ...(fresh === undefined ? {} : { fresh }) };
    }
    const parting = await this.client.parting(program, document);
    return { proved: true, ...(parting === undefined ? {} : { parting }) };
  }
}

function isSame(one: Known, other: Known): boolean {
  const parted = one.parting?.step === other.parting?.step;
  return parted && one.proved === other.proved && one.fresh?.program_hash === other.fresh?.program_hash;
}
