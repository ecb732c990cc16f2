import type {
  EvidenceExcerpt,
  EvidenceItem,
  History,
  OpportunityBrief,
  OpportunityListItem,
  PainSignalDetail,
  PainSignalListItem,
  SignalStats,
  Timeline,
} from '@pain-signals/contract';
import type { CitedEvidence } from '@pain-signals/domain';

/** Moments that tests speak of. */
export const NOW = Date.parse('2026-03-20T12:00:00Z');
export const SNAPSHOT_AT = '2026-03-20T02:00:00.000Z';

const ID = '8b8a4a52-2f7e-4c0e-9a55-000000000001';

export function idOf(number: number): string {
  return `${ID.slice(0, -12)}${String(number).padStart(12, '0')}`;
}

export function aSignal(change: Partial<PainSignalListItem> = {}): PainSignalListItem {
  return {
    id: ID,
    topic: 'OAuth refresh tokens expire without warning',
    score: 68.4,
    volume: 412,
    growth: 1.4,
    lastSeenAt: '2026-03-20T09:10:00.000Z',
    macroArea: 'AUTH_IDENTITY',
    macroAreaConfidence: 0.82,
    mentionsLastWindow: 24,
    mentionsPrevWindow: 10,
    painType: 'bug',
    uniqueOwnerCount: 3,
    topOwnerName: 'acme',
    topOwnerDominancePct: 62,
    ...change,
  };
}

/** As many signals as asked for, each with its own id and topic. */
export function someSignals(count: number, change: Partial<PainSignalListItem> = {}): PainSignalListItem[] {
  return Array.from({ length: count }, (_, at) =>
    aSignal({ id: idOf(at + 1), topic: `Pain number ${at + 1}`, ...change }),
  );
}

export function aDetail(change: Partial<PainSignalDetail> = {}): PainSignalDetail {
  return {
    ...aSignal(),
    summary: 'People are signed out at random because refresh tokens are revoked silently.',
    chunkCount: 530,
    firstSeenAt: '2026-01-04T08:00:00.000Z',
    createdAt: '2026-01-04T09:00:00.000Z',
    updatedAt: SNAPSHOT_AT,
    scoreParts: { volume: 0.9, growth: 0.7, breadth: 0.5, severity: 0.3, recency: 0.1, confidence: 0.95, cap: 100 },
    ...change,
  };
}

export function someStats(change: Partial<SignalStats> = {}): SignalStats {
  return {
    painSignalId: ID,
    totalMentions: 412,
    last7dMentions: 24,
    prev7dMentions: 10,
    growthRate: 1.4,
    sourceDistribution: [
      { provider: 'github', mentions: 250, percent: 61 },
      { provider: 'stackexchange', mentions: 162, percent: 39 },
    ],
    ...change,
  };
}

export function someEvidence(count: number, from = 1): EvidenceItem[] {
  return Array.from({ length: count }, (_, at) => ({
    chunkId: `${from + at}-0`,
    documentId: String(from + at),
    painSignalId: ID,
    provider: 'github',
    postTitle: `Post number ${from + at}`,
    externalId: String(1_000 + from + at),
    createdAt: '2026-03-19T08:00:00.000Z',
  }));
}

/** Quotes of several lines, by people of their own. */
export function someExcerpts(count: number): EvidenceExcerpt[] {
  return someEvidence(count).map((item, at) => ({
    ...item,
    excerpt: `First line ${at + 1}.\nSecond line ${at + 1}, in full.`,
    postedAt: '2026-03-17T21:30:00.000Z',
    url: `https://github.com/acme/auth/issues/${at + 1}`,
    author: `author${at + 1}`,
    licence: 'CC BY-SA 4.0',
  }));
}

export function aQuotation(change: Partial<CitedEvidence> = {}): CitedEvidence {
  return {
    provider: 'stackexchange',
    title: 'Refresh token revoked after deploy',
    excerpt: 'Every deploy signs all of our users out. We lost a whole afternoon on it.',
    author: 'ada',
    url: 'https://stackoverflow.com/q/4711',
    licence: 'CC BY-SA 4.0',
    postedAt: '2026-03-17T21:30:00.000Z',
    foundAt: '2026-03-19T08:00:00.000Z',
    ...change,
  };
}

export function someOpportunities(count: number): OpportunityListItem[] {
  return Array.from({ length: count }, (_, at) => ({
    id: idOf(100 + at),
    painSignalId: idOf(at + 1),
    topic: `Pain number ${at + 1}`,
    patternStatement: `“Pain number ${at + 1}” and “Sessions end early” both turn on refresh and expiry.`,
    patternStrength: 40 + at,
    generatedAt: SNAPSHOT_AT,
    macroArea: 'AUTH_IDENTITY',
    fitWarning: at === 0 ? 'One owner carries most of it.' : null,
  }));
}

export function aBrief(change: Partial<OpportunityBrief> = {}): OpportunityBrief {
  return {
    ...(someOpportunities(1)[0] as OpportunityListItem),
    problem: '“Every deploy signs all of our users out.” [1] “Tokens vanish overnight.” [2]',
    affected: '“We lost a whole afternoon on it.” [1]',
    workarounds: ['“We log in again by a script.” [2]', '“We keep sessions for a year.” [1]'],
    opportunity: '“I wish it told us before.” [2]',
    wedge: 'Begin with acme, which owns 62% of it.',
    risks: ['acme may mend it.'],
    nextSteps: ['Ask ada and grace how they noticed. [1] [2]'],
    evidence: [
      {
        chunkId: '1-0',
        provider: 'github',
        url: 'https://github.com/acme/auth/issues/7',
        author: 'ada',
        excerpt: 'Every deploy signs all of our users out.',
      },
      { chunkId: '2-0', provider: 'hackernews', url: null, author: null, excerpt: 'Tokens vanish overnight.' },
    ],
    generatedBy: 'extractive',
    expiresAt: '2026-03-27T02:00:00.000Z',
    ...change,
  };
}

/** Daily counts ending on 2026-03-20. */
export function aTimeline(counts: readonly number[]): Timeline {
  const day = 24 * 60 * 60 * 1_000;
  const first = Date.parse('2026-03-20T00:00:00Z') - (counts.length - 1) * day;
  const buckets = counts.map((count, at) => ({ date: new Date(first + at * day).toISOString().slice(0, 10), count }));
  return { painSignalId: ID, buckets, totalMentions: counts.reduce((sum, count) => sum + count, 0) };
}

/** A score a night, the last on 2026-03-20. */
export function aHistory(scores: readonly number[]): History {
  const points = aTimeline(scores).buckets.map(({ date, count: score }, night) => {
    return { date, score, volume: 100 + night, ownerCount: 3 };
  });
  return { painSignalId: ID, points, trackingStartedAt: '2026-01-04T08:00:00.000Z' };
}
