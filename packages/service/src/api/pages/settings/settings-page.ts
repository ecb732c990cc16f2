import { type Html, html } from '@pain-signals/contract';
import type { Account, ApiKeyRecord } from '../../../accounts/index.ts';
import { MAX_KEY_NAME_LENGTH } from '../../../accounts/keys/api-keys.ts';
import type { FairUseStatus } from '../../../accounts/limits/fair-use.ts';
import type { ConnectedProgram } from '../../../accounts/oauth/index.ts';
import type { JudgedAlert } from '../../../queries/alerts.ts';
import { formatTime } from '../kit/format.ts';
import { formTokenField } from '../kit/forms.ts';
import { drawNotice, drawPage } from '../kit/layout.ts';
import { drawAlerts } from './alerts-section.ts';

export interface SettingsPage {
  account: Account;
  fairUse: FairUseStatus;
  keys: readonly ApiKeyRecord[];
  programs: readonly ConnectedProgram[];
  alerts: readonly JudgedAlert[];
  formToken: string;
  serviceUrl: string;
  /** Just created: shown this once. */
  newKey?: string;
  error?: string;
  done?: string;
}

export const drawSettings = (page: SettingsPage): string =>
  drawPage({
    title: 'Settings',
    section: 'settings',
    email: page.account.email,
    formToken: page.formToken,
    body: html`<h1>Settings</h1>
<p class="quiet">${page.account.email} · ${page.account.plan === 'pro' ? 'Pro' : 'Free'} plan · since ${formatTime(page.account.createdAt)}</p>
${drawFairUse(page)}${drawNotice(page.error ?? null)}${drawNotice(page.done ?? null, 'done')}
<section class="card" aria-labelledby="integrations">
<h2 id="integrations">Integrations</h2>
<p>Apps read signals with an API key, or by asking you to sign in.</p>
${page.newKey === undefined ? null : drawNewKey(page.newKey)}
${page.account.plan === 'free' ? drawFreePlan() : page.fairUse.isSuspended ? null : drawKeyForm(page)}
${page.keys.length === 0 ? null : drawKeys(page)}
${drawPrograms(page.programs, page.formToken)}
${page.account.plan === 'free' ? null : drawEndpoints(page.serviceUrl)}
</section>
${page.account.plan === 'pro' ? drawAlerts(page.alerts, page.formToken) : null}`,
  });

const drawFairUse = ({ fairUse: { isSuspended, notices } }: SettingsPage): Html | null =>
  notices.length === 0
    ? null
    : html`<div class="notice error" role="status">
<p><b>${isSuspended ? 'Your account is suspended.' : 'Fair use warning.'}</b> ${notices.join(' ')}</p>
${
  isSuspended
    ? html`<p>Your keys, connected apps and signal pages don’t work, and you can’t create keys or connect apps. Ask the person who runs this
service to restore access.</p>`
    : html`<p>Read the signals you need instead of paging through all of them, and keep what you have already read.</p>`
}
</div>`;

const drawNewKey = (key: string): Html => html`<div class="notice done" role="status">
<p><b>Your new key.</b> Copy it now. You won’t see it again.</p>
<p class="secret"><code id="new-key">${key}</code> <button type="button" class="plain" data-copies="new-key" hidden>Copy</button></p>
</div>`;

const drawKeyForm = ({ formToken, serviceUrl }: SettingsPage): Html => html`<h3>Create a key</h3>
<form method="post" action="/settings/keys">
${formTokenField(formToken)}
<div class="inline">
<p class="field"><label for="name">Name <span class="quiet">(what it is for, optional)</span></label>
<input id="name" name="name" maxlength="${MAX_KEY_NAME_LENGTH}" autocomplete="off" aria-describedby="terms"></p>
<button>Create key</button>
</div>
</form>
${isOwnMachine(serviceUrl) ? LIMITS : TERMS}`;

/** Nobody agrees on terms with themselves. */
const isOwnMachine = (serviceUrl: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(serviceUrl).hostname);

const LIMITS_TEXT = '60 requests per minute, across all your keys and apps. Keys are read-only.';

const LIMITS = html`<p class="quiet" id="terms">${LIMITS_TEXT}</p>`;

const TERMS = html`<div class="terms quiet" id="terms">
<p><b>Terms of use.</b> Use keys for agent workflows, market research and validation, internal dashboards and summaries.
Competitive scraping, reselling the data and training models on it are not permitted. There is no bulk export: paging
through all signals violates fair use. Misuse can get your account suspended.</p>
<p>${LIMITS_TEXT}</p>
</div>`;

const drawFreePlan = (): Html => html`<div class="notice error">
<p><b>API keys require Pro.</b> On the Free plan, you can’t create keys, open signal pages or watch signals, and
keys and connected apps don’t work.</p>
<p>Ask the person who runs this service to upgrade you.</p>
</div>`;

const drawKeys = ({ keys, formToken }: SettingsPage): Html => html`<h3>Your keys</h3>
<div class="scroll"><table class="records">
<caption>Revoked keys stop working within two seconds.</caption>
<thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Last used</th><th scope="col">Created</th><th scope="col"><span class="skip">Revoke</span></th></tr></thead>
<tbody>${keys.map((key) => drawKey(key, formToken))}</tbody>
</table></div>`;

const drawKey = ({ prefix, name, createdAt, lastUsedAt }: ApiKeyRecord, formToken: string): Html => html`<tr>
<td data-label="Key"><code>pain_${prefix}_…</code></td>
<td data-label="Name">${name ?? '–'}</td>
<td data-label="Last used">${lastUsedAt === null ? 'never' : formatTime(lastUsedAt)}</td>
<td data-label="Created">${formatTime(createdAt)}</td>
<td class="act"><form method="post" action="/settings/keys/${prefix}/revoke">${formTokenField(formToken)}<button class="plain" aria-label="Revoke key ${prefix}${name === null ? '' : `, ${name}`}">Revoke</button></form></td>
</tr>`;

const drawEndpoints = (serviceUrl: string): Html => html`<h3>Endpoints</h3>
<p class="secret">REST <code id="rest-address">${serviceUrl}</code> <button type="button" class="plain" data-copies="rest-address" aria-label="Copy the REST URL" hidden>Copy</button> <a href="/openapi.json">OpenAPI</a></p>
<p class="secret">MCP <code id="mcp-address">${serviceUrl}/mcp</code> <button type="button" class="plain" data-copies="mcp-address" aria-label="Copy the MCP URL" hidden>Copy</button></p>
<p class="quiet">Agents that support OAuth don’t need a key. Give them the MCP URL, and they’ll send you here to sign in.</p>`;

/** The apps connected over OAuth; null without any. */
const drawPrograms = (programs: readonly ConnectedProgram[], formToken: string): Html | null =>
  programs.length === 0
    ? null
    : html`<h3 id="programs">Connected apps</h3>
<div class="scroll"><table class="records">
<caption>They read signals over MCP on your behalf. Apps choose their own names. Disconnecting takes effect immediately.</caption>
<thead><tr><th scope="col">App</th><th scope="col">Connected</th><th scope="col">Last renewed</th><th scope="col"><span class="skip">Disconnect</span></th></tr></thead>
<tbody>${programs.map((program) => drawProgram(program, formToken))}</tbody>
</table></div>`;

const drawProgram = ({ clientId, name, since, renewedAt }: ConnectedProgram, formToken: string): Html => html`<tr>
<td data-label="App">${name}</td>
<td data-label="Connected">${formatTime(since)}</td>
<td data-label="Last renewed">${formatTime(renewedAt)}</td>
<td class="act"><form method="post" action="/settings/programs/${encodeURIComponent(clientId)}/disconnect">${formTokenField(formToken)}<button class="plain" aria-label="Disconnect ${name}">Disconnect</button></form></td>
</tr>`;
