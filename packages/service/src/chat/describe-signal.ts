import { z } from 'zod';
import type { SignalDocument } from '../model/signal.ts';
import { type AskModel, ChatError } from './ask-model.ts';
import { citedPosts, isGrounded } from './grounded.ts';
import { delimitPosts, numberPosts, UNTRUSTED_TEXT_RULES } from './untrusted-posts.ts';

/** What a model says of a signal; the counts are put before the summary by us. */
export interface ChatDescription {
  topic: string;
  summary: string;
}

const DescriptionAnswer = z.object({
  topic: z.string().trim().min(20).max(80),
  summary: z.string().trim().min(30).max(300),
  evidence: z.array(z.number().int()).min(2).max(20),
});

const DESCRIPTION_INSTRUCTIONS = `${UNTRUSTED_TEXT_RULES}
Answer with JSON: {"topic": string, "summary": string, "evidence": number[]}.
topic: 20 to 80 characters naming the pain most of the posts share, a subject and what goes wrong, such as "OAuth refresh token lost after redirect".
summary: at most 300 characters in one or two sentences: what breaks, for whom, in which setting. No counts.
evidence: the ids of at least two posts that both rest on.`;

/** Names and sums up what posts share. Throws {@link ChatError} unless the answer rests on the posts. */
export async function describeSignal(ask: AskModel, documents: readonly SignalDocument[]): Promise<ChatDescription> {
  const posts = numberPosts(documents);
  const { topic, summary, evidence } = await ask(
    { instructions: DESCRIPTION_INSTRUCTIONS, posts: delimitPosts(posts) },
    DescriptionAnswer,
  );
  if (citedPosts(evidence, posts) === null) throw new ChatError('The model cites no two posts that it was given.');
  if (![topic, summary].every((text) => isGrounded(text, posts)))
    throw new ChatError('The model says what the posts do not say.');
  return { topic, summary };
}
