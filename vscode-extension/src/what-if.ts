// Execution with another step: the person chooses one, and the session goes on from there.

import * as vscode from "vscode";
import { message } from "./client";
import { LANGUAGE } from "./language";

/** One way to go on, as `boolprog/alternatives` tells it. */
interface Alternative {
  id: number;
  threadId: number;
  text: string;
  line: number;
  changes: string[];
  fails: boolean;
  recorded: boolean;
}

/** The answer to `boolprog/alternatives`. */
interface Offered {
  step: number;
  alternatives: Alternative[];
  more: boolean;
  blocked: { threadId: number; reason: string }[];
}

/** Registers the commands. */
export function registerWhatIf(context: vscode.ExtensionContext): void {
  const register = (name: string, run: (session: vscode.DebugSession) => Promise<void>): void => {
    const command = async (): Promise<void> => {
      const session = vscode.debug.activeDebugSession;
      if (session?.type === LANGUAGE) {
        await run(session).catch((error: unknown) => void vscode.window.showErrorMessage(message(error)));
      }
    };
    context.subscriptions.push(vscode.commands.registerCommand(`boolprog.${name}`, command));
  };
  register("whatIf", choose);
  register("backToRecording", async (session) => void (await session.customRequest("boolprog/backToRecording")));
}

/** Asks which step is to be taken, and takes it. The other rows only inform: choosing one asks again. */
async function choose(session: vscode.DebugSession): Promise<void> {
  const offered = (await session.customRequest("boolprog/alternatives")) as Offered;
  const chosen = await vscode.window.showQuickPick(items(offered), {
    title: `What if? Step ${offered.step + 1}`,
    placeHolder: offered.alternatives.length > 0 ? "The step to take" : "No thread can move",
    matchOnDescription: true,
  });
  if (chosen?.id !== undefined) {
    await session.customRequest("boolprog/whatIf", { alternative: chosen.id });
  } else if (chosen !== undefined) {
    await choose(session);
  }
}

type Item = vscode.QuickPickItem & { id?: number };

function items({ alternatives, more, blocked }: Offered): Item[] {
  const notes = ({ changes, fails, recorded }: Alternative): string[] => [
    ...changes,
    ...(fails ? ["fails"] : []),
    ...(recorded ? ["recorded"] : []),
  ];
  const offers = alternatives.map((offer) => ({
    id: offer.id,
    label: `T${offer.threadId} ${offer.text}`,
    description: [`line ${offer.line}`, ...notes(offer)].join(", "),
  }));
  const rest = more ? [{ label: "There are more steps than are shown." }] : [];
  const heading = { label: "cannot move", kind: vscode.QuickPickItemKind.Separator };
  const waiting = blocked.map(({ reason }) => ({ label: `$(circle-slash) ${reason}` }));
  return [...offers, ...rest, ...(waiting.length > 0 ? [heading, ...waiting] : [])];
}
