import { Html, html } from '@pain-signals/contract';
import { COMMAND } from '@pain-signals/domain';

/** The pages of the install. */

export const installPage = (authorizeUrl: string): string =>
  page(
    'Add Pain Signals to Slack',
    html`<p>Hear what developers everywhere are struggling with, and decide together what to build, all in Slack.</p>
<p>Slack will ask you to let the app post in channels it’s invited to, and see who is an admin, a member or a guest. The app reads only what you send it: commands, direct messages, mentions, messages you run its shortcut on, and links to its signals.</p>
<p><a class="button" href="${authorizeUrl}">Add to Slack</a></p>`,
  );

export const installedPage = (openUrl: string, homeUrl: string | null, name: string | null): string =>
  page(
    'Pain Signals is installed',
    html`<p>It’s now in ${name === null ? 'your workspace' : html`<strong>${name}</strong>`}. Open Slack and type <code>${COMMAND} trending</code> in a channel. If no API key is connected yet, you can connect one from the reply.</p>
<p><a class="button" href="${openUrl}">Open Slack</a></p>
${homeUrl === null ? null : html`<p>Or start from <a href="${homeUrl}">the app’s Home tab</a>.</p>`}`,
  );

export const notInstalledPage = (reason: string): string =>
  page(
    'Pain Signals wasn’t installed',
    html`<p>${reason} Nothing was changed.</p>
<p><a class="button" href="/slack/install">Try again</a></p>`,
  );

export const linkUsedPage = (): string =>
  page(
    'This link can’t be used',
    html`<p>It has expired, was already used, or was opened in another browser. If Pain Signals is in your workspace already, you’re done.</p>
<p><a class="button" href="/slack/install">Start again</a></p>`,
  );

/** No scripts, no external content, no frames. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const STYLE = `
body { font: 17px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 12vh auto; padding: 0 1.5rem; color: #1d1c1d; background: #fff }
h1 { font-size: 1.6rem; line-height: 1.2 }
.button { display: inline-block; margin-top: .5rem; padding: .6rem 1.2rem; border-radius: 6px; background: #7a1e2c; color: #fff; text-decoration: none; font-weight: 600 }
.button:focus-visible { outline: 3px solid #1264a3; outline-offset: 2px }
code { padding: .1rem .3rem; border-radius: 4px; background: #f1eeee }
@media (prefers-color-scheme: dark) { body { color: #f0edee; background: #1a1718 } code { background: #332d2f } .button { background: #c8435a } }
`;

const page = (title: string, body: Html): string =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${new Html(STYLE)}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`
    .markup;
