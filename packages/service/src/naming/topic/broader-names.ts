import { CLAUSE_BORDER, PHRASE_BORDER, TROUBLE } from '../lexicon/phrasing.ts';
import { capitalise } from './clean-title.ts';
import { TOPIC_LENGTH, withoutDangling } from './topic-candidates.ts';
import { namesOnlyShared, type Subject } from './topic-subject.ts';

/** A name with less in it, and what was left off. */
interface BroaderName {
  text: string;
  left: string;
}

/** "Does not work with proxies" and "no support for proxies" say more without their end than anybody said. */
const SAYS_TOO_MUCH = /(?:\b(?:not|no)|n['’]t) \p{L}+$/u;

/** The name without one or more phrases at its end, for each that leaves a name. */
function shorterNames(text: string): BroaderName[] {
  const borders = [...text.matchAll(CLAUSE_BORDER), ...text.matchAll(PHRASE_BORDER)].map(({ index }) => index);
  return borders.flatMap((border) => {
    const kept = withoutDangling(text.slice(0, border).trim());
    const isName =
      kept.length >= TOPIC_LENGTH.min && TROUBLE.test(kept) === TROUBLE.test(text) && !SAYS_TOO_MUCH.test(kept);
    return isName ? [{ text: kept, left: text.slice(kept.length) }] : [];
  });
}

/** "contention in the overlay of Configuration": a part of what the name is about, and the whole. */
const PART_OF = /(?<= (?:in|of|for|on|from) )(?:the )?(\S+(?: \S+)?) of (?:the )?(?=\S{3})/u;

/** The name with the whole in place of its part, and without the component it begins with. */
function widerNames(text: string): BroaderName[] {
  const part = PART_OF.exec(text)?.[1];
  const component = /^[\p{L}\p{N}][\w ./-]{1,24}: (?=\S+ \S)/u.exec(text)?.[0];
  const wider = [
    ...(part === undefined ? [] : [{ text: text.replace(PART_OF, ''), left: part }]),
    ...(component === undefined ? [] : [{ text: capitalise(text.slice(component.length)), left: component }]),
  ];
  return wider.filter(({ text: kept }) => kept.length >= TOPIC_LENGTH.min);
}

/** Share of the posts that must hold the words around one that is left out, and of which it may be held itself. */
const HELD_AROUND = 0.5;
const OWN_WORD = 0.34;

/** A name or number before the thing it tells apart from others of its kind. */
const DISTINGUISHING = /^(?:\p{Lu}[\p{L}\p{N}-]*|\p{L}+\d[\p{L}\d]*)$/u;

/** "Outdated Surefire plugin" without the one word that few of the posts hold. */
function plainerNames(text: string, subject: Subject): BroaderName[] {
  const words = text.split(' ');
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (
      at === 0 ||
      next === undefined ||
      /^an?$/.test(words[at - 1] ?? '') ||
      !DISTINGUISHING.test(word) ||
      !/^[\p{L}-]+$/u.test(next)
    )
      return [];
    if (subject.meanShare(word) >= OWN_WORD || subject.meanShare(next) < HELD_AROUND) return [];
    return [{ text: words.toSpliced(at, 1).join(' '), left: word }];
  });
}

/** What is left off must be one post's own circumstance, of which so little is shared, and the name still say enough. */
const OWN = 0.25;
const ROOMY = 24;

/** What the name would be without what only its own post tells. */
export const broaderNames = (name: string, subject: Subject): string[] =>
  [...shorterNames(name), ...widerNames(name), ...plainerNames(name, subject)]
    .filter(({ text, left }) => text.length >= ROOMY && (subject.focus(left) < OWN || !namesOnlyShared(left, subject)))
    .map(({ text }) => text);
