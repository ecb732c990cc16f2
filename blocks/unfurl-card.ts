import type { PainSignalDetail } from '@pain-signals/contract';
import { type Card, card } from './card.ts';
import { context, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import type { Setting } from './setting.ts';
import { sayRow, showRow } from './signal-row.ts';
import { quoteData } from './text.ts';

const SUMMARY = 300;

/** A signal below a pasted link to it: short, since the message around it is what people came for. */
export function unfurlCard(signal: PainSignalDetail, { freshness, linkTo }: Setting): Card {
  const summary = quoteData(signal.summary, SUMMARY);
  return card(`${sayRow(signal, 1).replace(/^1\. /, '')}.${sayFreshness(freshness)}`, [
    section(showRow(signal, { rank: 1, linkTo }).replace(/^\*1\.\* /, '')),
    summary === '' ? null : section(summary),
    context(showFreshness(freshness)),
  ]);
}
