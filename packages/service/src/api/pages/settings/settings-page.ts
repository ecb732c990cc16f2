import type { Account, ApiKeyRecord } from '../../../accounts/index.ts';
import { MAX_KEY_NAME_LENGTH } from '../../../accounts/keys/api-keys.ts';
import type { ConnectedProgram } from '../../../accounts/oauth/connected-programs.ts';
import type { JudgedAlert } from '../../../queries/alerts.ts';
import { formatTime } from '../kit/format.ts';
import { formTokenField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import { drawNotice, drawPage } from '../kit/layout.ts';
import { drawAlerts } from './alerts-section.ts';

export interface SettingsPage {
  account: Account;
  keys: readonly ApiKeyRecord[];
  programs: readonly ConnectedProgram[];
  alerts: readonly JudgedAlert[];
  formToken: string;
  serviceUrl: string;
  /** Just made: shown this once. */
  newKey?: string;
  fault?: string;
  done?: string;
}

export const drawSettings = (page: SettingsPage): string =>
  drawPage({
    title: 'Settings',
    email: page.account.email,
    formToken: page.formToken,
    body: html`<h1>Settings</h1>
<p class="quiet">${page.account.email} · ${page.account.plan === 'pro' ? 'Pro' : 'Free'} plan · since ${formatTime(page.account.createdAt)}</p>
${drawNotice(page.fault ?? null)}${drawNotice(page.done ?? null, 'done')}
<section class="card" aria-labelledby="integrations">
<h2 id="integrations">Integrations</h2>
<p>Programs read pain signals with an API key, or by having you sign in.</p>
${page.newKey === undefined ? null : drawNewKey(page.newKey)}
${page.account.plan === 'pro' ? drawKeyForm(page) : drawFreePlan(page.account)}
${page.keys.length === 0 ? null : drawKeys(page)}
${drawPrograms(page.programs, page.formToken)}
${drawAddresses(page.serviceUrl)}
</section>
${page.account.plan === 'pro' ? drawAlerts(page.alerts, page.formToken) : null}`,
  });

const drawNewKey = (key: string): Html => html`<div class="notice done" role="status">
<p><b>Your new key.</b> Copy it now: it is shown this once.</p>
<p class="secret"><code id="new-key">${key}</code> <button type="button" class="plain" data-copies="new-key" hidden>Copy</button></p>
</div>`;

const drawKeyForm = ({ formToken }: SettingsPage): Html => html`<h3>Create a key</h3>
<form method="post" action="/settings/keys">
${formTokenField(formToken)}
<div class="inline">
<p class="field"><label for="name">Name <span class="quiet">(what it is for, optional)</span></label>
<input id="name" name="name" maxlength="${MAX_KEY_NAME_LENGTH}" autocomplete="off" aria-describedby="terms"></p>
<button>Create key</button>
</div>
</form>
${TERMS}`;

const TERMS = html`<div class="terms quiet" id="terms">
<p><b>Terms of use.</b> Keys are for agent workflows, market research and validation, internal dashboards and summaries.
Competitive scraping, reselling the data and training models on it are not permitted. There is no bulk export: paging
through everything breaches fair use. Misuse may lead to a key's suspension or revocation.</p>
<p>60 requests a minute, over all your keys and programs. A key reads; it changes nothing.</p>
</div>`;

const drawFreePlan = ({ email }: Account): Html => html`<div class="notice fault">
<p><b>Keys need a Pro subscription.</b> Your account is on the Free plan, so keys cannot be created, signal pages stay closed, alerts
rest, and keys and programs you had answer 403.</p>
<p>Whoever runs this service can change the plan: <code>npm run -s cli -- user plan ${email} pro</code></p>
</div>`;

const drawKeys = ({ keys, formToken }: SettingsPage): Html => html`<h3>Your keys</h3>
<div class="scroll"><table class="records">
<caption>A key that is revoked stops working at once.</caption>
<thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Last used</th><th scope="col">Created</th><th scope="col"><span class="skip">Revoke</span></th></tr></thead>
<tbody>${keys.map((key) => drawKey(key, formToken))}</tbody>
</table></div>`;

const drawKey = ({ prefix, name, createdAt, lastUsedAt }: ApiKeyRecord, formToken: string): Html => html`<tr>
<td data-label="Key"><code>pain_${prefix}_…</code></td>
<td data-label="Name">${name ?? '–'}</td>
<td data-label="Last used">${lastUsedAt === null ? 'never' : formatTime(lastUsedAt)}</td>
<td data-label="Created">${formatTime(createdAt)}</td>
<td class="act"><form method="post" action="/settings/keys/${prefix}/revoke">${formTokenField(formToken)}<button class="plain" aria-label="Revoke the key ${prefix}${name === null ? '' : `, ${name}`}">Revoke</button></form></td>
</tr>`;

const drawAddresses = (serviceUrl: string): Html => html`<h3>Addresses</h3>
<p class="secret">REST <code id="rest-address">${serviceUrl}</code> <button type="button" class="plain" data-copies="rest-address" aria-label="Copy the REST address" hidden>Copy</button> <a href="/openapi.json">its description</a></p>
<p class="secret">MCP <code id="mcp-address">${serviceUrl}/mcp</code> <button type="button" class="plain" data-copies="mcp-address" aria-label="Copy the MCP address" hidden>Copy</button></p>
<p class="quiet">An agent that knows OAuth needs no key: give it the MCP address, and it sends you here to sign in.</p>`;

/** The programs that were let in over OAuth; nothing where there are none. */
const drawPrograms = (programs: readonly ConnectedProgram[], formToken: string): Html | null =>
  programs.length === 0
    ? null
    : html`<h3 id="programs">Connected programs</h3>
<div class="scroll"><table class="records">
<caption>They read signals over MCP in your name. A name is what a program calls itself. One that is disconnected is refused at once.</caption>
<thead><tr><th scope="col">Program</th><th scope="col">Connected</th><th scope="col">Last renewed</th><th scope="col"><span class="skip">Disconnect</span></th></tr></thead>
<tbody>${programs.map((program) => drawProgram(program, formToken))}</tbody>
</table></div>`;

const drawProgram = ({ clientId, name, since, renewedAt }: ConnectedProgram, formToken: string): Html => html`<tr>
<td data-label="Program">${name}</td>
<td data-label="Connected">${formatTime(since)}</td>
<td data-label="Last renewed">${formatTime(renewedAt)}</td>
<td class="act"><form method="post" action="/settings/programs/${clientId}/disconnect">${formTokenField(formToken)}<button class="plain" aria-label="Disconnect ${name}">Disconnect</button></form></td>
</tr>`;
