// The frame of all webview pages: each loads its own script and style sheet, and nothing else.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The parts in which one page differs from another. */
export interface Page {
  title: string;
  /** The name of its script and of its style sheet in `dist`. */
  bundle: string;
  /** Its body before anything is shown; the script says when it is ready for contents. */
  body: string;
}

/** The page as a document with a strict content policy. */
export function html(webview: vscode.Webview, extension: vscode.Uri, { title, bundle, body }: Page): string {
  const nonce = randomBytes(16).toString("hex");
  const resource = (ending: string): string =>
    String(webview.asWebviewUri(vscode.Uri.joinPath(extension, "dist", `${bundle}.${ending}`)));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${resource("css")}">
</head>
<body>
${body}
<script nonce="${nonce}" src="${resource("js")}"></script>
</body>
</html>`;
}
