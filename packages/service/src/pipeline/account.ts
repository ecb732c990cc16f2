import { examplesOf } from './examples.ts';
import { ATTEMPT } from './lexicon/brief-cues.ts';
import { INSTRUCTION, TROUBLE } from './lexicon/phrasing.ts';
import { finishSentence } from './plain-sentences.ts';
import type { ReadDocument } from './read-documents.ts';
import { createSentenceScoring, isWhole, isWithin, type ScoreSentence, standsAlone } from './telling.ts';
import type { Background } from './term-vector.ts';
import { tokenize } from './terms.ts';
import { THEY, toThirdPerson } from './third-person.ts';
import type { Subject } from './topic-subject.ts';

/** Characters of a sentence that is said of all. */
const STATEMENT_LENGTH = { min: 30, max: 200 } as const;

/** So much of a sentence must so many of the posts say for it to be said of all. */
const SAID_OF_ALL = { most: 0.6, posts: 0.6 } as const;

/** A statement of fewer terms says nothing that could not be said of other posts. */
const LEAST_TERMS = 5;

/** What a statement keeps for telling what somebody does. */
const KEEPS = { attempt: 0.6, instruction: 0.4 } as const;

/** The sentence nearest to what the posts share, if most of them say it, told of others. */
function statementOf(documents: readonly ReadDocument[], said: string, read: ScoreSentence) {
  const doing = (text: string) =>
    (ATTEMPT.test(text) || /^\p{L}+ing\b/u.test(text) ? KEEPS.attempt : 1) *
    (INSTRUCTION.test(text) ? KEEPS.instruction : 1);
  const [best] = documents
    .flatMap(({ prose }, own) =>
      prose
        .filter((text) => isWithin(STATEMENT_LENGTH, text) && isWhole(text) && TROUBLE.test(text))
        .filter((text) => !text.toLowerCase().includes(said) && standsAlone(text))
        .filter((text) => new Set(tokenize(text)).size >= LEAST_TERMS)
        .map((text) => read(text, own)),
    )
    .map((telling) => ({ ...telling, worth: telling.worth * doing(telling.text) }))
    .sort((one, other) => other.worth - one.worth);
  return best !== undefined && best.shared(SAID_OF_ALL.most) >= SAID_OF_ALL.posts ? best : undefined;
}

const quoted = (text: string) => `“${text.replace(/[\s.,;:!]+$/, '')}”`;

/**
 * What breaks, as sentences with a space before them: what most of the posts say, told of others; else what two of them say, quoted,
 * for what one tells is not said of all.
 */
export function problemSentencesOf(
  documents: readonly ReadDocument[],
  topic: string,
  subject: Subject,
  background: Background,
): string[] {
  const read = createSentenceScoring(documents, subject, background);
  const statement = statementOf(documents, topic.toLowerCase(), read);
  if (statement !== undefined) return [` ${toThirdPerson(finishSentence(statement.text), THEY)}`];
  const examples = examplesOf(documents, topic, background, read).map(quoted);
  return examples.length === 0 ? [] : [` For example: ${examples.join(' and ')}.`];
}
