import type { SignalDocument } from '../model/signal.ts';
import type { Facet } from '../naming/index.ts';
import { shorten, stripMarkup } from '../text/sentences.ts';
import type { Citations } from './evidence.ts';
import type { Sentence } from './sentences.ts';

const TITLE_LENGTH = 120;

export const begin = (text: string) =>
  /^\p{Ll}[\p{Ll}'’-]*(?=\s)/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** A part as a phrase: "Icon missing from the tray". */
export const phraseOf = ({ text }: Facet): string => begin(text.replace(/[\s.,;:]+$/, ''));

export const titleOf = ({ title }: SignalDocument): string =>
  shorten(
    stripMarkup(title ?? '')
      .replace(/^\[([^\]]+)\]\s*(?=\S)/, '$1: ')
      .replace(/^[\s–—-]+/, '')
      .replace(/:\s+(?=:)/g, ''),
    TITLE_LENGTH,
  ).replace(/[\s.]+$/, '');

/** A sentence as it stands, a title as titles are shown, with its citation. */
export const quoteOf = (sentence: Sentence, { cite, quote }: Citations): string =>
  sentence.isTitle ? `“${titleOf(sentence.document)}” ${cite(sentence.document)}` : quote(sentence);
