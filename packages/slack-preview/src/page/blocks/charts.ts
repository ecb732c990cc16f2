import { type Fields, isObject, objectsIn } from '../../limits/json.ts';
import { attributes, type Html, html } from '../text/html.ts';

const SIZE = { width: 600, height: 180, left: 36, bottom: 22, top: 8 };
const LABELS = 6;

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** Half of a letter's width. */
const HALF_LETTER = 3.2;

/** Below its point; at the right edge where it would be cut off. */
function placeLabel(label: string, x: number): { x: string; 'text-anchor': string } {
  const isCut = x + label.length * HALF_LETTER > SIZE.width;
  return { x: (isCut ? SIZE.width : x).toFixed(1), 'text-anchor': isCut ? 'end' : 'middle' };
}

/** A native chart as this page draws it: lines or bars, with its numbers for screen readers. */
export function showChart(block: Fields): Html {
  const chart = isObject(block.chart) ? block.chart : {};
  const series = chart.type === 'pie' ? segmentsOf(chart) : seriesOf(chart);
  const labels = chart.type === 'pie' ? pieLabels(chart) : categoriesOf(chart);
  const top = roundUp(Math.max(1, ...series.flatMap(({ values }) => values)));
  const x = (at: number) => SIZE.left + ((at + 0.5) * (SIZE.width - SIZE.left)) / Math.max(labels.length, 1);
  const y = (value: number) => SIZE.top + (1 - Math.max(value, 0) / top) * (SIZE.height - SIZE.top - SIZE.bottom);
  const isLine = chart.type === 'line' || chart.type === 'area';
  const marks = series.map(({ values }, at) =>
    isLine ? line(values, at, x, y) : bars(values, at, series.length, x, y),
  );
  const last = labels.length - 1;
  const step = labelStep(last);
  const axis = labels.map((label, at) =>
    (last - at) % step === 0
      ? html`<text${attributes(placeLabel(label, x(at)))} y="${SIZE.height - 6}">${label}</text>`
      : html``,
  );
  const ticks = [0, top / 2, top]
    .filter(Number.isInteger)
    .map((value) => html`<text x="0" y="${(y(value) + 4).toFixed(1)}">${String(value)}</text>`);
  const title = String(block.title ?? '');
  return html`<figure class="chart"><figcaption>${title}</figcaption><svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${describe(title, series, labels)}">${ticks}<line class="base" x1="${SIZE.left}" y1="${y(0)}" x2="${SIZE.width}" y2="${y(0)}"></line>${marks}${axis}</svg>${legend(series)}</figure>`;
}

/** From one label to the next, counted from the last one; a step that reaches the first one too where there is one. */
function labelStep(last: number): number {
  const least = Math.max(1, Math.ceil(last / (LABELS - 1)));
  const steps = Array.from({ length: least }, (_, more) => least + more);
  return steps.find((step) => last % step === 0) ?? least;
}

/** The next number that reads well on an axis, and halved: 7 is 8, 88 is 100. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8].find((times) => times * unit >= most) ?? 10) * unit;
}

type Place = (at: number) => number;

function line(values: readonly number[], at: number, x: Place, y: Place): Html {
  const points = values.map((value, each) => `${x(each).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return html`<polyline class="series s${at % 6}" points="${points}"></polyline>`;
}

function bars(values: readonly number[], at: number, of: number, x: Place, y: Place): Html {
  const width = Math.max(2, ((x(1) - x(0)) * 0.7) / of);
  return html`${values.map(
    (value, each) =>
      html`<rect class="series s${at % 6}" x="${(x(each) + (at - of / 2) * width).toFixed(1)}" y="${y(value).toFixed(1)}" width="${width.toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}"></rect>`,
  )}`;
}

const legend = (series: readonly Series[]): Html | false =>
  series.length > 1 &&
  html`<div class="legend">${series.map(({ name }, at) => html`<span class="key s${at % 6}">${name}</span>`)}</div>`;

const describe = (title: string, series: readonly Series[], labels: readonly string[]): string =>
  `${title}. ${series.map(({ name, values }) => `${name}: ${values.map((value, at) => `${labels[at] ?? ''} ${value}`).join(', ')}`).join('; ')}`;

const seriesOf = (chart: Fields): Series[] =>
  objectsIn(chart.series).map(({ name, data }) => ({
    name: String(name ?? ''),
    values: objectsIn(data).map(({ value }) => Number(value)),
  }));

const categoriesOf = ({ axis_config: axis }: Fields): string[] =>
  isObject(axis) && Array.isArray(axis.categories) ? axis.categories.map(String) : [];

const segmentsOf = ({ segments }: Fields): Series[] => [
  { name: '', values: objectsIn(segments).map(({ value }) => Number(value)) },
];

const pieLabels = ({ segments }: Fields): string[] => objectsIn(segments).map(({ label }) => String(label ?? ''));
