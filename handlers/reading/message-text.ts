import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { RelatedQuestion } from '#blocks/question.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const LONGEST = 4_000;

/**
 * What a message says, as something to search for: without mentions, emoji and addresses, with the words of links, and of code
 * only its beginning, where the error stands. null when too little is left.
 */
export function readMessage(raw: string): RelatedQuestion | null {
  const text = raw
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(/```([\s\S]*?)(?:```|$)/g, (_, code: string) => ` ${code.slice(0, 200)} `)
    .replace(/<[@!#][^>]*>/g, ' ')
    .replace(/<(?:https?|mailto|tel):[^|>]*(?:\|([^>]*))?>/g, (_, label: string = '') => ` ${withoutAddress(label)} `)
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/:[a-z0-9_+'-]+:/gi, ' ')
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[*_~`]+/g, ' ')
    .replace(/[\s\p{Cc}\u200b\u2060\ufeff]+/gu, ' ')
    .trim();
  // At least one word: figures and signs have no meaning to search by.
  if (!/\p{L}{3}/u.test(text)) return null;
  const cut = text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const parsed = RelatedQuestion.safeParse({ show: 'related', text: cut });
  return parsed.success ? parsed.data : null;
}

const withoutAddress = (label: string) => (/^\S+\.\S+$/.test(label) ? '' : label);
