// The page of the view of states. It loads its own script and style sheet, and nothing else.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The page, empty: it says that it is ready, and is told what to show. */
export function statesPage(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const resource = (name: string): string => String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name)));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>States</title>
<link rel="stylesheet" href="${resource("states.css")}">
</head>
<body>
<main>
<p id="nothing">Put the cursor on a statement of a Boolean program to see its thread states.</p>
<section id="about" aria-label="Statement" hidden>
<h1 id="place"></h1>
<p id="headline"></p>
<p id="always"></p>
<p id="threads"></p>
<p id="actions">
<button id="showTraceTo" type="button">Show trace to here</button>
<button id="copyFormula" type="button">Copy as formula</button>
<button id="showStates" type="button">Open as text</button>
</p>
<div id="listing">
<input id="filter" type="search" aria-label="Filter the states by values" aria-describedby="problem"
 placeholder="Filter: lock, !inside" spellcheck="false"
 title="lock: states in which it is T. !inside: states in which it is F. All conditions must hold.">
<p id="problem" role="status" hidden></p>
<p id="shown" role="status"></p>
<div class="scroll" role="region" tabindex="0" aria-label="Thread states"><table><thead></thead><tbody></tbody></table></div>
</div>
</section>
<section id="asked" aria-label="Answers" hidden>
<h2>Answers <button id="clear" type="button">Clear</button></h2>
<ol id="answers"></ol>
</section>
</main>
<script nonce="${nonce}" src="${resource("states.js")}"></script>
</body>
</html>`;
}
