import type { BriefEvidence, OpportunityBrief } from '@pain-signals/contract';
import { z } from 'zod';
import type { SignalDocument } from '../model/signal.ts';
import type { AskModel } from './ask-model.ts';
import { ModelError } from './model-endpoint.ts';
import {
  citedPosts,
  delimitExtract,
  delimitPosts,
  isGrounded,
  type NumberedPost,
  numberPosts,
  UNTRUSTED_TEXT_RULES,
} from './untrusted-text.ts';

/** A model's description of a signal; the counts are prepended to the summary later. */
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
evidence: the ids of at least two posts that both rest on.
The <extract> counts what the posts say most often, as found by a program: a hint, not evidence.`;

/** Describes what the posts share. Throws {@link ModelError} unless the answer is grounded in them. */
export async function describeSignal(
  ask: AskModel,
  documents: readonly SignalDocument[],
  extract: string,
): Promise<ChatDescription> {
  const posts = numberPosts(documents);
  const { topic, summary, evidence } = await ask(
    { instructions: DESCRIPTION_INSTRUCTIONS, posts: `${delimitPosts(posts)}${delimitExtract(extract)}` },
    DescriptionAnswer,
  );
  if (citedPosts(evidence, posts) === null) throw new ModelError('The model does not cite two of the posts.');
  if (![topic, summary].every((text) => isGrounded(text, posts)))
    throw new ModelError("The model's text is not grounded in the posts.");
  return { topic, summary };
}

/** The sections of a brief that a model may write; the others are computed. */
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
 * A brief's sections written by a model, each citing two or more authors of the brief's evidence. A section that the model leaves
 * out stays as in `brief`. Throws {@link ModelError} unless every text is grounded in the posts.
 */
export async function writeSections(ask: AskModel, brief: OpportunityBrief): Promise<BriefSections> {
  const posts = brief.evidence.map(asPost);
  const answer = await ask({ instructions: SECTIONS_INSTRUCTIONS, posts: delimitPosts(posts) }, SectionsAnswer);
  const toSection = ({ text, evidence }: z.output<typeof Section>): string => {
    const cited = citedPosts(evidence, posts);
    if (cited === null) throw new ModelError('The model does not cite posts by two authors.');
    if (!isGrounded(text, posts)) throw new ModelError("The model's text is not grounded in the posts.");
    return `${text} ${cited.map(({ number }) => `[${number}]`).join(' ')}`;
  };
  return {
    problem: toSection(answer.problem),
    affected: answer.affected === null ? brief.affected : toSection(answer.affected),
    workarounds: answer.workarounds.length === 0 ? brief.workarounds : answer.workarounds.map(toSection),
    opportunity: answer.opportunity === null ? brief.opportunity : toSection(answer.opportunity),
  };
}
