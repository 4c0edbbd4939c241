// The page of a thread-state graph.

import type * as vscode from "vscode";
import { html } from "../page";

const BODY = `<main>
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
</main>`;

/** The page before it shows anything. */
export function graphPage(webview: vscode.Webview, extension: vscode.Uri): string {
  return html(webview, extension, { title: "Thread-State Graph", bundle: "graph", body: BODY });
}
