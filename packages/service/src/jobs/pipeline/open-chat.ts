import type { ServiceConfig } from '../../config/config.ts';
import { type Chat, createChat } from '../../language-model/index.ts';
import type { Stores } from '../../store/index.ts';

/** A run holds the pipeline lock, so it asks no longer than this; the night asks for what is left. */
const RUN_MS = 10 * 60_000;

export interface ChatOptions {
  settings: ServiceConfig['chat'];
  answers: Stores['modelAnswers'];
  /** Real time, epoch ms. */
  realNow: () => number;
  onFailure: (error: unknown) => void;
}

/** The configured model, for one run; undefined if none is configured. */
export function openChat({ settings, answers, realNow, onFailure }: ChatOptions): Chat | undefined {
  if (settings === null) return undefined;
  const { dailyLimit, concurrency, ...model } = settings;
  const endsAt = realNow() + RUN_MS;
  const mayAsk = async () => realNow() < endsAt && (await answers.takeQuestion(dailyLimit));
  return createChat(model, { mayAsk, answers, onFailure, concurrency });
}
