// The page of the panel. It loads its own script and style sheet, and nothing else.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The page, empty: it says that it is ready, and is told what to show. */
export function page(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const resource = (name: string): string => String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name)));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trace</title>
<link rel="stylesheet" href="${resource("panel.css")}">
</head>
<body>
<main id="content" hidden>
<header>
<h1 id="property"></h1>
<span id="size"></span>
<span id="guarantee"></span>
<span id="actions" role="group" aria-label="Trace"></span>
<span class="view" role="group" aria-label="View">
<label><input id="fold" type="checkbox"> Fold local steps</label>
<label><input id="shared-only" type="checkbox"> Shared effects only</label>
<input id="filter" type="search" aria-label="Filter by thread, variable, text or values" aria-describedby="problem"
 placeholder="Filter: T2, text, where !lock" spellcheck="false"
 title="T2: a thread. lock: a part of statements and changes. changes lock: steps that change it. where lock &amp; !x@T2: the values after the step. All conditions must hold.">
</span>
</header>
<p id="stale" role="status" hidden>
<span>The program has changed since this trace was found.</span>
<button id="fresh" type="button" hidden>Show the new trace</button>
</p>
<p id="problem" role="status" hidden></p>
<p id="none" role="status" hidden>No step matches the filter.</p>
<div id="grid" class="grid" role="grid" tabindex="0"
 data-vscode-context='{"webviewSection":"rows","preventDefaultContextMenuItems":true}'></div>
</main>
<p id="nothing">No trace yet. <em>Show trace</em> above a violated property shows its counterexample here.</p>
<div id="live" class="aloud" aria-live="polite"></div>
<script nonce="${nonce}" src="${resource("panel.js")}"></script>
</body>
</html>`;
}
