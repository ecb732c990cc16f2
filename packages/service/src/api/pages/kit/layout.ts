import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html } from '@pain-signals/contract';
import type { FastifyInstance } from 'fastify';
import { formTokenField } from './forms.ts';

/** Nothing from other origins, nothing inline, no framing. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // The address may be a one-time link.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
type AssetName = keyof typeof TYPES;

const loadAsset = (name: AssetName) => {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return { content, version: hash('sha256', content, 'hex').slice(0, 12) };
};
const ASSETS = {
  'pages.css': loadAsset('pages.css'),
  'copy.js': loadAsset('copy.js'),
  'icon.svg': loadAsset('icon.svg'),
};

/** The address contains the version, so browsers can cache the file forever. */
const assetPath = (name: AssetName): string => `/assets/${ASSETS[name].version}/${name}`;

export function addAssets(app: FastifyInstance): void {
  for (const name of Object.keys(TYPES) as AssetName[]) {
    app.get(assetPath(name), { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(TYPES[name]).send(ASSETS[name].content),
    );
  }
}

export interface PageParts {
  title: string;
  /** Who is signed in; null for visitors. */
  email: string | null;
  formToken: string;
  body: Html;
  /** Which link of the header leads to this page. */
  section?: Section;
  /** Shows the links of the header to visitors too. */
  hasLinks?: boolean;
  /** A job is running, so the page reloads itself. */
  isChanging?: boolean;
}

/** A whole page. Works without scripts; copy.js only adds copy buttons. */
export const drawPage = ({
  title,
  email,
  formToken,
  body,
  section,
  hasLinks = false,
  isChanging = false,
}: PageParts): string =>
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
<a class="skip" href="#content">Skip to content</a>
<header>
<a class="brand" href="/signals">${LOGO} Pain Signals</a>
${email === null && !hasLinks ? null : drawLinks(section)}
${email === null ? null : drawSignedIn(email, formToken)}
</header>
<main id="content">
${body}
</main>
</body>
</html>
`.markup;

const LOGO = html`<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><path d="M2 18h7l4-11 6 19 4-12h7" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

const SECTIONS = { signals: 'Signals', settings: 'Settings' } as const;
type Section = keyof typeof SECTIONS;

const drawLinks = (section: Section | undefined): Html => html`<nav class="sections" aria-label="Main">
${Object.entries(SECTIONS).map(([path, name]) => html`<a href="/${path}"${path === section ? html` aria-current="page"` : null}>${name}</a> `)}
</nav>`;

const drawSignedIn = (
  email: string,
  formToken: string,
): Html => html`<form method="post" action="/sign-out" class="who">
<span class="email">${email}</span>
${formTokenField(formToken)}
<button class="plain">Sign out</button>
</form>`;

/** A narrow page for visitors: a heading and what follows it. */
export const drawNarrowPage = (title: string, content: Html, formToken = ''): string =>
  drawPage({ title, email: null, formToken, body: narrow(title, content) });

/** The same with the header's links, to go on from. */
export const drawErrorPage = (title: string, content: Html, who: SignedIn = VISITOR): string =>
  drawPage({ title, ...who, hasLinks: true, body: narrow(title, content) });

export type SignedIn = Pick<PageParts, 'email' | 'formToken'>;
const VISITOR: SignedIn = { email: null, formToken: '' };

const narrow = (title: string, content: Html) => html`<div class="narrow"><h1>${title}</h1>${content}</div>`;

/** An error or a success message. Screen readers read errors at once. */
export const drawNotice = (text: string | null, kind: 'error' | 'done' = 'error'): Html | null =>
  text === null ? null : html`<p class="notice ${kind}" role="${kind === 'error' ? 'alert' : 'status'}">${text}</p>`;
