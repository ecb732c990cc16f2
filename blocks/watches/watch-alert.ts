import { type Freshness, hasGrowthRate, type Watch, type WatchFinding, type WatchRule } from '@pain-signals/domain';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card } from '../kit/card.ts';
import { actions, button, context, header, joinParts, section } from '../kit/elements.ts';
import { formatScore, type Locale } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import {
  describeGrowth,
  describeWeeklyMentions,
  formatAreaAndType,
  formatTopic,
  formatTopicLink,
  formatWeeklyMentions,
  type LinkTo,
} from '../kit/signal-text.ts';
import { adjustButton, muteMenu } from './watch-buttons.ts';
import { describeWatch } from './watch-texts.ts';

export interface AlertFacts {
  watch: Pick<Watch, 'id' | 'subject' | 'rule' | 'ownerId' | 'channelId'>;
  findings: readonly WatchFinding[];
}

interface AlertSetting {
  locale: Locale;
  freshness: Freshness;
  linkTo: LinkTo;
}

const MAX_SHOWN = 5;

/** The figures before and now. */
export function watchAlertCard({ watch, findings }: AlertFacts, { freshness, linkTo, locale }: AlertSetting): Card {
  const { rule, subject, ownerId, channelId } = watch;
  const shown = findings.slice(0, MAX_SHOWN);
  const [first] = shown;
  const more = findings.length - shown.length;
  const rest = more > 0 ? `and ${locale.plural(more, 'more signal')}` : null;
  const why = `when ${describeWatch({ rule, subject }, locale)}`;
  const by = channelId === null ? `You asked to be told ${why}` : `<@${ownerId}> set this watch: ${why}`;
  return card(
    `${shown.map((each) => describeFinding(rule, each, locale)).join(' ')}${rest ? ` ${rest}.` : ''} ${by}.${describeFreshness(freshness)}`,
    [
      header(headingOf(findings, locale)),
      ...shown.map((finding) => section(formatFinding(rule, finding, { linkTo, locale }))),
      context([rest]),
      context([by]),
      context(formatFreshness(freshness)),
      actions([
        first
          ? button(ACTION.details, {
              text: 'Details',
              value: encodeQuery({ show: 'signal', id: first.signal.id }),
              style: 'primary',
            })
          : null,
        muteMenu(watch),
        adjustButton(watch),
      ]),
    ],
  );
}

const HEADINGS: Record<WatchFinding['kind'], string> = {
  above: 'Watch: over the level',
  further: 'Watch: rising further',
  under: 'Watch: back under the level',
  new: 'Watch: a new pain',
};

function headingOf(findings: readonly WatchFinding[], locale: Locale): string {
  const [first] = findings;
  if (findings.length > 1) return `Watch: ${locale.plural(findings.length, 'signal')}`;
  return first === undefined ? 'Watch' : HEADINGS[first.kind];
}

function formatFinding(
  rule: WatchRule,
  finding: WatchFinding,
  { linkTo, locale }: Pick<AlertSetting, 'linkTo' | 'locale'>,
): string {
  const { signal } = finding;
  const other = rule.when === 'score' ? growthOf(finding, locale) : scoreOf(finding);
  return [
    formatTopicLink(signal, linkTo),
    rule.when === 'new'
      ? '✦ *new this week*'
      : `${SIGNS[finding.kind]} *${measureOf(rule, finding, locale)}*, ${levelOf(rule, finding, locale)}`,
    joinParts([
      other,
      formatWeeklyMentions(signal, locale),
      locale.plural(signal.volume, 'mention'),
      formatAreaAndType(signal),
    ]),
  ].join('\n');
}

const SIGNS: Record<WatchFinding['kind'], string> = {
  above: '▲ came over:',
  further: '▲ rises further:',
  under: '▼ fell back:',
  new: '✦',
};

const scoreOf = ({ signal, before }: WatchFinding) => formatChange('score', before?.score, signal.score, formatScore);

const measureOf = (rule: WatchRule, finding: WatchFinding, locale: Locale): string =>
  rule.when === 'growth' ? growthOf(finding, locale) : scoreOf(finding);

/** In words where a percentage makes no sense. */
function growthOf({ signal, before }: WatchFinding, locale: Locale): string {
  if (hasGrowthRate(signal))
    return formatChange('growth', before?.growth, signal.growth, (ratio) => formatSigned(ratio, locale));
  return `${describeGrowth(signal, locale)}${before === null ? '' : `, growth before ${formatSigned(before.growth, locale)}`}`;
}

const formatSigned = (ratio: number, locale: Locale): string =>
  ratio < 0 ? `−${locale.ratio(-ratio)}` : locale.ratio(ratio);

function levelOf(rule: WatchRule, { kind }: WatchFinding, locale: Locale): string {
  if (rule.when === 'new') return '';
  const level = rule.when === 'growth' ? locale.ratio(rule.above) : locale.decimal(rule.above);
  return `${kind === 'under' ? 'under' : 'over'} the level of ${level}`;
}

function formatChange(name: string, before: number | undefined, now: number, show: (value: number) => string): string {
  const [was, is] = [before === undefined ? null : show(before), show(now)];
  return was === null || was === is ? `${name} ${is}` : `${name} ${was} → ${is}`;
}

function describeFinding(rule: WatchRule, finding: WatchFinding, locale: Locale): string {
  const { kind, signal } = finding;
  const windows = describeWeeklyMentions(signal, locale);
  const topic = `“${formatTopic(signal)}”`;
  if (rule.when === 'new') return `${topic} is new this week (${scoreOf(finding)}${windows ? `, ${windows}` : ''}).`;
  const verb = { above: 'came over', further: 'rises further over', under: 'fell back under', new: '' }[kind];
  const level = levelOf(rule, finding, locale).replace(/^(over|under) /, '');
  return `${topic} ${verb} ${level}: ${measureOf(rule, finding, locale)}${windows ? ` (${windows})` : ''}.`;
}
