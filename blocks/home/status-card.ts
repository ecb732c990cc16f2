import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { errorMessage, type Failure } from '../errors/error-messages.ts';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatDate, type Locale } from '../kit/format.ts';
import { SAMPLE_MARK } from '../kit/freshness.ts';
import type { Section } from './home-view.ts';

/** Scores are computed every night; older ones mean that a night failed. */
const NIGHT_FAILED_MS = 30 * HOUR_MS;

const POSTS = {
  real: null,
  sample: `*${SAMPLE_MARK}*: the signals are invented, for trying the app out`,
  mixed: `⚠ *${SAMPLE_MARK} and other posts are mixed*: some signals are made up; remove them with \`npm run -s cli -- sample remove\``,
};

export interface Status {
  /** The service's status, or why it is unknown. */
  service:
    | { answeredAt: number; isStale: boolean; snapshotAt: string | null; signals: number; posts: keyof typeof POSTS }
    | Failure;
  /** Calls left in the current window; null if unknown. */
  budget: { left: number; calls: number; windowMs: number } | null;
  version: string;
  /** Epoch ms. */
  now: number;
}

function statusLines({ service, budget, now }: Omit<Status, 'version'>, locale: Locale): string[] {
  const lines = 'code' in service ? failureLines(service) : serviceLines(service, now, locale);
  return [...lines, budget === null ? null : describeBudget(budget, locale)].filter((line) => line !== null);
}

export function statusCard({ version, ...status }: Status, locale: Locale): Card {
  const said = [...statusLines(status, locale), `Version ${version}`];
  return card(said.map((line) => `${line.replaceAll('*', '')}.`).join(' '), [
    header('Status'),
    section(said.slice(0, -1).join('\n')),
    actions([
      button(ACTION.refresh, { text: 'Refresh', value: encodeQuery({ show: 'status' }) }),
      button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) }),
    ]),
    context([`Pain Signals ${version}`]),
  ]);
}

function failureLines(failure: Failure): string[] {
  const { title, reason, nextStep } = errorMessage(failure);
  return [`✗ *${withoutStop(title)}*`, withoutStop(reason), withoutStop(nextStep)];
}

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

function serviceLines(service: Exclude<Status['service'], Failure>, now: number, locale: Locale): (string | null)[] {
  const at = formatDate(service.answeredAt, 'minute');
  return [
    service.isStale ? `✗ *The service does not answer*; it last did ${at}` : `✓ *The service answers*; asked ${at}`,
    describeAge(service.snapshotAt, now, locale),
    locale.plural(service.signals, 'active signal'),
    POSTS[service.posts],
  ];
}

function describeAge(snapshotAt: string | null, now: number, locale: Locale): string {
  if (snapshotAt === null) return 'Nothing scored yet: the service is still reading its first posts';
  const age = now - Date.parse(snapshotAt);
  const at = formatDate(snapshotAt, 'minute');
  if (age < NIGHT_FAILED_MS) return `✓ *Figures are up to date*: computed ${at}`;
  return `⚠ *Data from ${locale.plural(Math.max(1, Math.round(age / DAY_MS)), 'day')} ago*: no night since ${at} has succeeded`;
}

function describeBudget({ left, calls, windowMs }: NonNullable<Status['budget']>, locale: Locale): string {
  const window = windowMs === 60_000 ? 'this minute' : locale.plural(windowMs / 1_000, 'second');
  return `${locale.count(left)} of ${locale.plural(calls, 'call')} to the service are left in ${window}, for all who share our key`;
}

export function statusSection(status: Omit<Status, 'version'>, locale: Locale): Section {
  return [
    header('Right now'),
    section(statusLines(status, locale).join('\n')),
    actions([button(ACTION.refreshHome, { text: 'code' in status.service ? 'Retry' : 'Refresh', value: 'refresh' })]),
  ];
}
