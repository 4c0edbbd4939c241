// The page of the panel.

import type * as vscode from "vscode";
import { html } from "../page";

const BODY = `<main id="content" hidden>
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
<span id="change"></span>
<button id="fresh" type="button" hidden>Show the new trace</button>
</p>
<p id="problem" role="status" hidden></p>
<p id="none" role="status" hidden>No step matches the filter.</p>
<div id="grid" class="grid" role="grid" tabindex="0"
 data-vscode-context='{"webviewSection":"rows","preventDefaultContextMenuItems":true}'></div>
</main>
<p id="nothing">No trace yet. <em>Show trace</em> above a violated property shows its counterexample here.</p>
<div id="live" class="aloud" aria-live="polite"></div>`;

/** The page before it shows anything. */
export function page(webview: vscode.Webview, extension: vscode.Uri): string {
  return html(webview, extension, { title: "Trace", bundle: "panel", body: BODY });
}
