import { STRENGTH_MEANING } from '@pain-signals/contract';
import { type CitedEvidence, type Digest, type DigestItem, type DigestPlan, isQuietWeek } from '@pain-signals/domain';
import { describeStrength, formatStrength } from '../briefs/brief-parts.ts';
import { describeEvidenceItem, evidenceBlocks } from '../evidence/evidence-blocks.ts';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatCount, formatScore } from '../kit/format.ts';
import { feedbackButtons } from '../kit/native-blocks.ts';
import { describeTrend, formatTopic, formatTopicLink, type LinkTo } from '../kit/signal-text.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { formatSignalRow } from '../signals/signal-row.ts';
import { formatMovement, formatPeople } from './digest-card.ts';

interface ThreadOptions {
  plan: DigestPlan;
  linkTo: LinkTo;
  /** Part of a vote's value. */
  deliveryId: string;
}

/** The messages below a digest, each drawn when it is asked for: a card for each signal, then the briefs. */
export function digestThread(digest: Digest, setting: ThreadOptions): (() => Card)[] {
  if (isQuietWeek(digest) || !setting.plan.hasThread) return [];
  const { risers, newcomers, others, briefs, length = setting.plan.length } = digest;
  const shown = [...risers, ...newcomers, ...others].slice(0, length);
  return [
    ...shown.map((item) => () => itemCard(item, digest, setting)),
    ...(briefs.length > 0 ? [() => briefsCard(digest, setting, shown.length)] : []),
  ];
}

function itemCard(item: DigestItem, { freshness }: Digest, { linkTo, deliveryId }: ThreadOptions): Card {
  const { signal, movement, quote } = item;
  const said = quote === null ? '' : ` From a post: ${describeEvidenceItem(quote)}.`;
  const vote = (isUseful: boolean) => JSON.stringify({ deliveryId, signalId: signal.id, isUseful });
  const details = button(ACTION.details, { text: 'Details', value: encodeQuery({ show: 'signal', id: signal.id }) });
  return card(
    `${formatTopic(signal)} (score ${formatScore(signal.score)}, ${describeTrend(signal)}).${said}${describeFreshness(freshness)}`,
    [
      section(formatSignalRow(signal, { linkTo })),
      context([formatPeople(item), formatMovement(movement)]),
      ...(quote === null ? [] : evidenceBlocks(withoutTopic(quote, signal.topic))),
      context(formatFreshness(freshness)),
      actions([details]),
      feedbackButtons(
        ACTION.digestVote,
        { positive: vote(true), negative: vote(false) },
        {
          negative: 'Not for us',
          instead: [
            actions([
              button(ACTION.digestUseful, { text: 'Useful', label: 'More like this in the digest', value: vote(true) }),
              button(ACTION.digestNotForUs, {
                text: 'Not for us',
                label: 'Less like this in the digest',
                value: vote(false),
              }),
            ]),
          ],
        },
      ),
    ],
  );
}

/** The line above it says the topic. */
const withoutTopic = (quote: CitedEvidence, topic: string): CitedEvidence =>
  quote.excerpt !== null && quote.title?.toLowerCase() === topic.toLowerCase() ? { ...quote, title: null } : quote;

function briefsCard({ briefs, freshness }: Digest, { linkTo }: ThreadOptions, signals: number): Card {
  const topics = briefs.map((brief) => `${formatTopic(brief)} (${describeStrength(brief.patternStrength)})`).join('; ');
  return card(`Opportunity briefs: ${topics}.${describeFreshness(freshness)}`, [
    header('Opportunity briefs'),
    context([describeBriefed(briefs.length, signals)]),
    ...briefs.map((brief) =>
      section(
        `${formatTopicLink({ id: brief.painSignalId, topic: brief.topic }, linkTo)}\n${escapeMrkdwn(brief.patternStatement, 300)}\n${formatStrength(brief.patternStrength)}`,
        button(ACTION.brief, {
          text: 'Brief',
          value: encodeQuery({ show: 'brief', id: brief.painSignalId }),
        }),
      ),
    ),
    context([`Evidence strength reflects ${STRENGTH_MEANING}`]),
    context(formatFreshness(freshness)),
  ]);
}

/** `For the 4 signals above`, `For 1 of the 4 signals above`: an earlier digest had the others. */
const describeBriefed = (briefs: number, signals: number): string =>
  `For ${briefs < signals ? `${formatCount(briefs)} of ` : ''}the ${signals === 1 ? 'signal' : `${formatCount(signals)} signals`} above`;
