import { ACTION } from './action-ids.ts';
import { describeStrength, formatStrength } from './brief-parts.ts';
import { type Card, card } from './card.ts';
import { type Digest, type DigestItem, isQuietWeek } from './digest.ts';
import type { DigestPlan } from './digest-plan.ts';
import { formatMovement, formatPeople } from './digest-words.ts';
import { actions, button, context, header, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { encodeQuery } from './question.ts';
import { describeEvidenceItem, evidenceBlocks } from './quote-block.ts';
import { describeSignalRow, formatSignalRow, formatTopic } from './signal-row.ts';
import { escapeMrkdwn } from './text.ts';

interface ThreadOptions {
  plan: DigestPlan;
  linkTo: (signalId: string) => string | null;
  /** Goes back with a vote. */
  deliveryId: string;
}

/** The messages below a digest: a card for each signal, then the new briefs. */
export function digestThreadCards(digest: Digest, setting: ThreadOptions): Card[] {
  if (isQuietWeek(digest) || !setting.plan.hasThread) return [];
  const { risers, newcomers, others, briefs } = digest;
  const shown = [...risers, ...newcomers, ...others].slice(0, setting.plan.length);
  return [
    ...shown.map((item, at) => itemCard(item, at + 1, digest, setting)),
    ...(briefs.length > 0 ? [briefsCard(digest)] : []),
  ];
}

function itemCard(item: DigestItem, rank: number, { freshness }: Digest, { linkTo, deliveryId }: ThreadOptions): Card {
  const { signal, movement, quote } = item;
  const said = quote === null ? '' : ` Somebody wrote: ${describeEvidenceItem(quote)}.`;
  const vote = JSON.stringify({ deliveryId, signalId: signal.id });
  return card(`${describeSignalRow(signal, rank)}.${said}${describeFreshness(freshness)}`, [
    section(formatSignalRow(signal, { rank, linkTo })),
    context([formatPeople(item), formatMovement(movement)]),
    ...(quote === null ? [] : evidenceBlocks(quote)),
    context(formatFreshness(freshness)),
    actions([
      button(ACTION.details, { text: 'Details', value: encodeQuery({ show: 'signal', id: signal.id }) }),
      button(ACTION.digestUseful, { text: 'Useful', label: 'More like this in this digest', value: vote }),
      button(ACTION.digestNotForUs, { text: 'Not for us', label: 'Less like this in this digest', value: vote }),
    ]),
  ]);
}

function briefsCard({ briefs, freshness }: Digest): Card {
  const topics = briefs.map((brief) => `${formatTopic(brief)} (${describeStrength(brief.patternStrength)})`).join('; ');
  return card(`New opportunity briefs: ${topics}.${describeFreshness(freshness)}`, [
    header('New opportunity briefs'),
    ...briefs.map((brief) =>
      section(
        `*${formatTopic(brief)}*\n${escapeMrkdwn(brief.patternStatement, 300)}\n${formatStrength(brief.patternStrength)}`,
        button(ACTION.brief, {
          text: 'Brief',
          value: encodeQuery({ show: 'brief', id: brief.painSignalId }),
        }),
      ),
    ),
    context(formatFreshness(freshness)),
  ]);
}
