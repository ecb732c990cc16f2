import { BRIEF_MINIMUM, type OpportunityBrief } from '@pain-signals/contract';
import { sentencesIn, writeBrief } from '../../briefs/brief.ts';
import { numberInOrder } from '../../briefs/evidence.ts';
import type { SignalPosts } from '../../language-model/answers.ts';
import type { Chat } from '../../language-model/chat.ts';
import { DAY_MS } from '../../model/day.ts';
import { createReader } from '../../naming/index.ts';
import { countFigures } from '../../scoring/figures.ts';
import {
  createBackgroundLoader,
  inParallel,
  type LoadBackground,
  type PipelineDeps,
  type PipelineRun,
  yieldToEventLoop,
} from '../pipeline/pipeline-run.ts';
import type { DescribedSignal } from './describe-signals.ts';
import { DOCUMENTS_READ } from './evaluate-signals.ts';

/** Lets the model, if there is one, write the sections of a brief; unchanged when it can't, or repeats another brief (`said`). */
async function rewriteBrief(
  chat: Chat | undefined,
  posts: SignalPosts,
  { brief, said }: { brief: OpportunityBrief; said: ReadonlySet<string> },
): Promise<OpportunityBrief> {
  const sections = await chat?.writeSections(posts, brief);
  if (chat === undefined || sections == null) return brief;
  const own = new Set(sentencesIn(brief));
  const repeats = sentencesIn(sections).some((sentence) => said.has(sentence) && !own.has(sentence));
  return repeats ? brief : numberInOrder({ ...brief, ...sections, generatedBy: chat.model });
}

const topicsBut = (signalId: string, topics: ReadonlyMap<string, string>): string[] =>
  [...topics].flatMap(([id, topic]) => (id === signalId ? [] : [topic]));

/** Writes and stores a signal's brief; null when too few people wrote about it. The signal's score is unchanged. */
export async function generateBrief(deps: PipelineDeps, signalId: string): Promise<OpportunityBrief | null> {
  const { store, now, newId, openChat } = deps;
  const at = now();
  const chat = openChat?.();
  const removals = await store.counters.get('removals');
  const signal = await store.signals.find(signalId);
  if (signal === null) return null;
  const figures = countFigures(signal.id, await store.mentions.ofSignal(signal.id), at);
  if (figures === null) return null;
  const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
  const background = await createBackgroundLoader(store)();
  const score = { ...signal, signalId: signal.id, trending: false, emerging: false };
  const subject = { id: signal.id, description: signal, figures, score };
  const others = (await store.briefs.list(at)).filter(({ painSignalId }) => painSignalId !== signal.id);
  const said = new Set(others.flatMap(sentencesIn));
  const brief = writeBrief({
    signal: subject,
    documents,
    background,
    saidElsewhere: said,
    topics: others.map(({ topic }) => topic),
    now: at,
    newId,
  });
  if (brief === null) return null;
  const written = await rewriteBrief(chat, { documents, background, extract: signal.summary }, { brief, said });
  const isStored = await store.transaction(async (stores) => {
    if ((await stores.counters.holdRemovals()) !== removals) return false;
    await stores.briefs.put(written);
    return true;
  });
  // A model takes a minute. It may cite posts that were forgotten meanwhile.
  return isStored ? written : generateBrief(deps, signalId);
}

/** Renewed on its sixth of seven days, so an active signal is never without a brief. */
const RENEWED_AFTER_DAYS = 5;

/** Briefs for active signals without one, or whose brief is ageing or has an old topic. */
export async function writeBriefs(
  { store, newId, background, openChat }: PipelineRun & { background: LoadBackground },
  signals: readonly DescribedSignal[],
  at: number,
): Promise<OpportunityBrief[]> {
  const written = await store.briefs.written();
  const shown = signals.filter(({ before }) => before?.hidden !== true);
  const due = shown.filter(({ id, state, figures, description }) => {
    const brief = written.get(id);
    if (state !== 'active') return false;
    if (figures.volume < BRIEF_MINIMUM.posts || figures.authors < BRIEF_MINIMUM.authors) return false;
    if (brief === undefined || brief.topic !== description.topic) return true;
    return brief.at > at || at - brief.at >= RENEWED_AFTER_DAYS * DAY_MS;
  });
  if (due.length === 0) return [];
  const topics = new Map([
    ...Array.from(written, ([id, { topic }]) => [id, topic] as const),
    ...shown.map(({ id, description }) => [id, description.topic] as const),
  ]);
  const terms = await background();
  const rewritten = new Set(due.map(({ id }) => id));
  const said = new Set(
    (await store.briefs.list(at)).filter(({ painSignalId }) => !rewritten.has(painSignalId)).flatMap(sentencesIn),
  );
  const briefs = new Map<DescribedSignal, OpportunityBrief>();
  let reader = createReader();
  for (const signal of due) {
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
    const brief = writeBrief({
      signal,
      documents,
      background: terms,
      saidElsewhere: said,
      topics: topicsBut(signal.id, topics),
      reader,
      now: at,
      newId,
    });
    reader = reader.next();
    if (brief !== null) {
      for (const sentence of sentencesIn(brief)) said.add(sentence);
      briefs.set(signal, brief);
    }
    await yieldToEventLoop();
  }
  const chat = openChat?.();
  const strongest = [...briefs].sort(([one], [other]) => other.score.score - one.score.score);
  await inParallel(chat === undefined ? [] : strongest, chat?.concurrency ?? 0, async ([signal, brief]) => {
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
    const posts = { documents, background: terms, extract: signal.description.summary };
    const written = await rewriteBrief(chat, posts, { brief, said });
    for (const sentence of sentencesIn(written)) said.add(sentence);
    briefs.set(signal, written);
  });
  return [...briefs.values()];
}
