import type { OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../store/index.ts';
import { sentencesIn, writeBrief } from './brief.ts';
import type { LoadBackground } from './run-background.ts';
import { rewriteBrief } from './run-chat.ts';
import { type PipelineRun, yieldToEventLoop } from './run-deps.ts';
import type { DescribedSignal } from './run-describe.ts';
import { relateSignals } from './run-related.ts';

/** A brief lives seven days: renewed from its sixth, it is never missing while its signal is active. */
const RENEWED_AFTER_DAYS = 5;
const DOCUMENTS_READ = 200;

/** A model's words cost money and time. */
const REWRITTEN_A_RUN = 40;

/** Briefs for the active signals that have none, an ageing one, or one that goes by another topic. */
export async function writeBriefs(
  { store, newId, background, openChat }: PipelineRun & { background: LoadBackground },
  signals: readonly DescribedSignal[],
  at: number,
): Promise<OpportunityBrief[]> {
  const written = await store.briefs.written();
  const shown = signals.filter(({ before }) => before?.hidden !== true);
  const due = shown.filter(({ id, state, description }) => {
    const brief = written.get(id);
    if (state !== 'active') return false;
    if (brief === undefined || brief.topic !== description.topic) return true;
    return brief.at > at || at - brief.at >= RENEWED_AFTER_DAYS * DAY_MS;
  });
  if (due.length === 0) return [];
  const terms = await background();
  const related = await relateSignals(
    store,
    shown.filter(({ state }) => state !== 'archived'),
    terms,
  );
  const briefs: OpportunityBrief[] = [];
  const rewritten = new Set(due.map(({ id }) => id));
  const said = new Set(
    (await store.briefs.list(at)).filter(({ painSignalId }) => !rewritten.has(painSignalId)).flatMap(sentencesIn),
  );
  const chat = openChat?.();
  const strongest = new Set(
    [...due].sort((one, other) => other.score.score - one.score.score).slice(0, REWRITTEN_A_RUN),
  );
  for (const signal of due) {
    const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
    const brief = writeBrief(signal, documents, related.get(signal.id) ?? [], at, newId, terms, said);
    if (brief !== null) {
      const written = await rewriteBrief(strongest.has(signal) ? chat : undefined, brief, said);
      for (const sentence of sentencesIn(written)) said.add(sentence);
      briefs.push(written);
    }
    await yieldToEventLoop();
  }
  return briefs;
}
