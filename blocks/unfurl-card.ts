import type { PainSignalDetail } from '@pain-signals/contract';
import { type Card, card } from './card.ts';
import { context, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import type { CardContext } from './setting.ts';
import { describeSignalRow, formatSignalRow } from './signal-row.ts';
import { escapeMrkdwn } from './text.ts';

const SUMMARY = 300;

/** A signal below a pasted link to it: short, since the message around it is what people came for. */
export function unfurlCard(signal: PainSignalDetail, { freshness, linkTo }: CardContext): Card {
  const summary = escapeMrkdwn(signal.summary, SUMMARY);
  return card(`${describeSignalRow(signal, 1).replace(/^1\. /, '')}.${describeFreshness(freshness)}`, [
    section(formatSignalRow(signal, { rank: 1, linkTo }).replace(/^\*1\.\* /, '')),
    summary === '' ? null : section(summary),
    context(formatFreshness(freshness)),
  ]);
}
