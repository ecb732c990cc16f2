import { assetPath } from './assets.ts';
import { formTokenField } from './form.ts';
import { type Html, html } from './html.ts';

export interface PageParts {
  title: string;
  /** Who is signed in; null for visitors. */
  email: string | null;
  formToken: string;
  body: Html;
  /** Something is being worked on: the page looks again by itself. */
  isChanging?: boolean;
}

/** A whole page. Works without scripts; the one there is only offers to copy what is shown. */
export const drawPage = ({ title, email, formToken, body, isChanging = false }: PageParts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isChanging ? html`<meta http-equiv="refresh" content="2">` : null}
<title>${title} · Pain Signals</title>
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('pages.css')}">
<script src="${assetPath('copy.js')}" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/settings">${LOGO} Pain Signals</a>
${email === null ? null : drawSignedIn(email, formToken)}
</header>
<main id="content">
${body}
</main>
</body>
</html>
`.text;

const LOGO = html`<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="M2 18h7l4-11 6 19 4-12h7" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const drawSignedIn = (
  email: string,
  formToken: string,
): Html => html`<form method="post" action="/sign-out" class="who">
<span class="email">${email}</span>
${formTokenField(formToken)}
<button class="plain">Sign out</button>
</form>`;

/** Something went wrong or was done, in words. `alert` is read out at once. */
export const drawNotice = (text: string | Html | null, kind: 'fault' | 'done' = 'fault'): Html | null =>
  text === null ? null : html`<p class="notice ${kind}" role="${kind === 'fault' ? 'alert' : 'status'}">${text}</p>`;
