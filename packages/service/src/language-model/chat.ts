import {
  askForAnswer,
  askForBrief,
  askForWording,
  type BriefSections,
  type QuestionAnswer,
  type SignalPosts,
  type SignalWording,
} from './answers.ts';
import { type AskingDeps, createAskQuestion } from './ask-question.ts';
import { createChatCompletions } from './chat-completions.ts';
import type { ModelSettings } from './model-endpoint.ts';

export interface ChatDeps extends Omit<AskingDeps, 'model' | 'ask'> {
  concurrency: number;
  timeoutMs?: number;
}

/** A model for one run: after three faults of transport in a row it is left alone. */
export function createChat(settings: ModelSettings, { concurrency, timeoutMs, ...deps }: ChatDeps) {
  const ask = createAskQuestion({ ...deps, model: settings.model, ask: createChatCompletions(settings, timeoutMs) });
  return {
    /** The model's name. */
    model: settings.model,
    /** Questions that may be asked at the same time. */
    concurrency,
    async describe(signal: SignalPosts): Promise<SignalWording | null> {
      const question = askForWording(signal);
      return question === null ? null : ask(question);
    },
    async writeSections(signal: SignalPosts, brief: BriefSections): Promise<BriefSections | null> {
      const question = askForBrief(signal, brief);
      return question === null ? null : ask(question);
    },
    async answer(asked: string, found: Omit<SignalPosts, 'extract'>): Promise<QuestionAnswer | null> {
      const question = askForAnswer(asked, found);
      return question === null ? null : ask(question);
    },
  };
}

/** A language model that words signals and briefs. Null when it fails or may not be asked: our own text is used then. */
export type Chat = ReturnType<typeof createChat>;
