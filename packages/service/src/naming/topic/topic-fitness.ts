import type { SignalDocument } from '../../model/signal.ts';
import type { Background } from '../../text/term-vector.ts';
import { tokenize } from '../../text/tokenize.ts';
import {
  CHORE,
  EMOTION,
  FRAGMENT,
  INSTRUCTION,
  NO_SUBJECT,
  OWN_STORY,
  PERSONAL,
  QUESTION,
  TROUBLE,
} from '../lexicon/phrasing.ts';
import type { TopicCandidate } from './topic-candidates.ts';

/** What a candidate keeps of its worth for each thing that makes it a worse name; measured by reading, not fitted. */
const KEEPS = {
  sentence: 0.3,
  cut: 0.15,
  question: 0.5,
  asked: 0.8,
  reworded: 0.9,
  personal: 0.75,
  ownStory: 0.6,
  emotion: 0.6,
  signs: 0.75,
  quotes: 0.8,
  twoSentences: 0.6,
  repeated: 0.65,
  chore: 0.65,
  noTrouble: 0.45,
  uniqueName: 0.3,
  uniqueNumber: 0.85,
  rareWord: 0.7,
  short: 0.85,
  fragment: 0.3,
  noSubject: 0.5,
  instruction: 0.3,
  rawName: 0.6,
} as const;

/** A name of this many characters has room for a subject and what goes wrong. */
const ROOMY = 32;

/** Documents, and share of them, that must hold a word for it to be more than one post's own. */
const SHARED_BY = { documents: 2, share: 0.06 } as const;

/** Share of the documents from which on a version is part of what they all tell. */
const COMMON_SHARE = 0.5;

/** A term met in fewer posts than this, of all posts, is a typing error or a name. */
const COMMON_FROM = 3;

/** Paths, identifiers, addresses and the numbers of tickets, advisories and commits. */
const NAME_LIKE = /\d{4}|[_/\\@=<>#]|\w\.\w|\p{Ll}\p{Lu}|\d\p{L}|\p{L}\d/u;
/** A path of names as programs write it. */
const RAW_NAME = /\w\.\w+\.\w|::|\w_\w+_\w/;
const NUMBER = /^[\d.,%$€]+$/;
/** A formula or a list, not a sentence. */
const SIGNS = /\s[=+/|&<>→]+\s|[{}]|…/u;
const QUOTED = /["“”]/;
const TWO_SENTENCES = /\p{L}{3}[.!?;]["”']?\s+\p{L}/u;
const REPEATED = /(?<!\p{L})(\p{L}{4,})(?!\p{L}).*(?<!\p{L})\1(?!\p{L})/iu;
/** The component before the matter: "Storage: switch to the new client". */
const withoutComponent = (text: string) => text.replace(/^[\p{L}\p{N}][\w ./-]{1,24}: (?=\S+ \S)/u, '');
/** What something is to do or somebody is about to do: nothing is wrong yet. */
const WISH =
  /^(?!(?:unable|fails?|failed|failing|attempts?|cannot|how|way|impossible|no|not)\b)[\w.()#-]+(?: (?!(?:unable|fails?|failed|failing|attempts?|way|need|due|trying)\b)[\w.()#-]+){0,3} to (?:always |not |also )?\p{Ll}{2,}\b|^(?:\S+: )?(?:add|allow|analy[sz]|creat|develop|extend|implement|improv|integrat|introduc|investigat|load|mak|merg|migrat|mov|pars|provid|refactor|renam|replac|support|switch|tun|updat|upgrad|visuali[sz])ing\b/iu;
const CAPITALISED = /^\p{Lu}/u;

/** The words of a text as written, without the signs around them. */
function wordsOf(text: string): string[] {
  return text
    .split(/[\s,;:!?()[\]"“”‘’…]+/u)
    .map((word) => word.replace(/^['.-]+|['.-]+$/g, ''))
    .filter((word) => word !== '');
}

/** In how many documents each word occurs, in lower case. */
function countDocuments(documents: readonly SignalDocument[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { title, text } of documents) {
    for (const word of new Set(wordsOf(`${title ?? ''} ${text}`.toLowerCase()))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return counts;
}

export interface Fitness {
  /** 0-1: how well the wording of a candidate would name what the documents share. */
  of(candidate: TopicCandidate): number;
  /** Whether half of the documents hold it. */
  isCommon(word: string): boolean;
}

/** Judges wordings against the documents they come from: what one post alone names has no place in a topic. */
export function createFitness(documents: readonly SignalDocument[], background: Background): Fitness {
  const inDocuments = countDocuments(documents);
  const least = Math.max(SHARED_BY.documents, SHARED_BY.share * documents.length);
  const isShared = (word: string) => (inDocuments.get(word.toLowerCase()) ?? 0) >= least;
  const isRare = (word: string) =>
    tokenize(word).some((term) => (background.documentFrequencies.get(term) ?? 0) < COMMON_FROM);

  function keptForWords(text: string): number {
    const words = wordsOf(text);
    const titleCase = words.filter((word) => CAPITALISED.test(word)).length > words.length / 2;
    let kept = 1;
    for (const [at, word] of words.entries()) {
      if (isShared(word)) continue;
      const namedByCapital = at > 0 && !titleCase && CAPITALISED.test(word);
      if (NAME_LIKE.test(word) || (namedByCapital && isRare(word))) kept *= KEEPS.uniqueName;
      else if (NUMBER.test(word)) kept *= KEEPS.uniqueNumber;
      else if (isRare(word)) kept *= KEEPS.rareWord;
    }
    return kept;
  }

  return {
    isCommon: (word) => (inDocuments.get(word.toLowerCase()) ?? 0) >= documents.length * COMMON_SHARE,
    of({ text, told, titled, cut, reworded }) {
      let kept = keptForWords(text);
      if (!titled) kept *= KEEPS.sentence;
      if (NO_SUBJECT.test(text)) kept *= KEEPS.noSubject;
      if (FRAGMENT.test(text)) kept *= KEEPS.fragment;
      if (!titled && INSTRUCTION.test(text)) kept *= KEEPS.instruction;
      if (cut) kept *= KEEPS.cut;
      if (reworded) kept *= KEEPS.reworded;
      if (QUESTION.test(text)) kept *= KEEPS.question;
      else if (QUESTION.test(told)) kept *= KEEPS.asked;
      if (PERSONAL.test(told)) kept *= KEEPS.personal;
      if (OWN_STORY.test(told)) kept *= KEEPS.ownStory;
      if (EMOTION.test(text)) kept *= KEEPS.emotion;
      if (SIGNS.test(text)) kept *= KEEPS.signs;
      if (RAW_NAME.test(text)) kept *= KEEPS.rawName;
      if (QUOTED.test(text)) kept *= KEEPS.quotes;
      if (TWO_SENTENCES.test(text)) kept *= KEEPS.twoSentences;
      if (REPEATED.test(text)) kept *= KEEPS.repeated;
      if (CHORE.test(withoutComponent(text)) || WISH.test(text)) kept *= KEEPS.chore;
      if (!TROUBLE.test(text)) kept *= KEEPS.noTrouble;
      if (text.length < ROOMY) kept *= KEEPS.short;
      return kept;
    },
  };
}
