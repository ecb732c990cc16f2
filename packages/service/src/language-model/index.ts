import type { OpportunityBrief } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { type ChatSettings, createAskModel } from './ask-model.ts';
import { type BriefSections, type ChatDescription, describeSignal, writeSections } from './prompts.ts';

export type { ChatSettings } from './ask-model.ts';

/** A language model that puts signals into words. Null wherever it cannot or may not: what we wrote ourselves stands then. */
export interface Chat {
  /** The model's name. */
  model: string;
  describe(documents: readonly SignalDocument[]): Promise<ChatDescription | null>;
  writeSections(brief: OpportunityBrief): Promise<BriefSections | null>;
}

export interface ChatDeps {
  /** Counts a question against what a day may cost; false when that is spent. */
  mayAsk: () => Promise<boolean>;
  onFailure: (error: unknown) => void;
  timeoutMs?: number;
}

/** A server that fails so often in a row is not asked again before the next run. */
const FAILURES_IN_A_ROW = 3;

export function createChat(settings: ChatSettings, { mayAsk, onFailure, timeoutMs }: ChatDeps): Chat {
  const ask = createAskModel(settings, timeoutMs);
  let failures = 0;
  async function attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    if (failures >= FAILURES_IN_A_ROW || !(await mayAsk())) return null;
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      failures += 1;
      onFailure(error);
      return null;
    }
  }
  return {
    model: settings.model,
    describe: (documents) => attempt(() => describeSignal(ask, documents)),
    writeSections: (brief) => attempt(() => writeSections(ask, brief)),
  };
}

export { createEmbed, createQueryVectors, type EmbeddingSettings, embedSignals } from './embeddings.ts';
