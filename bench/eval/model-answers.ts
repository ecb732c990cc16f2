import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createAcceptance, type FindRefusal } from '../../packages/service/src/language-model/acceptance/index.ts';
import { showPosts } from '../../packages/service/src/language-model/shown-posts.ts';
import type { SignalDocument } from '../../packages/service/src/model/signal.ts';
import type { Background } from '../../packages/service/src/text/background.ts';
import { tokenize } from '../../packages/service/src/text/tokenize.ts';
import { type RawPost, readLines } from './corpora.ts';
import type { EvalRow } from './index.ts';

interface GroupPost {
  n: number;
  author: string | null;
  provider: string;
  externalId: string;
  repository: string | null;
  title: string | null;
  text: string;
}

interface Answer {
  text: string;
  evidence: readonly number[];
}

interface Gold {
  group: number;
  name: string | null;
  summary: Answer | null;
  bad: readonly { kind: string; topic: string; summary: string; evidence: readonly number[] }[];
  brief?: { problem: Answer; affected: Answer | null; wanted: Answer | null; workarounds: readonly Answer[] };
}

const toDocument = ({ n, ...post }: GroupPost): SignalDocument => ({
  ...post,
  postId: `${n}`,
  chunks: [],
  url: null,
  reactions: 0,
  severity: 0,
  similarity: 1,
  createdAt: 0,
});

function backgroundOf(texts: readonly string[]): Background {
  const documentFrequencies = new Map<string, number>();
  for (const text of texts)
    for (const term of new Set(tokenize(text))) documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
  return { documentFrequencies, documents: texts.length };
}

/** Before: version 0.1, which counted good answers of ten. */
const BEFORE: Record<string, string> = { good: '3 of 10' };

/** How many answers of a language model the product's check accepts, good ones and each kind of bad ones. */
export function evaluateModelAnswers(folder: string, printFaults: boolean): EvalRow[] {
  const groups = readLines<{ group: number; posts: GroupPost[] }>(join(folder, 'words/groups.jsonl'));
  const beside = ['posts-gitbugs.ndjson', '../posts-gitbugs.ndjson'].map((name) => join(folder, name)).find(existsSync);
  const corpus =
    beside === undefined
      ? groups.flatMap(({ posts }) => posts.map(({ title, text }) => `${title} ${text}`))
      : readLines<RawPost>(beside).map(({ title, body }) => `${title} ${body}`);
  const background = backgroundOf(corpus);
  const tallies = new Map<string, { accepted: number; of: number }>();
  const judge = (kind: string, texts: readonly string[], evidence: readonly number[], findRefusal: FindRefusal) => {
    const tally = tallies.get(kind) ?? { accepted: 0, of: 0 };
    const refusal = findRefusal({ texts, evidence });
    tallies.set(kind, { accepted: tally.accepted + (refusal === null ? 1 : 0), of: tally.of + 1 });
    if (printFaults && kind.startsWith('good') !== (refusal === null))
      console.log(`${kind}: ${refusal?.code ?? 'accepted'} ${refusal?.reason ?? ''}\n     ${texts.join(' | ')}`);
  };
  for (const { group, name, summary, bad, brief } of readLines<Gold>(join(folder, 'words/gold.jsonl'))) {
    const posts = showPosts((groups.find((each) => each.group === group)?.posts ?? []).map(toDocument));
    const findRefusal = createAcceptance(posts, background);
    const cite = (numbers: readonly number[]) =>
      posts.filter(({ document }) => numbers.includes(Number(document.postId))).map(({ number }) => number);
    if (name !== null && summary !== null) judge('good', [name, summary.text], cite(summary.evidence), findRefusal);
    for (const { kind, topic, summary: text, evidence } of bad) judge(kind, [topic, text], cite(evidence), findRefusal);
    const sections = brief === undefined ? [] : [brief.problem, brief.affected, brief.wanted, ...brief.workarounds];
    for (const section of sections)
      if (section !== null) judge('good section of a brief', [section.text], cite(section.evidence), findRefusal);
  }
  return [...tallies].map(([kind, { accepted, of }]) => ({
    set: 'words',
    figure: `model answers accepted: ${kind}`,
    value: `${accepted} of ${of} (${Math.round((100 * accepted) / of)}%)`,
    ...(kind in BEFORE ? { before: BEFORE[kind] } : {}),
  }));
}
