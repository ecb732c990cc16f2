import { aPage, type DefaultResponse, defaultResponse, errorResponse } from './fake-service.ts';
import {
  aBrief,
  aDetail,
  aHistory,
  aSignal,
  aTimeline,
  idOf,
  someEvidence,
  someOpportunities,
  someStats,
} from './sample-signals.ts';

/** A service whose every field holds the worst that it could, by turns. */

const NASTY = [
  '<!channel> *bold* _it_ ~no~ `code` ',
  '<https://evil.example|click here> <@U0ADALOVEL> <#C0GENERAL1> ',
  ':tada: 👩‍👩‍👧‍👦 🏳️‍🌈 &amp; &lt;b&gt; ',
  'שלום עולם \u202eلا تثق\u202c ',
  '> quote\n```\nfence ',
  'x',
];

export const nastyText = (seed: number, length: number): string =>
  (NASTY[seed % NASTY.length] ?? 'x').repeat(length).slice(0, length);

const COUNTS = [0, 1e12, 1];
const countOf = (seed: number): number => COUNTS[seed % COUNTS.length] ?? 0;

function nastySignal(number: number) {
  const isNull = number % 2 === 0;
  const volume = countOf(number);
  return aSignal({
    id: idOf(number),
    topic: nastyText(number, 3_000),
    score: number % 3 === 0 ? 0 : 100,
    volume,
    growth: number % 3 === 0 ? -1 : volume,
    lastSeenAt: number % 2 === 0 ? '1970-01-01T00:00:00.000Z' : '9999-12-31T23:59:59.999Z',
    macroArea: isNull ? null : nastyText(number, 300),
    macroAreaConfidence: isNull ? null : 0,
    mentionsLastWindow: isNull ? null : volume,
    mentionsPrevWindow: isNull ? null : countOf(number + 1),
    painType: isNull ? null : 'question',
    uniqueOwnerCount: volume,
    topOwnerName: isNull ? null : nastyText(number + 1, 500),
    topOwnerDominancePct: isNull ? 0 : 100,
  });
}

const nastySignals = (count: number) => Array.from({ length: count }, (_, at) => nastySignal(at + 1));

const match = { relevance: 1, words: NASTY.map((_, at) => nastyText(at, 200)), chunkId: null };

const sources = Array.from({ length: 60 }, (_, at) => ({
  provider: nastyText(at, 200),
  mentions: countOf(at),
  percent: at === 1 ? 100 : 0,
}));

const nastyEvidence = (count: number) =>
  someEvidence(count).map((item, at) => ({
    ...item,
    provider: nastyText(at, 300),
    postTitle: at % 2 ? null : nastyText(at, 3_000),
  }));

/** The MCP tool's excerpts, with everything people write. */
export const nastyExcerpts = nastyEvidence(9).map((item, at) => ({
  ...item,
  excerpt: nastyText(at, 5_000),
  author: at % 2 === 0 ? nastyText(at, 500) : null,
  url: at % 3 === 0 ? 'javascript:alert(1)' : `https://x.example/${'a/'.repeat(900)}`,
  licence: nastyText(at, 200),
}));

const nastyBrief = (id: string) =>
  aBrief({
    painSignalId: id,
    topic: nastyText(1, 3_000),
    problem: nastyText(0, 9_000),
    affected: nastyText(3, 9_000),
    workarounds: NASTY.map((_, at) => nastyText(at, 3_000)),
    opportunity: nastyText(4, 9_000),
    wedge: null,
    risks: Array.from({ length: 60 }, (_, at) => nastyText(at, 1_000)),
    nextSteps: [],
    fitWarning: nastyText(2, 3_000),
    patternStatement: nastyText(5, 3_000),
    macroArea: null,
    generatedBy: nastyText(1, 500),
  });

const opportunities = someOpportunities(7).map((each, at) => ({
  ...each,
  topic: nastyText(at, 3_000),
  patternStatement: nastyText(at + 1, 3_000),
  patternStrength: countOf(at),
  macroArea: at % 2 ? null : nastyText(at, 300),
  fitWarning: at % 2 ? null : nastyText(at, 3_000),
}));

export const hostileResponse: DefaultResponse = (path, query) => {
  if (path.startsWith('/api/dashboard/')) return { body: nastySignals(10) };
  if (path === '/api/meta/pipeline')
    return { body: { latestSnapshotAt: null, totalActiveSignals: 1e12, sample: true } };
  if (path === '/api/pain-signals')
    return { body: { items: nastySignals(5), page: 0, size: 5, totalItems: 1e12, totalPages: 2e11 } };
  if (path === '/api/signals/semantic-search')
    return { body: { items: nastySignals(20).map((each) => ({ ...each, match })) } };
  if (path === '/api/opportunities') return { body: opportunities };
  const [, id = '', part] = /^\/api\/pain-signals\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  const number = Number(id.slice(-2)) || 1;
  if (id !== '' && part === undefined)
    return {
      body: aDetail({
        ...nastySignal(number),
        id,
        summary: nastyText(number, 9_000),
        chunkCount: countOf(number),
        scoreParts: undefined,
      }),
    };
  if (part === '/stats')
    return {
      body: someStats({
        totalMentions: countOf(number),
        last7dMentions: 0,
        prev7dMentions: 1e12,
        growthRate: -1,
        sourceDistribution: sources,
      }),
    };
  if (part === '/timeline')
    return { body: aTimeline(Array.from({ length: Number(query.get('days') ?? 30) }, (_, at) => countOf(at))) };
  if (part === '/history') return { body: aHistory([0, 100, 0]) };
  if (part === '/brief') return { body: nastyBrief(id) };
  if (part === '/evidence') return { body: aPage(nastyEvidence(9), query) };
  return defaultResponse(path, query);
};

/** Nothing is there, and each answer says so truly. */
export const emptyResponse: DefaultResponse = (path, query) => {
  if (path.startsWith('/api/dashboard/') || path === '/api/opportunities') return { body: [] };
  if (path === '/api/pain-signals' || path === '/api/signals/semantic-search' || path.endsWith('/evidence'))
    return { body: aPage([], query) };
  if (path.endsWith('/brief')) return errorResponse(404, 'NOT_FOUND');
  if (path.endsWith('/timeline')) return { body: aTimeline([]) };
  if (path.endsWith('/history')) return { body: aHistory([]) };
  if (path.endsWith('/stats')) return { body: someStats({ totalMentions: 0, sourceDistribution: [] }) };
  return defaultResponse(path, query);
};
