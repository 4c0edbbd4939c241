// The page of the view of states.

import type * as vscode from "vscode";
import { html } from "../page";

const BODY = `<main>
<p id="nothing">Put the cursor on a statement of a Boolean program to see its thread states, or on one of a C program that was
checked to see what always holds there.</p>
<section id="about" aria-label="Statement" hidden>
<h1 id="place"></h1>
<p id="headline"></p>
<p id="variables"></p>
<p id="always"></p>
<p id="threads"></p>
<div id="seen">
<p>Seen in counterexamples:</p>
<ul id="seenStates"></ul>
</div>
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
</main>`;

/** The page before it shows anything. */
export function statesPage(webview: vscode.Webview, extension: vscode.Uri): string {
  return html(webview, extension, { title: "States", bundle: "states", body: BODY });
}
