import type { History, Timeline } from '@pain-signals/contract';
import type { ChartDescription, SignalFigures } from '#blocks/charts/plots/chart-description.ts';
import { aTimeline, NOW } from '../service/sample-signals.ts';

/** What a stranger may put into a topic or a name, and what a picture has to live with. */
const HOSTILE_TEXTS: Record<string, string> = {
  'plain words': 'OAuth refresh tokens expire without warning',
  'nothing at all': '',
  '3,000 characters': 'Cache mounts are silently dropped '.repeat(89).slice(0, 3_000),
  '3,000 characters without a space': 'W'.repeat(3_000),
  'emoji alone': '🚀🔥👩‍👩‍👧‍👦🇩🇪1️⃣',
  'right to left': 'خطأ في الرمز المميز שגיאת אסימון',
  Chinese: '升级后配置错误导致构建失败',
  'Japanese and Korean': 'ビルドが失敗する 빌드가 실패합니다',
  'control characters': 'a\u0000b\u0007c\u202ed\u2066e\u200bf\n\r\tg\u2028h',
  'a lone surrogate': 'half \ud83d a pair',
  'letters under a heap of accents': `Z${'\u0301\u0489'.repeat(300)}algo`,
  'names that every object has': '__proto__ constructor',
  'one of them alone': '__proto__',
  'signs of templates': '{a|b} {value} {c} <b>&amp;</b> %s \\n',
};

const HOSTILE_COUNTS: Record<string, number[]> = {
  'no day': [],
  'one day': [1],
  'two days': [0, 3],
  'four days': [2, 0, 1, 9],
  'five days': [2, 0, 1, 9, 9],
  'a week': [1, 0, 2, 1, 0, 1, 2],
  'eight days': [1, 0, 2, 1, 0, 1, 2, 5],
  'zeros alone': new Array<number>(30).fill(0),
  '90 days': Array.from({ length: 90 }, (_, day) => (day * 7) % 11),
  '365 days of millions of millions': Array.from({ length: 365 }, (_, day) =>
    day % 7 === 0 ? 1e12 : 999_999_999_999 - day,
  ),
};

const HOSTILE_MOVES: Record<string, Omit<SignalFigures, 'topic'>> = {
  rising: { growth: 1.4, mentionsLastWindow: 24, mentionsPrevWindow: 10, volume: 412 },
  huge: { growth: 1e12, mentionsLastWindow: 1e12, mentionsPrevWindow: 999_999_999_999, volume: 1e12 },
  falling: { growth: -1, mentionsLastWindow: 0, mentionsPrevWindow: 1e12, volume: 1e12 },
  new: { growth: 7, mentionsLastWindow: 7, mentionsPrevWindow: 0, volume: 7 },
  back: { growth: 7, mentionsLastWindow: 1e12, mentionsPrevWindow: 0, volume: 2e12 },
  unknown: { growth: 0, mentionsLastWindow: null, mentionsPrevWindow: null, volume: 0 },
};

type Named = [name: string, description: ChartDescription];

const RISING = HOSTILE_MOVES.rising as Omit<SignalFigures, 'topic'>;
const USUAL = { topic: 'OAuth refresh tokens expire without warning', ...RISING };
const NINETY = aTimeline(HOSTILE_COUNTS['90 days'] ?? []);

const timeline = (signal: SignalFigures, days: Timeline, isSample = true): ChartDescription => {
  return { kind: 'timeline', signal, timeline: days, isSample };
};

const history = (topic: string, nights: number, most: number): ChartDescription => {
  return { kind: 'history', topic, history: historyOf(nights, most), isSample: true };
};

function historyOf(nights: number, most: number): History {
  const points = Array.from({ length: nights }, (_, at) => ({
    date: new Date(NOW - (nights - 1 - at) * 86_400_000).toISOString().slice(0, 10),
    score: nights === 1 ? 0 : (100 * at) / (nights - 1),
    volume: Math.round((most * (at + 1)) / nights),
    ownerCount: most,
  }));
  return { painSignalId: NINETY.painSignalId, points, trackingStartedAt: '2026-01-04T08:00:00.000Z' };
}

const sources = (topic: string, rows: readonly (readonly [provider: string, mentions: number])[]): ChartDescription => {
  const totalMentions = rows.reduce((sum, [, mentions]) => sum + mentions, 0);
  const sourceDistribution = rows.map(([provider, mentions]) => ({ provider, mentions, percent: 100 }));
  return { kind: 'sources', topic, stats: { totalMentions, sourceDistribution }, isSample: true };
};

const comparison = (one: SignalFigures, other: SignalFigures, days: Timeline): ChartDescription => ({
  kind: 'comparison',
  signals: [
    { signal: one, timeline: NINETY },
    { signal: other, timeline: days },
  ],
  isSample: true,
});

const summary = (topics: readonly string[], moves = RISING, score = 100): ChartDescription => ({
  kind: 'summary',
  heading: 'Trending this week',
  firstRank: 6,
  total: 40,
  signals: topics.map((topic, at) => ({ signal: { topic, ...moves, score }, timeline: at === 1 ? null : NINETY })),
  isSample: true,
});

const each = <T>(values: Record<string, T>, describe: (value: T, name: string) => Named[]): Named[] =>
  Object.entries(values).flatMap(([name, value]) => describe(value, name));

const repeated = (topic: string, times: number) => new Array<string>(times).fill(topic);

/** Every chart with everything hostile in every place. */
export const HOSTILE_CHARTS: Named[] = [
  ...each(HOSTILE_TEXTS, (topic, name): Named[] => [
    [`timeline of ${name}`, timeline({ ...USUAL, topic }, NINETY)],
    [`history of ${name}`, history(topic, 90, 400)],
    [
      `sources named with ${name}`,
      sources(topic, [
        [topic, 9],
        [`${topic}2`, 1e12],
        ['github', 3],
      ]),
    ],
    [`comparison with ${name}`, comparison({ ...USUAL, topic }, { ...USUAL, topic }, NINETY)],
    [`summary of ${name}`, summary(repeated(topic, 5))],
  ]),
  ...each(HOSTILE_COUNTS, (counts, name): Named[] => [
    [`timeline of ${name}`, timeline(USUAL, aTimeline(counts), false)],
    [`comparison with ${name}`, comparison(USUAL, USUAL, aTimeline(counts))],
  ]),
  ...each(HOSTILE_MOVES, (moves, name): Named[] => [
    [`timeline that is ${name}`, timeline({ ...USUAL, ...moves }, NINETY)],
    [`comparison that is ${name}`, comparison({ ...USUAL, ...moves }, USUAL, NINETY)],
    [`summary that is ${name}`, summary(repeated(USUAL.topic, 7), moves, 0)],
  ]),
  ...[0, 1, 2, 365].map((nights): Named => [`history of ${nights} nights`, history(USUAL.topic, nights, 1e12)]),
  ...[2, 4, 5, 7, 30].map((length): Named => {
    const dates = Array.from({ length }, (_, at) => new Date(Date.UTC(2026, 0, 12 + at - length)));
    const buckets = dates.map((date) => ({ date: date.toISOString().slice(0, 10), count: 8e11 }));
    return [`timeline of ${length} days around New Year`, timeline(USUAL, { ...NINETY, buckets })];
  }),
  ['history of nothing', history(USUAL.topic, 30, 0)],
  ...[0, 1, 5, 6, 50].map((count): Named => {
    const rows = Array.from({ length: count }, (_, at) => [`source-with-a-long-name-${at}`, 1e12 - at] as const);
    return [`sources, ${count} of them`, sources(USUAL.topic, rows)];
  }),
  ...[0, 1, 2, 6, 10, 12].map((count): Named => [`summary of ${count}`, summary(repeated(USUAL.topic, count))]),
];
