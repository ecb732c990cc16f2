import { BRIEF_SECTIONS, type BriefEvidence, type OpportunityBrief } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { shownName } from '../text/plain-name.ts';
import { finishSentence, shorten, splitSentences, stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { excerptAround, type Sentence } from './sentences.ts';

const EXCERPT_LENGTH = 300;

/** Numbers the posts that a brief cites, from 1 in the order of use: one number for each post, whatever is quoted of it. */
export interface Citations {
  /** "“Keys are forgotten after sleep” [3]": the full stop is the brief's own, behind the number. */
  quote(sentence: Sentence): string;
  /** "[4]": a post as a whole. */
  cite(document: SignalDocument): string;
  readonly evidence: readonly BriefEvidence[];
}

const evidenceOf = (document: SignalDocument, chunkId: string, excerpt: string): BriefEvidence => ({
  chunkId,
  provider: document.provider,
  externalId: document.externalId,
  url: document.url,
  author: shownName(document.author),
  excerpt,
});

/** A post's title and the sentence of its text that has most of the title's words: texts begin with greetings. */
function excerptOf({ title, text }: SignalDocument): string {
  if (title === null) return shorten(stripMarkup(text.slice(0, 2 * EXCERPT_LENGTH)), EXCERPT_LENGTH);
  const words = new Set(tokenize(title));
  const [best] = splitSentences(text)
    .map((sentence) => ({ sentence, shared: words.intersection(new Set(tokenize(sentence))).size }))
    .sort((one, other) => other.shared - one.shared);
  const told = best === undefined || best.shared === 0 ? [] : [best.sentence];
  return shorten([finishSentence(stripMarkup(title)), ...told].join(' '), EXCERPT_LENGTH);
}

/** "[4]": cites a post as a whole, by the evidence there is or a new one. */
export function citeDocument(document: SignalDocument, evidence: BriefEvidence[]): string {
  const { provider, externalId, postId, chunks } = document;
  const known = evidence.findIndex((each) => each.provider === provider && each.externalId === externalId);
  if (known !== -1) return `[${known + 1}]`;
  return `[${evidence.push(evidenceOf(document, chunks[0]?.id ?? postId, excerptOf(document)))}]`;
}

export function createCitations(): Citations {
  const evidence: BriefEvidence[] = [];
  const places = new Map<string, number>();
  const quoted = new Set<string>();
  const number = (document: SignalDocument, chunkId: string, excerpt: string) => {
    const { postId } = document;
    const place = places.get(postId) ?? evidence.push(evidenceOf(document, chunkId, excerpt)) - 1;
    places.set(postId, place);
    return place;
  };
  return {
    evidence,
    quote(sentence) {
      const { text, chunkId, document } = sentence;
      const excerpt = excerptAround(sentence);
      const place = number(document, chunkId, excerpt);
      const own = evidence[place] as BriefEvidence;
      if (!own.excerpt.includes(text)) {
        // What a sentence says stands in the excerpt, in place of a title or after the other sentence.
        const isSecond = quoted.has(document.postId);
        evidence[place] = evidenceOf(document, chunkId, isSecond ? `${own.excerpt} … ${excerpt}` : excerpt);
      }
      quoted.add(document.postId);
      return `“${text.replace(/(?<![.…])\.$/, '')}” [${place + 1}]`;
    },
    cite(document) {
      return `[${number(document, document.chunks[0]?.id ?? document.postId, excerptOf(document)) + 1}]`;
    },
  };
}

type Numbered = Partial<OpportunityBrief> & Pick<OpportunityBrief, 'evidence'>;

/** The brief with its posts numbered as its sections cite them, read from the top; what none cites is left out. */
export function numberInOrder<Brief extends Numbered>(brief: Brief): Brief {
  const order: number[] = [];
  const renumber = (text: string) =>
    text.replace(/“[^”]*”|\[(\d+)\]/g, (all, number?: string) => {
      const at = Number(number) - 1;
      if (number === undefined || brief.evidence[at] === undefined) return all;
      if (!order.includes(at)) order.push(at);
      return `[${order.indexOf(at) + 1}]`;
    });
  const sections = BRIEF_SECTIONS.map((name) => {
    const told = brief[name];
    return [name, typeof told === 'string' ? renumber(told) : told?.map(renumber)] as const;
  });
  const evidence = order.flatMap((at) => brief.evidence[at] ?? []);
  return { ...brief, ...Object.fromEntries(sections.filter(([, told]) => told !== undefined)), evidence };
}
