import type { PainSignalListItem } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, context, header, section } from './elements.ts';
import { type Freshness, sayFreshness, showFreshness } from './freshness.ts';
import { isMeasured, sayGrowth, sayWindows, showWindows } from './growth.ts';
import { plural, showGiven, showPercent, showScore } from './numbers.ts';
import { encodeQuestion } from './question.ts';
import { sayTopic, showKind, showTopic } from './signal-row.ts';
import type { Watch } from './watch.ts';
import { adjustButton, muteMenu } from './watch-buttons.ts';
import type { WatchRule } from './watch-rule.ts';
import { sayWatched } from './watch-words.ts';

export type Figures = Pick<PainSignalListItem, 'score' | 'growth'>;

/** `above`: came over the level. `further`: went much further since. `under`: fell back. `new`: was not there before. */
export interface Finding {
  kind: 'above' | 'further' | 'under' | 'new';
  signal: PainSignalListItem;
  /** What it was when it was last spoken of, or last seen on the other side; null: not seen before. */
  before: Figures | null;
}

export interface AlertFacts {
  watch: Pick<Watch, 'id' | 'subject' | 'rule' | 'ownerId' | 'channelId'>;
  findings: readonly Finding[];
}

interface AlertSetting {
  freshness: Freshness;
  linkTo: (signalId: string) => string | null;
}

const MOST_SHOWN = 5;

/** What a watch has to say: why it speaks, by the figures before and now. */
export function watchAlertCard({ watch, findings }: AlertFacts, { freshness, linkTo }: AlertSetting): Card {
  const { rule, subject, ownerId, channelId } = watch;
  const shown = findings.slice(0, MOST_SHOWN);
  const [first] = shown;
  const more = findings.length - shown.length;
  const rest = more > 0 ? `and ${plural(more, 'more signal')}` : null;
  const why = `when ${sayWatched({ rule, subject })}`;
  const by = channelId === null ? `You asked to be told ${why}` : `<@${ownerId}> set this watch: ${why}`;
  return card(
    `${shown.map((each) => sayFinding(rule, each)).join(' ')}${rest ? ` ${rest}.` : ''} ${by}.${sayFreshness(freshness)}`,
    [
      header(headingOf(findings)),
      ...shown.map((finding) => section(showFinding(rule, finding, linkTo))),
      context([rest]),
      context([by]),
      context(showFreshness(freshness)),
      actions([
        first
          ? button(ACTION.details, {
              text: 'Details',
              value: encodeQuestion({ show: 'signal', id: first.signal.id }),
              style: 'primary',
            })
          : null,
        muteMenu(watch),
        adjustButton(watch),
      ]),
    ],
  );
}

const HEADINGS: Record<Finding['kind'], string> = {
  above: 'Watch: over the level',
  further: 'Watch: rising further',
  under: 'Watch: back under the level',
  new: 'Watch: a new pain',
};

function headingOf(findings: readonly Finding[]): string {
  const [first] = findings;
  if (findings.length > 1) return `Watch: ${plural(findings.length, 'signal')}`;
  return first === undefined ? 'Watch' : HEADINGS[first.kind];
}

function showFinding(rule: WatchRule, finding: Finding, linkTo: AlertSetting['linkTo']): string {
  const { signal } = finding;
  const other = rule.when === 'score' ? growthOf(finding) : scoreOf(finding);
  return [
    showTopic(signal, linkTo),
    rule.when === 'new'
      ? '✦ *new this week*'
      : `${SIGNS[finding.kind]} *${measureOf(rule, finding)}*, ${levelOf(rule, finding)}`,
    [other, showWindows(signal), plural(signal.volume, 'mention'), showKind(signal)].filter(Boolean).join('  ·  '),
  ].join('\n');
}

const SIGNS: Record<Finding['kind'], string> = {
  above: '▲ came over:',
  further: '▲ rises further:',
  under: '▼ fell back:',
  new: '✦',
};

const scoreOf = ({ signal, before }: Finding) => change('score', before?.score, signal.score, showScore);

const measureOf = (rule: WatchRule, finding: Finding): string =>
  rule.when === 'growth' ? growthOf(finding) : scoreOf(finding);

/** In words where no percentage says it, as on every other card. */
function growthOf({ signal, before }: Finding): string {
  if (isMeasured(signal)) return change('growth', before?.growth, signal.growth, showSigned);
  return `${sayGrowth(signal)}${before === null ? '' : `, growth before ${showSigned(before.growth)}`}`;
}

/** Falling is said by its sign too. */
const showSigned = (ratio: number): string => (ratio < 0 ? `−${showPercent(-ratio)}` : showPercent(ratio));

function levelOf(rule: WatchRule, { kind }: Finding): string {
  if (rule.when === 'new') return '';
  const level = rule.when === 'growth' ? showPercent(rule.above) : showGiven(rule.above);
  return `${kind === 'under' ? 'under' : 'over'} the level of ${level}`;
}

function change(name: string, before: number | undefined, now: number, show: (value: number) => string): string {
  const [was, is] = [before === undefined ? null : show(before), show(now)];
  return was === null || was === is ? `${name} ${is}` : `${name} ${was} → ${is}`;
}

function sayFinding(rule: WatchRule, finding: Finding): string {
  const { kind, signal } = finding;
  const windows = sayWindows(signal);
  const topic = `“${sayTopic(signal)}”`;
  if (rule.when === 'new') return `${topic} is new this week (${scoreOf(finding)}${windows ? `, ${windows}` : ''}).`;
  const verb = { above: 'came over', further: 'rises further over', under: 'fell back under', new: '' }[kind];
  const level = levelOf(rule, finding).replace(/^(over|under) /, '');
  return `${topic} ${verb} ${level}: ${measureOf(rule, finding)}${windows ? ` (${windows})` : ''}.`;
}
