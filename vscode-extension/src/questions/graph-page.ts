// The page of a thread-state graph. It loads its own script and style sheet, and nothing else.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The page, empty: it says that it is ready, and is told what to show. */
export function graphPage(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const resource = (name: string): string => String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name)));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thread-State Graph</title>
<link rel="stylesheet" href="${resource("graph.css")}">
</head>
<body>
<main>
<header>
<h1 id="title">Thread-State Graph</h1>
<span role="group" aria-label="Size">
<button id="out" type="button" title="Smaller (-)">Smaller</button>
<span id="scale" role="status"></span>
<button id="in" type="button" title="Larger (+)">Larger</button>
<button id="fit" type="button" title="Fit into the window (0)">Fit</button>
</span>
<span role="group" aria-label="Save">
<button id="svg" type="button">Save as SVG...</button>
<button id="dot" type="button">Save as DOT...</button>
</span>
</header>
<p id="stale" role="status" hidden>
<span>The program has changed since this was drawn.</span>
<button id="again" type="button">Draw again</button>
</p>
<ul id="caption" aria-label="What is shown"></ul>
<ul id="legend" aria-label="Legend">
<li><span class="sample state"></span> reachable</li>
<li><span class="sample unreachable"></span> never reached</li>
<li><span class="sample on-path"></span> on the path of the counterexample</li>
<li><span class="sample failed"></span> violated</li>
<li><span class="sample line dashed"></span> starts a thread</li>
<li><span class="sample line dotted"></span> moves another thread</li>
</ul>
<div id="sheet" role="region" tabindex="0" aria-label="Graph"></div>
</main>
<script nonce="${nonce}" src="${resource("graph.js")}"></script>
</body>
</html>`;
}
