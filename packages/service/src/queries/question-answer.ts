import { setTimeout as pause } from 'node:timers/promises';
import type { SearchAnswer } from '@pain-signals/contract';
import type { Chat } from '../language-model/chat.ts';
import type { Store } from '../store/index.ts';

/** What a language model says to a question, from posts of the signals that search found; null where it says nothing in time. */
export type AnswerQuestion = (question: string, signalIds: readonly string[]) => Promise<SearchAnswer | null>;

export interface AnswerDeps {
  store: Pick<Store, 'documents'>;
  /** Undefined where no model is set. */
  openChat: () => Chat | undefined;
  at: () => number;
  waitMs?: number;
}

/** Signals that the model reads, and posts of each. */
const SIGNALS_READ = 3;
const POSTS_EACH = 10;

/** A person waits. An answer that takes longer is kept, for the next who asks. */
const WAIT_MS = 4_000;

/** Asks no more questions at once than the model takes: those beyond get none. */
export function createAnswerQuestion({ store, openChat, at, waitMs = WAIT_MS }: AnswerDeps): AnswerQuestion {
  let asked = 0;

  async function ask(chat: Chat, question: string, signalIds: readonly string[]): Promise<SearchAnswer | null> {
    const read = signalIds.slice(0, SIGNALS_READ).map((id) => store.documents.ofSignal(id, at(), POSTS_EACH));
    // Without figures of all posts, a name must be in two of these.
    const background = { documentFrequencies: new Map<string, number>(), documents: 0 };
    const answer = await chat.answer(question, { documents: (await Promise.all(read)).flat(), background });
    if (answer === null || answer.text === null) return null;
    const evidence = answer.cited.map(({ url, author, provider, externalId }) => ({
      url,
      author,
      provider,
      externalId,
    }));
    return { text: answer.text, generatedBy: chat.model, evidence };
  }

  return async (question, signalIds) => {
    const chat = signalIds.length === 0 ? undefined : openChat();
    if (chat === undefined || asked >= chat.concurrency) return null;
    asked += 1;
    const waited = new AbortController();
    const answer = ask(chat, question, signalIds)
      .catch(() => null)
      .finally(() => {
        asked -= 1;
        waited.abort();
      });
    return Promise.race([answer, pause(waitMs, null, { signal: waited.signal, ref: false }).catch(() => answer)]);
  };
}
