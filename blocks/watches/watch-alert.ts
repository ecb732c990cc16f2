import { hasGrowthRate } from '@pain-signals/contract';
import type { Freshness, HeldFinding, Watch, WatchFinding, WatchRule } from '@pain-signals/domain';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card } from '../kit/card.ts';
import { describeFreshness, formatFreshness } from '../kit/card-context.ts';
import { actions, button, context, header, joinParts, section } from '../kit/elements.ts';
import { formatCount, formatDecimal, formatRatio, formatScore, plural } from '../kit/format.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import {
  describeCounts,
  describeTrend,
  formatAreaAndType,
  formatTopic,
  formatTopicLink,
  formatTrend,
  type LinkTo,
} from '../kit/signal-text.ts';
import { capitalize, escapePlainText, unescapeMrkdwn } from '../kit/text.ts';
import { adjustButton, describeSubject, describeThreshold, muteMenu } from './watch-texts.ts';

export interface AlertFacts {
  watch: Pick<Watch, 'id' | 'subject' | 'rule' | 'ownerId' | 'channelId'>;
  findings: readonly WatchFinding[];
}

interface AlertSetting {
  freshness: Freshness;
  linkTo: LinkTo;
}

const MAX_SHOWN = 5;

/** The figures before and now. */
export function watchAlertCard({ watch, findings }: AlertFacts, { freshness, linkTo }: AlertSetting): Card {
  const { rule, subject, ownerId, channelId } = watch;
  const shown = findings.slice(0, MAX_SHOWN);
  const [first] = shown;
  const isOne = findings.length === 1;
  const more = findings.length - shown.length;
  const rest = more > 0 ? `and ${plural(more, 'more signal')}` : null;
  const whose = channelId === null ? 'your' : `<@${ownerId}>’s`;
  const on = describeSubject(subject);
  const by = `From ${whose} watch on ${rule.when === 'new' ? `new ${on}` : `${on} (${describeThreshold(rule)})`}`;
  return card(
    `${shown.map((each) => describeWatchFinding(rule, each)).join(' ')}${rest ? ` ${rest}.` : ''} ${by}.${describeFreshness(freshness)}`,
    [
      header(headingOf(findings, { rule, subject })),
      ...shown.map((finding) =>
        section(formatFinding(rule, finding, { linkTo, isOne }), isOne ? null : detailsButton(finding)),
      ),
      context([rest]),
      context([by]),
      context(formatFreshness(freshness)),
      actions([
        first && isOne ? detailsButton(first, 'primary') : null,
        muteMenu(watch),
        adjustButton(watch),
        first && isOne ? signalMenu(first.signal.id) : null,
      ]),
    ],
  );
}

const detailsButton = ({ signal: { id, topic } }: WatchFinding, style?: 'primary') =>
  button(ACTION.details, {
    text: 'Details',
    label: `Details of ${escapePlainText(topic, 60)}`,
    value: encodeQuery({ show: 'signal', id }),
    ...(style ? { style } : {}),
  });

function headingOf(findings: readonly WatchFinding[], watch: Pick<Watch, 'rule' | 'subject'>): string {
  const [first] = findings;
  if (first === undefined) return 'Alert';
  return findings.length > 1
    ? headingOfSeveral(findings, watch)
    : escapePlainText(`Alert: ${escapePlainText(first.signal.topic, 130) || 'Untitled signal'}`, 150);
}

/** `2 signals in Testing & quality now score above 85` */
function headingOfSeveral(
  findings: readonly WatchFinding[],
  { rule, subject }: Pick<Watch, 'rule' | 'subject'>,
): string {
  const count = formatCount(findings.length);
  const which = unescapeMrkdwn(describeSubject(subject));
  if (rule.when === 'new') return escapePlainText(`${count} new ${which}`, 150);
  const level = rule.when === 'score' ? formatDecimal(rule.above) : formatRatio(rule.above);
  const [above, below] =
    rule.when === 'score'
      ? [`now score above ${level}`, `now score below ${level} again`]
      : [`grew more than ${level} in a week`, `no longer grow more than ${level} in a week`];
  const [kind, ...others] = new Set(findings.map((finding) => (finding.kind === 'under' ? 'under' : 'above')));
  const are = others.length > 0 ? 'changed' : kind === 'under' ? below : above;
  return escapePlainText(`${count} ${which} ${are}`, 150);
}

function formatFinding(
  rule: WatchRule,
  finding: WatchFinding,
  { linkTo, isOne }: Pick<AlertSetting, 'linkTo'> & { isOne: boolean },
): string {
  const { signal } = finding;
  return [
    // The heading names it; its page is in the menu.
    ...(isOne ? [] : [formatTopicLink(signal, linkTo)]),
    rule.when === 'new' ? '✦ *New this week*' : `${SIGNS[finding.kind]} *${verdictOf(rule, finding)}*`,
    joinParts([
      rule.when === 'growth' ? countsOf(finding) : rule.when === 'new' ? mentionsOf(finding) : formatTrend(signal),
      rule.when === 'score' ? null : `Score ${formatScore(signal.score)}`,
      formatAreaAndType(signal),
    ]),
  ].join('\n');
}

/** Null where the verdict names them instead of a percentage. */
const countsOf = ({ signal }: HeldFinding) => {
  const { mentionsLastWindow: last, mentionsPrevWindow: previous } = signal;
  return last === null || previous === null || !hasGrowthRate(signal) ? null : describeCounts(last, previous);
};

const mentionsOf = ({ signal: { mentionsLastWindow: last } }: WatchFinding) =>
  last === null ? null : `${plural(last, 'mention')} this week`;

const SIGNS: Record<WatchFinding['kind'], string> = { above: '▲', further: '▲', under: '▼', new: '✦' };

const VERDICTS: Record<WatchFinding['kind'], string> = {
  above: 'above the threshold of',
  further: 'rising further above the threshold of',
  under: 'back below the threshold of',
  new: '',
};

/** `Score 74, above the threshold of 70` */
function verdictOf(rule: Exclude<WatchRule, { when: 'new' }>, finding: HeldFinding): string {
  const threshold = rule.when === 'growth' ? formatRatio(rule.above) : formatDecimal(rule.above);
  const measure = rule.when === 'growth' ? growthOf(finding) : scoreOf(finding);
  return `${measure}, ${VERDICTS[finding.kind]} ${threshold}`;
}

const scoreOf = ({ signal, before }: HeldFinding) => formatChange('Score', before?.score, signal.score, formatScore);

/** In words where a percentage makes no sense. */
function growthOf({ signal, before }: HeldFinding): string {
  if (hasGrowthRate(signal))
    return formatChange('Growth', before?.growth, signal.growth, (ratio) => formatSigned(ratio));
  return capitalize(describeTrend(signal));
}

const formatSigned = (ratio: number): string => (ratio < 0 ? `−${formatRatio(-ratio)}` : formatRatio(ratio));

function formatChange(name: string, before: number | undefined, now: number, show: (value: number) => string): string {
  const [was, is] = [before === undefined ? null : show(before), show(now)];
  return was === null || was === is ? `${name} ${is}` : `${name} ${was} → ${is}`;
}

/** `“OAuth tokens expire”: Growth 40% → 140%, above the threshold of 100%. 24 mentions this week, 10 last week.` */
export function describeWatchFinding(rule: WatchRule, finding: HeldFinding): string {
  const { signal } = finding;
  const topic = `“${formatTopic(signal)}”`;
  if (rule.when === 'new') return `${topic} is new this week: score ${formatScore(signal.score)}.`;
  const trend = rule.when === 'growth' ? countsOf(finding) : capitalize(describeTrend(signal));
  return `${topic}: ${verdictOf(rule, finding)}.${trend === null ? '' : ` ${trend}.`}`;
}
