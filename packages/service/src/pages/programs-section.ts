import type { ConnectedProgram } from '../accounts/own-programs.ts';
import { formatTime } from './dates.ts';
import { formTokenField } from './form.ts';
import { type Html, html } from './html.ts';

/** The programs that were let in over OAuth; nothing where there are none. */
export const drawPrograms = (programs: readonly ConnectedProgram[], formToken: string): Html | null =>
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
