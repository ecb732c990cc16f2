import { TOP_METRICS } from '@pain-signals/contract';
import { MAX_ALERT_QUERY_LENGTH } from '../../../accounts/alerts.ts';
import type { JudgedAlert } from '../../../queries/alerts.ts';
import { formatCount } from '../kit/format.ts';
import { formTokenField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';

type Metric = JudgedAlert['metric'];

const METRICS: Readonly<Record<Metric, { name: string; unit: string }>> = {
  score: { name: 'score', unit: ', 0 to 100' },
  growth: { name: 'growth', unit: ', %' },
  volume: { name: 'mentions', unit: '' },
};

/** What people want to be told of, with how it stands, and a form for more. */
export const drawAlerts = (
  alerts: readonly JudgedAlert[],
  formToken: string,
): Html => html`<section class="card" aria-labelledby="alerts">
<h2 id="alerts">Alerts</h2>
<p>An alert is raised while a figure stands above what you say, judged whenever the figures are counted. It is shown here alone and nothing is sent: to be told, use <code>/pain watch</code> in Slack. For one signal alone, make it on the signal's page.</p>
<form method="post" action="/settings/alerts">
${formTokenField(formToken)}
<div class="inline">
<p class="field"><label for="query">Signals about</label>
<input id="query" name="query" required maxlength="${MAX_ALERT_QUERY_LENGTH}" autocomplete="off"></p>
${drawAlertFields()}
<button>Add alert</button>
</div>
</form>
${alerts.length === 0 ? null : drawTable(alerts, formToken)}
</section>`;

/** Which figure, and above what. */
export const drawAlertFields = (): Html => html`<p class="field"><label for="metric">Figure</label>
<select id="metric" name="metric">${TOP_METRICS.map((metric) => html`<option value="${metric}">${METRICS[metric].name}${METRICS[metric].unit}</option>`)}</select></p>
<p class="field"><label for="above">Above</label>
<input id="above" name="above" type="number" step="any" min="-100" max="1000000000" required></p>`;

const drawTable = (
  alerts: readonly JudgedAlert[],
  formToken: string,
): Html => html`<div class="scroll"><table class="records">
<caption>As the last count left them.</caption>
<thead><tr><th scope="col">Of</th><th scope="col">When</th><th scope="col">Now</th><th scope="col">State</th><th scope="col"><span class="skip">Remove</span></th></tr></thead>
<tbody>${alerts.map((alert) => drawAlert(alert, formToken))}</tbody>
</table></div>`;

const drawAlert = (alert: JudgedAlert, formToken: string): Html => html`<tr>
<td data-label="Of">${drawSubject(alert)}</td>
<td data-label="When">${METRICS[alert.metric].name} above ${formatFigure(alert.metric, alert.above)}</td>
<td data-label="Now">${alert.value === null ? 'nothing found' : formatFigure(alert.metric, alert.value)}</td>
<td data-label="State">${alert.raised ? html`<b>▲ raised</b>` : 'quiet'}</td>
<td class="act"><form method="post" action="/settings/alerts/${alert.id}/remove">${formTokenField(formToken)}<button class="plain" aria-label="Remove the alert on ${METRICS[alert.metric].name} of ${alertName(alert)}">Remove</button></form></td>
</tr>`;

const alertName = ({ query, topic }: JudgedAlert): string => (query === null ? (topic ?? 'a signal') : `“${query}”`);

const drawSubject = (alert: JudgedAlert): Html | string =>
  alert.signalId === null ? alertName(alert) : html`<a href="/signals/${alert.signalId}">${alertName(alert)}</a>`;

/** Growth is a ratio, which people read in percent. */
const formatFigure = (metric: Metric, figure: number): string =>
  metric === 'growth' ? `${formatCount(figure * 100)}%` : formatCount(figure);
