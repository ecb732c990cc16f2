import type { OpportunityBrief } from '@pain-signals/contract';
import { z } from 'zod';
import { citeDocument } from '../briefs/evidence.ts';
import type { SignalDocument } from '../model/signal.ts';
import type { Background } from '../text/background.ts';
import { createAcceptance, type Refusal } from './acceptance/index.ts';
import type { Judgement, Question } from './ask-question.ts';
import { ANSWER_QUESTION, DESCRIBE_SIGNAL, WRITE_BRIEF } from './prompts/prompts.ts';
import { type ShownDocument, showPosts, writeContent, writeQuestion } from './shown-posts.ts';

/** What a model reads about a signal. */
export interface SignalPosts {
  documents: readonly SignalDocument[];
  background: Background;
  /** Our own summary, with the counts of what the posts say. */
  extract: string;
}

export interface SignalWording {
  topic: string;
  summary: string;
}

const LEAST_AUTHORS = 2;

/** The posts to show; null where they are too few for any answer to be accepted. */
const postsToShow = ({ documents }: SignalPosts): ShownDocument[] | null => {
  const posts = showPosts(documents);
  return posts.filter(({ text }) => text !== '').length < LEAST_AUTHORS ? null : posts;
};

/** Of an answer that is taken whole or not at all. */
const judgement = <Accepted>(accepted: Accepted, refusal: Refusal | null): Judgement<Accepted> =>
  refusal === null ? { accepted, refusals: [] } : { accepted: null, refusals: [refusal] };

const Evidence = z.array(z.number().int()).min(2).max(30);
const Wording = z.object({
  topic: z.string().trim().min(20).max(80),
  summary: z.string().trim().min(30).max(400),
  evidence: Evidence,
});

/** Topic and summary; null where there is nothing to ask about. */
export function askForWording(signal: SignalPosts): Question<z.output<typeof Wording>, SignalWording> | null {
  const posts = postsToShow(signal);
  if (posts === null) return null;
  const findRefusal = createAcceptance(posts, signal.background);
  return {
    prompt: DESCRIBE_SIGNAL,
    content: writeContent(posts, signal.extract),
    schema: Wording,
    judge({ topic, summary, evidence }) {
      return judgement({ topic, summary }, findRefusal({ texts: [topic, summary], evidence }));
    },
  };
}

const Section = z.object({ text: z.string().trim().min(20).max(500), evidence: Evidence });
const Sections = z.object({
  problem: Section,
  affected: Section.nullable(),
  workarounds: z.array(Section).max(4),
  opportunity: Section.nullable(),
});
type Section = z.output<typeof Section>;

/** The sections of a brief that a model may write; the others are computed. */
export type BriefSections = Pick<OpportunityBrief, 'problem' | 'affected' | 'workarounds' | 'opportunity' | 'evidence'>;

/** Sections that are accepted, in place of those of `brief`; null where there is nothing to ask about. */
export function askForBrief(
  signal: SignalPosts,
  brief: BriefSections,
): Question<z.output<typeof Sections>, BriefSections> | null {
  const posts = postsToShow(signal);
  if (posts === null) return null;
  const findRefusal = createAcceptance(posts, signal.background);
  return {
    prompt: WRITE_BRIEF,
    content: writeContent(posts, signal.extract),
    schema: Sections,
    judge({ problem, affected, workarounds, opportunity }): Judgement<BriefSections> {
      const refusals: Refusal[] = [];
      const evidence = [...brief.evidence];
      const write = ({ text, evidence: numbers }: Section): string[] => {
        const refusal = findRefusal({ texts: [text], evidence: numbers });
        if (refusal !== null) {
          refusals.push(refusal);
          return [];
        }
        const cited = posts.filter(({ number }) => numbers.includes(number));
        const numbered = cited.map(({ document }) => citeDocument(document, evidence)).join(' ');
        return [`${text.replace(/(?<![.…])\.$/, '')} ${numbered}.`];
      };
      const [written, hurt, wanted] = [problem, affected, opportunity].map((section) => section && write(section)[0]);
      const told = workarounds.flatMap(write);
      const accepted = {
        problem: written ?? brief.problem,
        affected: hurt ?? brief.affected,
        workarounds: told.length > 0 ? told : brief.workarounds,
        opportunity: wanted ?? brief.opportunity,
        evidence,
      };
      return { accepted: written === undefined ? null : accepted, refusals };
    },
  };
}

const Answered = z.object({
  answer: z.string().trim().min(20).max(500).nullable(),
  evidence: z.array(z.number().int()).max(30),
});

/** What a model says to a person's question, with the posts that it cites. */
export interface QuestionAnswer {
  /** Null where the posts don't answer the question. */
  text: string | null;
  cited: readonly SignalDocument[];
}

/** An answer to a person's question from the posts that search found; null where they are too few. */
export function askForAnswer(
  question: string,
  found: Omit<SignalPosts, 'extract'>,
): Question<z.output<typeof Answered>, QuestionAnswer> | null {
  const posts = postsToShow({ ...found, extract: '' });
  if (posts === null) return null;
  const findRefusal = createAcceptance(posts, found.background);
  return {
    prompt: ANSWER_QUESTION,
    content: writeQuestion(question, posts),
    schema: Answered,
    judge({ answer, evidence }) {
      if (answer === null) return judgement({ text: null, cited: [] }, null);
      const cited = posts.filter(({ number }) => evidence.includes(number)).map(({ document }) => document);
      return judgement({ text: answer, cited }, findRefusal({ texts: [answer], evidence }));
    },
  };
}
