// The trace that is shown, kept so that it is there again when the window is.

import * as vscode from "vscode";
import type { CurrentTrace, Shown } from "./current";
import { shownTrace } from "./current";
import type { TraceDocument } from "./document";

const STEP = "trace.step";

interface Kept {
  program: string;
  document: TraceDocument;
}

/** Keeps the current trace: the document in a file, since it may be large. */
export class TraceStore {
  private readonly folder: vscode.Uri;

  constructor(private readonly context: vscode.ExtensionContext) {
    this.folder = context.storageUri ?? context.globalStorageUri;
  }

  /** Shows what was shown last, unless there is something newer, and keeps what is shown from now on. */
  async start(current: CurrentTrace): Promise<void> {
    const { subscriptions, workspaceState } = this.context;
    const step = workspaceState.get<number>(STEP, 0);
    const keepStep = (): void => void workspaceState.update(STEP, current.step);
    subscriptions.push(
      current.onDidChangeStep(keepStep),
      current.onDidChangeTrace(() => {
        keepStep();
        void this.write(current.shown);
      }),
    );
    const kept = await this.read();
    if (kept !== undefined && current.shown === undefined) {
      current.show(kept, step);
    }
  }

  private get file(): vscode.Uri {
    return vscode.Uri.joinPath(this.folder, "trace.json");
  }

  private async write(shown: Shown | undefined): Promise<void> {
    if (shown !== undefined) {
      const kept: Kept = { program: shown.program.toString(), document: shown.document };
      await vscode.workspace.fs.writeFile(this.file, new TextEncoder().encode(JSON.stringify(kept)));
    }
  }

  /** The entry that was kept; a file that is missing or damaged is as good as none. */
  private async read(): Promise<Shown | undefined> {
    try {
      const { program, document } = JSON.parse(
        new TextDecoder().decode(await vscode.workspace.fs.readFile(this.file)),
      ) as Kept;
      return shownTrace(vscode.Uri.parse(program), document);
    } catch {
      return undefined;
    }
  }
}
