import { PEOPLE, toThirdPerson } from '../lexicon/grammar.ts';
import {
  CLAUSE_BORDER,
  DANGLING,
  LEFT_OPEN,
  PERSONAL,
  PHRASE_BORDER,
  QUESTION,
  REFERS_BACK,
  TROUBLE,
} from '../lexicon/phrasing.ts';
import { cleanTitle } from './clean-title.ts';
import { labelFromTitle } from './label-from-title.ts';
import type { ReadDocument } from './read-documents.ts';

/** Characters of a topic. */
export const TOPIC_LENGTH = { min: 20, max: 80 } as const;

/** A clause shorter than this leaves out too much. */
const LEAST_CLAUSE = 30;

/** Sentences read of a post beside its headline: what is wrong is said early. */
const FIRST_SENTENCES = 3;

/** Characters of a sentence that may be a name as it stands; its full stop goes. */
const LONGEST_STATEMENT = TOPIC_LENGTH.max + 1;

export interface TopicCandidate {
  text: string;
  /** In the words of its author; of one that was put together, its subject and the words in which the posts tell it. */
  told: string;
  /** Index of the document it was taken from; -1 for one put together from many. */
  from: number;
  /** A title was written to name the matter, a sentence was not. */
  titled: boolean;
  /** Cut where no clause ends. */
  cut: boolean;
  /** 0-1: how far a name that was put together stands for the posts. */
  stands: number;
  /** 0-1: what one that was put together keeps beside another. */
  keeps: number;
  /** Said as a wish or a question by its author. */
  reworded: boolean;
}

/** A message was to follow that was cut off. */
const LED_TO_MESSAGE = /:\s*(?:error|exception|failure)s?$/i;

/** Without words after which something was to follow. */
export function withoutDangling(text: string): string {
  let current = text;
  for (let before = ''; before !== current; ) {
    before = current;
    current = current.replace(DANGLING, '').replace(LED_TO_MESSAGE, '');
  }
  return current;
}

/** Index of the last border that leaves enough and not too much before it. */
function lastBorder(text: string, border: RegExp): number | undefined {
  const borders = [...text.slice(0, TOPIC_LENGTH.max + 2).matchAll(border)];
  return borders.findLast(({ index }) => index >= LEAST_CLAUSE && index <= TOPIC_LENGTH.max)?.index;
}

/** A text that nowhere ends within the limit has no shorter form that anybody would say. */
function trimToTopic(text: string): { text: string; cut: boolean } {
  if (text.length <= TOPIC_LENGTH.max) return { text: text.replace(LEFT_OPEN, ''), cut: false };
  const clause = lastBorder(text, CLAUSE_BORDER);
  const end = clause ?? lastBorder(text, PHRASE_BORDER);
  return { text: end === undefined ? '' : withoutDangling(text.slice(0, end).trim()), cut: clause === undefined };
}

/** Whether a sentence could be a name as it stands: short, of trouble, nobody's own story and not the rest of one. */
function isStatement(sentence: string): boolean {
  const { length } = sentence;
  const told = PERSONAL.test(sentence) || REFERS_BACK.test(sentence) || QUESTION.test(sentence);
  return length <= LONGEST_STATEMENT && TROUBLE.test(sentence) && !told;
}

/** What is left where the number of a ticket stood between two words: "Backport and to the branch". */
const GAP = /\b(?:and|or|of|the|a) (?:to|in|for|from|into|of|on|at|and|or)\b/i;

/** The name of a change that is wanted elsewhere: '"Names with a slash fail" to the branch'. */
const BROUGHT = /^["“][^"”]+["”] (?:to|into|from)\b/u;

/** Every title (first sentence of a post without one) as it would read as a topic; further sentences where those are few, and short statements. */
export function collectCandidates(
  documents: readonly ReadDocument[],
  keepVersion: (version: string) => boolean,
): TopicCandidate[] {
  const candidate = (told: string, from: number, titled: boolean) => {
    const cleaned = cleanTitle(told, keepVersion);
    const { text, reworded } = titled ? labelFromTitle(cleaned) : { text: cleaned, reworded: false };
    const name = trimToTopic(toThirdPerson(text, PEOPLE));
    return name.text.length >= TOPIC_LENGTH.min && !GAP.test(name.text) && !BROUGHT.test(name.text)
      ? [{ ...name, told: cleaned, from, titled, reworded, stands: 1, keeps: 1 }]
      : [];
  };
  const headlines = documents.flatMap(({ title, prose }, from) =>
    candidate(title ?? prose[0] ?? '', from, title !== null),
  );
  const sentencesThat = (isName: (sentence: string) => boolean) =>
    documents.flatMap(({ prose }, from) =>
      prose
        .slice(0, FIRST_SENTENCES)
        .filter(isName)
        .flatMap((sentence) => candidate(sentence, from, false)),
    );
  const told = [...headlines, ...sentencesThat(isStatement)];
  return told.length > 0 ? told : sentencesThat(() => true);
}
