import { type Chat, createChat, type ModelSettings } from '../../language-model/index.ts';
import { DAY_MS } from '../../model/day.ts';
import type { Stores } from '../../store/index.ts';

/** Requests to the model per UTC day, by all jobs together; bounds the cost. */
const QUESTIONS_A_DAY = 200;

export interface ChatOptions {
  settings: ModelSettings | null;
  counters: Stores['counters'];
  /** Real time, epoch ms. */
  realNow: () => number;
  onFailure: (error: unknown) => void;
}

/** The configured model, for one run; undefined if none is configured. */
export function openChat({ settings, counters, realNow, onFailure }: ChatOptions): Chat | undefined {
  if (settings === null) return undefined;
  const mayAsk = async (): Promise<boolean> => {
    const today = Math.floor(realNow() / DAY_MS);
    if ((await counters.get('chatDay')) !== today) {
      await counters.set('chatDay', today);
      await counters.set('chatQuestions', 0);
    }
    return (await counters.reserve('chatQuestions', 1)) < QUESTIONS_A_DAY;
  };
  return createChat(settings, { mayAsk, onFailure });
}
