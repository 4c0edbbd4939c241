// The page of a graph: of thread states, or of a round of a search under abstraction.

import type * as vscode from "vscode";
import { html } from "../page";

const BODY = `<main>
<header>
<h1 id="title">Graph</h1>
<span id="rounds" role="group" aria-label="Search" hidden>
<select id="engine" aria-label="Engine" title="The engine whose rounds are shown"></select>
<button id="first" type="button" title="The first round (Home)">First</button>
<button id="previous" type="button" title="The round before (P)">Previous</button>
<span id="round" role="status"></span>
<button id="next" type="button" title="The round after it (N)">Next</button>
<button id="last" type="button" title="The last round (End)">Last</button>
</span>
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
<ul id="legend" aria-label="Legend" hidden>
<li><span class="sample state"></span> reachable</li>
<li><span class="sample unreachable"></span> never reached</li>
<li><span class="sample on-path"></span> on the path of the counterexample</li>
<li><span class="sample failed"></span> violated</li>
<li><span class="sample line dashed"></span> starts a thread</li>
<li><span class="sample line dotted"></span> moves another thread</li>
</ul>
<ul id="abstract-legend" aria-label="Legend" hidden>
<li><span class="sample state"></span> set of states</li>
<li><span class="sample unreachable dashed"></span> covered by another</li>
<li><span class="sample on-path"></span> on the path of the counterexample</li>
<li><span class="sample failed"></span> its end</li>
<li><span class="sample line"></span> all states have this step</li>
<li><span class="sample line dashed"></span> some may have it</li>
<li><span class="sample line dotted"></span> is covered by</li>
</ul>
<div id="sheet" role="region" tabindex="0" aria-label="Graph"></div>
</main>`;

/** The page before it shows anything. */
export function graphPage(webview: vscode.Webview, extension: vscode.Uri): string {
  return html(webview, extension, { title: "Graph", bundle: "graph", body: BODY });
}
