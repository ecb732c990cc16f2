import type { BriefEvidence, OpportunityBrief } from '@pain-signals/contract';
import { z } from 'zod';
import type { SignalDocument } from '../model/signal.ts';
import { type AskModel, ChatError } from './ask-model.ts';
import {
  citedPosts,
  delimitPosts,
  isGrounded,
  type NumberedPost,
  numberPosts,
  UNTRUSTED_TEXT_RULES,
} from './untrusted-text.ts';

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

/** The sections of a brief that a model may write; the rest is reckoned. */
export type BriefSections = Pick<OpportunityBrief, 'problem' | 'affected' | 'workarounds' | 'opportunity'>;

const Section = z.object({
  text: z.string().trim().min(20).max(500),
  evidence: z.array(z.number().int()).min(2).max(12),
});
const SectionsAnswer = z.object({
  problem: Section,
  affected: Section.nullable(),
  workarounds: z.array(Section).max(4),
  opportunity: Section.nullable(),
});

const SECTIONS_INSTRUCTIONS = `${UNTRUSTED_TEXT_RULES}
Answer with JSON: {"problem": S, "affected": S or null, "workarounds": S[], "opportunity": S or null}, where S is {"text": string, "evidence": number[]}.
problem: what goes wrong. affected: who is hurt and what it costs them. workarounds: what people do instead. opportunity: what they would want.
Each text is one or two sentences that rest on at least two posts, whose ids are its evidence. Use null or [] where the posts say nothing.`;

const asPost = ({ excerpt, author, chunkId }: BriefEvidence, index: number): NumberedPost => ({
  number: index + 1,
  author: author ?? chunkId,
  text: excerpt,
});

/**
 * A brief's sections in a model's words, each citing two or more authors of the brief's own evidence. What the model finds
 * nothing on stays as `brief` has it. Throws {@link ChatError} unless every text rests on what it cites.
 */
export async function writeSections(ask: AskModel, brief: OpportunityBrief): Promise<BriefSections> {
  const posts = brief.evidence.map(asPost);
  const answer = await ask({ instructions: SECTIONS_INSTRUCTIONS, posts: delimitPosts(posts) }, SectionsAnswer);
  const tell = ({ text, evidence }: z.output<typeof Section>): string => {
    const cited = citedPosts(evidence, posts);
    if (cited === null) throw new ChatError('The model cites no two people that it was given.');
    if (!isGrounded(text, posts)) throw new ChatError('The model says what the posts do not say.');
    return `${text} ${cited.map(({ number }) => `[${number}]`).join(' ')}`;
  };
  return {
    problem: tell(answer.problem),
    affected: answer.affected === null ? brief.affected : tell(answer.affected),
    workarounds: answer.workarounds.length === 0 ? brief.workarounds : answer.workarounds.map(tell),
    opportunity: answer.opportunity === null ? brief.opportunity : tell(answer.opportunity),
  };
}
