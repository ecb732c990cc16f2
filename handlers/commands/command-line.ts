export interface Word {
  text: string;
  /** Stood in quotes: meant literally, never an option. */
  isQuoted: boolean;
}

export interface CommandLine {
  /** All of it, tidied. */
  text: string;
  words: readonly Word[];
}

/** Longer than any command can be; Slack itself allows more. */
const MAX_LENGTH = 2_000;

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Undoes what Slack (entities, ids of people and channels) and keyboards (typographic quotes and dashes, odd spaces) did to what a person typed. */
export function parseCommandLine(raw: string): CommandLine {
  const text = raw
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/<([@#])\w+\|([^<>|]*)>/g, '$1$2')
    .replace(/<(https?:[^<>|]+)(?:\|[^<>]*)?>/g, '$1')
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛‹›′]/g, "'")
    .replace(/(^|\s)[—–](?=\p{L})/gu, '$1--')
    .replace(/[\s\p{Cc}\u200b\u2060\ufeff]+/gu, ' ')
    // Nobody types what nobody sees; scripts and emoji need the two joiners.
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Co}]/gu, '')
    .trim()
    .replace(/^\/pain(?: |$)/i, '');
  return { text, words: splitWords(text) };
}

/** The rest behind the first word, without quotes around the whole. */
export function restOf({ text }: CommandLine): string {
  let rest = text.replace(/^\S+\s*/, '').trim();
  while (rest.length > 1 && rest.startsWith('"') && rest.endsWith('"')) rest = rest.slice(1, -1).trim();
  return rest;
}

/** At spaces, but not at those within double quotes; a quote without its partner is no quote. */
function splitWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [token] of text.matchAll(/(?:[^\s"]*"[^"]*")+[^\s"]*|\S+/g)) {
    const word = token.replaceAll('"', '').trim();
    if (word !== '') words.push({ text: word, isQuoted: token.startsWith('"') });
  }
  return words;
}
