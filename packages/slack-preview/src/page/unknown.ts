import { type Html, html } from './html.ts';

/** Stands where Slack shows something that this page cannot. */
export function showUnsupported(type: string): Html {
  return html`<div class="unknown-block" role="note">This page cannot draw “${type}”; Slack can.</div>`;
}
