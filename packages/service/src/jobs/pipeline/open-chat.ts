import { type Chat, type ChatSettings, createChat } from '../../language-model/index.ts';
import { DAY_MS } from '../../model/day.ts';
import type { Stores } from '../../store/index.ts';

/** Questions to the model in one UTC day, whatever asks them: what it may cost is known beforehand. */
const QUESTIONS_A_DAY = 200;

export interface ChatOptions {
  settings: ChatSettings | null;
  counters: Stores['counters'];
  /** Real time, epoch ms. */
  realNow: () => number;
  onFailure: (error: unknown) => void;
}

/** The model of the settings, for one run; undefined where none is set. */
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
