import { MIXED_MARK, SAMPLE_MARK } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { errorMessage, type Failure } from '../errors/error-messages.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { describeActive } from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, formatDate, plural } from '../kit/format.ts';
import type { Section } from './home-view.ts';

/** Scores are computed every night; older ones mean that a night failed. */
const NIGHT_FAILED_MS = 30 * HOUR_MS;

const POSTS = {
  real: null,
  sample: `*${SAMPLE_MARK}*: made-up signals to try the app with`,
  mixed: `⚠ *${SAMPLE_MARK} ${MIXED_MARK}.* Remove it: \`npm run -s cli -- sample remove\``,
};

export interface Status {
  /** The service's status, or why it is unknown. */
  service:
    | { answeredAt: number; isStale: boolean; snapshotAt: string | null; signals: number; posts: keyof typeof POSTS }
    | Failure;
  /** Calls left in the current window; null if unknown. */
  budget: {
    left: number;
    calls: number;
    windowMs: number;
    searches: { left: number; warnedUntil: number | null };
  } | null;
  /** Votes on answers and briefs; null if unknown. */
  feedback?: { useful: number; notUseful: number } | null;
  version: string;
  /** Epoch ms. */
  now: number;
}

function statusLines({ service, budget, feedback, now }: Omit<Status, 'version'>): string[] {
  const lines = 'code' in service ? failureLines(service, now) : serviceLines(service, now);
  return [
    ...lines,
    budget === null ? null : describeBudget(budget),
    ...(budget === null ? [] : describeSearches(budget.searches)),
    feedback ? describeFeedback(feedback) : null,
  ].filter((line) => line !== null);
}

export function statusCard({ version, ...status }: Status): Card {
  const said = [...statusLines(status), `Version ${version}`];
  return card(said.map((line) => line.replaceAll('*', '').replace(/\.?$/, '.')).join(' '), [
    header('Status'),
    section(said.slice(0, -1).join('\n')),
    actions([
      button(ACTION.refresh, { text: 'Refresh', value: encodeQuery({ show: 'status' }) }),
      button(ACTION.help, { text: 'Help', value: encodeQuery({ show: 'help' }) }),
    ]),
    context([`Pain Signals ${version}`]),
  ]);
}

function failureLines(failure: Failure, checkedAt: number): string[] {
  const { title, reason, nextStep } = errorMessage(failure);
  return [`✗ *${title}* Checked ${formatDate(checkedAt, 'minute')}`, `${reason} ${nextStep}`];
}

function serviceLines(service: Exclude<Status['service'], Failure>, now: number): (string | null)[] {
  const at = formatDate(service.answeredAt, 'minute');
  return [
    service.isStale ? `✗ *The service isn’t responding.* Last response ${at}` : `✓ *The service is up.* Checked ${at}`,
    describeAge(service.snapshotAt, now),
    describeActive(service.signals),
    POSTS[service.posts],
  ];
}

export function describeAge(snapshotAt: string | null, now: number): string {
  if (snapshotAt === null) return 'No scores yet. The first ones appear within a minute of the first posts';
  const age = now - Date.parse(snapshotAt);
  const at = formatDate(snapshotAt, 'minute');
  if (age < NIGHT_FAILED_MS) return `✓ *Scores are up to date.* Updated ${at}`;
  return `⚠ *Scores are ${plural(Math.max(1, Math.round(age / DAY_MS)), 'day')} old.* The nightly update has been failing since ${at}`;
}

function describeBudget({ left, calls, windowMs }: NonNullable<Status['budget']>): string {
  const window = windowMs === 60_000 ? 'this minute' : `in ${plural(windowMs / 1_000, 'second')}`;
  return `${formatCount(left)} of ${plural(calls, 'API call')} left ${window}`;
}

function describeSearches({ left, warnedUntil }: NonNullable<Status['budget']>['searches']): (string | null)[] {
  return [
    left === 0 ? '⚠ *No searches of posts left for now.* Questions are answered from names and summaries' : null,
    warnedUntil === null
      ? null
      : `⚠ *The service has warned this API key of fair use.* Until ${formatDate(warnedUntil, 'minute')}, posts are searched for questions only, and less often, and lists are paused sooner`,
  ];
}

const describeFeedback = ({ useful, notUseful }: NonNullable<Status['feedback']>): string | null =>
  useful + notUseful === 0
    ? null
    : `Feedback on answers and briefs: ${formatCount(useful)} useful, ${formatCount(notUseful)} not useful`;

export function statusSection(status: Omit<Status, 'version'>): Section {
  return [
    header('Status'),
    section(statusLines(status).join('\n')),
    actions([button(ACTION.refreshHome, { text: 'code' in status.service ? 'Retry' : 'Refresh', value: 'refresh' })]),
  ];
}
