// The page of a thread-state graph. The picture is an image: nothing in it can run or load anything.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The page, empty: it says that it is ready, and is told what to show. */
export function graphPage(webview: vscode.Webview, extension: vscode.Uri): string {
  const nonce = randomBytes(16).toString("hex");
  const resource = (name: string): string => String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name)));
  const policy = `default-src 'none'; img-src data:; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
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
<div id="sheet" role="region" tabindex="0" aria-label="Picture"><img id="picture" alt=""></div>
</main>
<script nonce="${nonce}" src="${resource("graph.js")}"></script>
</body>
</html>`;
}
