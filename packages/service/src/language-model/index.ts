import type { OpportunityBrief } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { createAskModel } from './ask-model.ts';
import type { ModelSettings } from './model-endpoint.ts';
import { type BriefSections, type ChatDescription, describeSignal, writeSections } from './prompts.ts';

export { createEmbed, createQueryVectors, embedSignals } from './embeddings.ts';
export type { ModelSettings } from './model-endpoint.ts';

/** A language model that describes signals. Returns null when it fails or may not be asked; the extractive text is used then. */
export interface Chat {
  /** The model's name. */
  model: string;
  /** `extract`: our own summary of the posts, with the counts of what they say. */
  describe(documents: readonly SignalDocument[], extract?: string): Promise<ChatDescription | null>;
  writeSections(brief: OpportunityBrief): Promise<BriefSections | null>;
}

export interface ChatDeps {
  /** Counts a request; false when the day's limit is reached. */
  mayAsk: () => Promise<boolean>;
  onFailure: (error: unknown) => void;
  timeoutMs?: number;
}

/** After this many consecutive failures the model isn't asked again in this run. */
const FAILURES_IN_A_ROW = 3;

export function createChat(settings: ModelSettings, { mayAsk, onFailure, timeoutMs }: ChatDeps): Chat {
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
    describe: (documents, extract = '') => attempt(() => describeSignal(ask, documents, extract)),
    writeSections: (brief) => attempt(() => writeSections(ask, brief)),
  };
}
