import { type Html, html, TOP_METRICS } from '@pain-signals/contract';
import { MAX_ALERT_QUERY_LENGTH } from '../../../accounts/alerts.ts';
import type { JudgedAlert } from '../../../queries/alerts.ts';
import { formatCount } from '../kit/format.ts';
import { formTokenField } from '../kit/forms.ts';

type Metric = JudgedAlert['metric'];

const METRICS: Readonly<Record<Metric, { name: string; label: string }>> = {
  score: { name: 'score', label: 'Score' },
  growth: { name: 'growth', label: 'Growth (%)' },
  volume: { name: 'mentions', label: 'Mentions' },
};

/** Watches (REST calls them alerts) with their current state, and a form to add one. */
export const drawAlerts = (
  alerts: readonly JudgedAlert[],
  formToken: string,
): Html => html`<section class="card" aria-labelledby="alerts">
<h2 id="alerts">Watches</h2>
<p>These watches are read by apps through the API. They don’t notify you. To watch a single signal, open its page. For messages in Slack, use <code>/pain watch</code> there; those watches aren’t listed here.</p>
<form method="post" action="/settings/alerts">
${formTokenField(formToken)}
<div class="inline">
<p class="field"><label for="query">Topic</label>
<input id="query" name="query" required maxlength="${MAX_ALERT_QUERY_LENGTH}" autocomplete="off"></p>
${drawAlertFields()}
<button>Add watch</button>
</div>
${THRESHOLD_HINT}
</form>
${alerts.length === 0 ? null : drawTable(alerts, formToken)}
</section>`;

export const THRESHOLD_HINT = html`<p class="quiet">A score threshold must be below 100.</p>`;

/** Fields for the metric and the threshold. */
export const drawAlertFields = (): Html => html`<p class="field"><label for="metric">Metric</label>
<select id="metric" name="metric">${TOP_METRICS.map((metric) => html`<option value="${metric}">${METRICS[metric].label}</option>`)}</select></p>
<p class="field"><label for="above">Threshold</label>
<input id="above" name="above" type="number" step="any" min="-100" max="1000000000" required></p>`;

const drawTable = (alerts: readonly JudgedAlert[], formToken: string): Html => html`<h3>Your watches</h3>
<div class="scroll"><table class="records">
<caption>Above or below their threshold, as of the last update.</caption>
<thead><tr><th scope="col">Signals</th><th scope="col">Condition</th><th scope="col">Now</th><th scope="col">State</th><th scope="col"><span class="skip">Remove</span></th></tr></thead>
<tbody>${alerts.map((alert) => drawAlert(alert, formToken))}</tbody>
</table></div>`;

const drawAlert = (alert: JudgedAlert, formToken: string): Html => html`<tr>
<td data-label="Signals">${drawSubject(alert)}</td>
<td data-label="Condition">${METRICS[alert.metric].name} above ${formatFigure(alert.metric, alert.above)}</td>
<td data-label="Now">${alert.value === null ? 'no matches' : formatFigure(alert.metric, alert.value)}</td>
<td data-label="State">${alert.raised ? html`<b>▲ above</b>` : 'below'}</td>
<td class="act"><form method="post" action="/settings/alerts/${alert.id}/remove">${formTokenField(formToken)}<button class="plain" aria-label="Remove the watch of ${alertName(alert)}, ${METRICS[alert.metric].name}">Remove</button></form></td>
</tr>`;

const alertName = ({ query, topic }: JudgedAlert): string => (query === null ? (topic ?? 'a signal') : `“${query}”`);

const drawSubject = (alert: JudgedAlert): Html | string =>
  alert.signalId === null ? alertName(alert) : html`<a href="/signals/${alert.signalId}">${alertName(alert)}</a>`;

/** Growth is stored as a ratio and shown in percent. */
const formatFigure = (metric: Metric, figure: number): string =>
  metric === 'growth' ? `${formatCount(figure * 100)}%` : formatCount(figure);
