import type { BriefEvidence, OpportunityBrief } from '@pain-signals/contract';
import { z } from 'zod';
import { type AskModel, ChatError } from './ask-model.ts';
import { citedPosts, isGrounded } from './grounded.ts';
import { delimitPosts, type NumberedPost, UNTRUSTED_TEXT_RULES } from './untrusted-posts.ts';

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
