import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Refusal } from './acceptance/index.ts';
import { type AskModel, type Message, parseAnswer } from './chat-completions.ts';
import type { PromptFile } from './prompts/prompts.ts';

/** Answers that were paid for, by the hash of all that was asked. */
export interface KeptAnswers {
  /** Undefined where it was never asked; null where no answer was accepted. */
  find(hash: string): Promise<string | null | undefined>;
  put(hash: string, answer: string | null): Promise<void>;
}

export interface Question<Answer, Result> {
  prompt: PromptFile;
  content: string;
  schema: z.ZodType<Answer>;
  /** The accepted part of an answer, null without one, and why the rest is refused. */
  judge(answer: Answer): Judgement<Result>;
}

export interface Judgement<Result> {
  accepted: Result | null;
  refusals: readonly Refusal[];
}

export interface AskingDeps {
  model: string;
  ask: AskModel;
  /** Counts a question; false when the day's limit is reached. */
  mayAsk: () => Promise<boolean>;
  answers: KeptAnswers;
  /** For the log: refusals are named by their codes, since reasons quote what strangers wrote. */
  onFailure: (error: unknown) => void;
}

/** Null when there is no accepted answer, or the model may not or cannot be asked. */
export type AskQuestion = <Answer, Result>(question: Question<Answer, Result>) => Promise<Result | null>;

/** An answer was refused twice. */
class RefusedAnswer extends Error {
  override name = 'RefusedAnswer';
}

/** Characters of a refused answer that are sent back: more than it was to have, as some models ignore that. */
const MOST_SENT_BACK = 10_000;

/** After this many faults of transport in a row the model isn't asked again in this run. */
const FAULTS_IN_A_ROW = 3;

const NO_MATCH: Refusal = { code: 'schema', reason: 'Answer with one JSON object of the given shape and lengths.' };

const judgeText = <Answer, Result>(text: string, { schema, judge }: Question<Answer, Result>): Judgement<Result> => {
  const answer = parseAnswer(text, schema);
  return answer === null ? { accepted: null, refusals: [NO_MATCH] } : judge(answer);
};

const sayAgain = (refusals: readonly Refusal[]): string =>
  `That answer is not accepted. ${[...new Set(refusals.map(({ reason }) => reason))].join(' ')} Answer again, as JSON of the same shape.`;

/** Asks each question once, and once more with the reason when its answer is refused. */
export function createAskQuestion({ model, ask, mayAsk, answers, onFailure }: AskingDeps): AskQuestion {
  let faults = 0;
  async function attempt(messages: readonly Message[], schema: z.ZodType): Promise<string | null> {
    if (faults >= FAULTS_IN_A_ROW || !(await mayAsk())) return null;
    try {
      const text = await ask(messages, schema);
      faults = 0;
      return text;
    } catch (error) {
      faults += 1;
      onFailure(error);
      return null;
    }
  }
  return async (question) => {
    const { prompt, content, schema } = question;
    const hash = createHash('sha256')
      .update(JSON.stringify([model, prompt, content]))
      .digest('base64url');
    const kept = await answers.find(hash);
    if (kept !== undefined) return kept === null ? null : judgeText(kept, question).accepted;
    const messages: Message[] = [
      { role: 'system', content: prompt.instructions },
      { role: 'user', content },
    ];
    const first = await attempt(messages, schema);
    if (first === null) return null;
    const judged = judgeText(first, question);
    if (judged.refusals.length === 0) {
      await answers.put(hash, first);
      return judged.accepted;
    }
    const again: Message[] = [
      ...messages,
      { role: 'assistant', content: first.slice(0, MOST_SENT_BACK) },
      { role: 'user', content: sayAgain(judged.refusals) },
    ];
    const second = await attempt(again, schema);
    if (second === null) return judged.accepted;
    const rejudged = judgeText(second, question);
    const [text, last] = rejudged.accepted === null ? [first, judged] : [second, rejudged];
    await answers.put(hash, last.accepted === null ? null : text);
    if (last.accepted === null)
      onFailure(
        new RefusedAnswer(`The model's answer was refused twice: ${codesOf(judged)}, then ${codesOf(rejudged)}.`),
      );
    return last.accepted;
  };
}

const codesOf = ({ refusals }: Judgement<unknown>): string => [...new Set(refusals.map(({ code }) => code))].join(', ');
