import { ACTION } from './action-ids.ts';
import { sayStrength, showStrength } from './brief-parts.ts';
import { type Card, card } from './card.ts';
import { type Digest, type DigestItem, isQuiet } from './digest.ts';
import type { DigestPlan } from './digest-plan.ts';
import { showMovement, showPeople } from './digest-words.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { encodeQuestion } from './question.ts';
import { quoteBlocks, sayQuote } from './quote-block.ts';
import { sayRow, sayTopic, showRow } from './signal-row.ts';
import { quoteData } from './text.ts';

interface Setting {
  plan: DigestPlan;
  linkTo: (signalId: string) => string | null;
  /** Goes back with a vote. */
  deliveryId: string;
}

/** The messages below a digest: a card for each signal, then the new briefs. */
export function threadCards(digest: Digest, setting: Setting): Card[] {
  if (isQuiet(digest) || !setting.plan.hasThread) return [];
  const { risers, newcomers, others, briefs } = digest;
  const shown = [...risers, ...newcomers, ...others].slice(0, setting.plan.length);
  return [
    ...shown.map((item, at) => itemCard(item, at + 1, digest, setting)),
    ...(briefs.length > 0 ? [briefsCard(digest)] : []),
  ];
}

function itemCard(item: DigestItem, rank: number, { freshness }: Digest, { linkTo, deliveryId }: Setting): Card {
  const { signal, movement, quote } = item;
  const said = quote === null ? '' : ` Somebody wrote: ${sayQuote(quote)}.`;
  const vote = JSON.stringify({ deliveryId, signalId: signal.id });
  return card(`${sayRow(signal, rank)}.${said}${sayFreshness(freshness)}`, [
    section(showRow(signal, { rank, linkTo })),
    context([showPeople(item), showMovement(movement)]),
    ...(quote === null ? [] : quoteBlocks(quote)),
    context(showFreshness(freshness)),
    actions([
      button(ACTION.details, { text: 'Details', value: encodeQuestion({ show: 'signal', id: signal.id }) }),
      button(ACTION.digestUseful, { text: 'Useful', label: 'More like this in this digest', value: vote }),
      button(ACTION.digestNotForUs, { text: 'Not for us', label: 'Less like this in this digest', value: vote }),
    ]),
  ]);
}

function briefsCard({ briefs, freshness }: Digest): Card {
  const topics = briefs.map((brief) => `${sayTopic(brief)} (${sayStrength(brief.patternStrength)})`).join('; ');
  return card(`New opportunity briefs: ${topics}.${sayFreshness(freshness)}`, [
    header('New opportunity briefs'),
    ...briefs.map((brief) =>
      section(
        `*${sayTopic(brief)}*\n${quoteData(brief.patternStatement, 300)}\n${showStrength(brief.patternStrength)}`,
        button(ACTION.brief, {
          text: 'Brief',
          value: encodeQuestion({ show: 'brief', id: brief.painSignalId }),
        }),
      ),
    ),
    context(showFreshness(freshness)),
  ]);
}
