import { MIXED_MARK, SAMPLE_MARK } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import { errorMessage, type Failure } from '../errors/error-messages.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, formatDate, plural } from '../kit/format.ts';
import { plainTable } from '../kit/native-blocks.ts';
import { helpButton } from '../signals/list-controls.ts';
import type { Section } from './home-view.ts';

/** Scores are computed every night; older ones mean that a night failed. */
const NIGHT_FAILED_MS = 30 * HOUR_MS;

const POSTS = {
  real: null,
  sample: { name: 'Posts', says: `*${SAMPLE_MARK}* (made-up posts to try the app with)` },
  mixed: { name: 'Posts', says: `⚠ *${SAMPLE_MARK} ${MIXED_MARK}.* Remove it: \`npm run -s cli -- sample remove\`` },
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

/** What it is about, and its state in mrkdwn. */
interface Fact {
  name: string;
  says: string;
}

const formatFact = ({ name, says }: Fact): string => `${name}: ${says}`;

function statusFacts({ service, budget, feedback, now }: Omit<Status, 'version'>): Fact[] {
  const facts = 'code' in service ? [failureFact(service, now)] : serviceFacts(service, now);
  return [
    ...facts,
    budget === null ? null : budgetFact(budget),
    ...(budget === null ? [] : searchFacts(budget.searches)),
    feedback ? feedbackFact(feedback) : null,
  ].filter((fact) => fact !== null);
}

export function statusCard({ version, ...status }: Status): Card {
  const facts = statusFacts(status);
  const finding = describeStatus(status);
  const said = [finding, ...[...facts, { name: 'Version', says: version }].map(formatFact)];
  return card(said.map((line) => line.replaceAll('*', '').replace(/\.?$/, '.')).join(' '), [
    header(finding),
    plainTable(
      [['Component', 'Status'], ...facts.map(({ name, says }) => [name, { mrkdwn: says }])],
      [section(facts.map(formatFact).join('\n'))],
    ),
    actions([button(ACTION.refresh, { text: 'Refresh', value: encodeQuery({ show: 'status' }) }), helpButton()]),
    context([`Pain Signals ${version}`]),
  ]);
}

/** What is wrong, or that nothing is. */
function describeStatus({ service, now }: Omit<Status, 'version'>): string {
  if ('code' in service) return errorMessage(service).title;
  if (service.isStale) return 'The service isn’t responding.';
  const { mark, sentence } = ageOf(service.snapshotAt, now);
  return mark === '✓ ' ? 'The service is up, and scores are up to date.' : sentence;
}

function failureFact(failure: Failure, checkedAt: number): Fact {
  const { reason, nextStep } = errorMessage(failure);
  return {
    name: 'Service',
    says: `✗ *Unavailable.* Checked ${formatDate(checkedAt, 'minute')}\n${reason} ${nextStep}`,
  };
}

function serviceFacts(service: Exclude<Status['service'], Failure>, now: number): (Fact | null)[] {
  const at = formatDate(service.answeredAt, 'minute');
  return [
    {
      name: 'Service',
      says: service.isStale ? `✗ *Not responding.* Last response ${at}` : `✓ *Up.* Checked ${at}`,
    },
    scoresFact(service.snapshotAt, now),
    { name: 'Signals', says: `${formatCount(service.signals)} active in the last 30 days` },
    POSTS[service.posts],
  ];
}

/** How old the scores are: whether that is well, in a sentence, in a cell, and what else to say. */
function ageOf(snapshotAt: string | null, now: number) {
  if (snapshotAt === null) {
    const more = 'The first ones appear within a minute of the first posts';
    return { mark: '', sentence: 'No scores yet.', brief: 'None yet.', more };
  }
  const age = now - Date.parse(snapshotAt);
  const at = formatDate(snapshotAt, 'minute');
  if (age < NIGHT_FAILED_MS)
    return { mark: '✓ ', sentence: 'Scores are up to date.', brief: 'Up to date.', more: `Updated ${at}` };
  const brief = `${plural(Math.max(1, Math.round(age / DAY_MS)), 'day')} old.`;
  const more = `The nightly update has been failing since ${at}`;
  return { mark: '⚠ ', sentence: `Scores are ${brief}`, brief, more };
}

export function describeAge(snapshotAt: string | null, now: number): string {
  const { mark, sentence, more } = ageOf(snapshotAt, now);
  return `${mark}*${sentence}* ${more}`;
}

function scoresFact(snapshotAt: string | null, now: number): Fact {
  const { mark, brief, more } = ageOf(snapshotAt, now);
  return { name: 'Scores', says: `${mark}*${brief}* ${more}` };
}

function budgetFact({ left, calls, windowMs }: NonNullable<Status['budget']>): Fact {
  const window = windowMs === 60_000 ? 'this minute' : `in ${plural(windowMs / 1_000, 'second')}`;
  return { name: 'API requests', says: `${formatCount(left)} of ${formatCount(calls)} left ${window}` };
}

function searchFacts({ left, warnedUntil }: NonNullable<Status['budget']>['searches']): (Fact | null)[] {
  return [
    left === 0
      ? {
          name: 'Searches',
          says: '⚠ *None left for now.* Questions are answered from names and summaries',
        }
      : null,
    warnedUntil === null
      ? null
      : {
          name: 'Fair use',
          says: `⚠ *The service has warned this API key of fair use.* Until ${formatDate(warnedUntil, 'minute')}, posts are searched for questions only, and less often, and lists are paused sooner`,
        },
  ];
}

const feedbackFact = ({ useful, notUseful }: NonNullable<Status['feedback']>): Fact | null =>
  useful + notUseful === 0
    ? null
    : {
        name: 'Feedback',
        says: `${formatCount(useful)} useful, ${formatCount(notUseful)} not useful (answers and briefs)`,
      };

export function statusSection(status: Omit<Status, 'version'>): Section {
  return [
    header('Status'),
    section([`*${describeStatus(status)}*`, ...statusFacts(status).map(formatFact)].join('\n')),
    actions([
      button(ACTION.refreshHome, { text: 'code' in status.service ? 'Try again' : 'Refresh', value: 'refresh' }),
    ]),
  ];
}
