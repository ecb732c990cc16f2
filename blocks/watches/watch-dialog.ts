import { DAILY_ALERT_LIMITS, type QuietHours, type Watch, watchSettingsKey } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { section } from '../kit/elements.ts';
import { type Choices, channelInput, choiceInput, modal, radioInput, textInput } from '../kit/modal.ts';
import { capitalize } from '../kit/text.ts';
import { explainPause } from './watch-states.ts';
import { decodeWatchId, describeHours, describeSubject } from './watch-texts.ts';

export const WATCH_DIALOG = 'watch_dialog';

export const WATCH_INPUT = {
  when: 'watch_when',
  level: 'watch_level',
  target: 'watch_target',
  channel: 'watch_channel',
  quiet: 'watch_quiet',
  most: 'watch_most',
} as const;

const WHEN: Record<Watch['subject']['of'], Partial<Record<Watch['rule']['when'], string>>> = {
  signal: {
    growth: 'It grows more than a threshold in a week',
    score: 'Its score goes above a threshold',
  },
  search: {
    growth: 'A signal grows more than a threshold in a week',
    score: 'A signal’s score goes above a threshold',
    new: 'A new signal appears',
  },
};

const TO_CHANNEL = 'The channel chosen below';
export const WATCH_TARGET = { me: 'me', channel: 'channel' } as const;

const QUIET: readonly (QuietHours | null)[] = [null, { from: 22, to: 7 }, { from: 20, to: 8 }, { from: 18, to: 9 }];

/** @param viewerId whose own watch it is called where it is */
export function watchDialog(watch: Watch, viewerId: string | null): ModalView {
  const isOwn = watch.ownerId === viewerId;
  return modal({
    title: 'Edit watch',
    submit: 'Save',
    callbackId: WATCH_DIALOG,
    metadata: encodeDialog(watch),
    blocks: [
      section(`*${capitalize(describeSubject(watch.subject))}*`),
      watch.paused === 'shared'
        ? section(
            `*Paused.* ${explainPause('shared', watch).because} Save to keep posting there, or choose another channel.`,
          )
        : null,
      choiceInput({
        name: WATCH_INPUT.when,
        label: 'Notify when',
        optional: false,
        options: Object.entries(WHEN[watch.subject.of]),
        chosen: watch.rule.when,
      }),
      textInput({
        name: WATCH_INPUT.level,
        label: 'Threshold',
        hint: thresholdHint(watch),
        optional: watch.subject.of === 'search',
        maxLength: 12,
        value: levelOf(watch),
      }),
      radioInput({
        name: WATCH_INPUT.target,
        label: 'Send to',
        optional: false,
        options: [
          [WATCH_TARGET.me, isOwn ? 'Direct message to me' : 'Direct message to the watch’s owner'],
          [WATCH_TARGET.channel, TO_CHANNEL],
        ],
        chosen: watch.channelId === null ? WATCH_TARGET.me : WATCH_TARGET.channel,
      }),
      channelInput({
        name: WATCH_INPUT.channel,
        label: 'Channel',
        hint: `Needed for “${TO_CHANNEL}”.`,
        placeholder: 'Choose a channel',
        chosen: watch.channelId,
      }),
      choiceInput({
        name: WATCH_INPUT.quiet,
        label: `Quiet hours (${isOwn ? 'your' : 'owner’s'} time zone)`,
        optional: false,
        options: quietOptions(watch.quiet),
        chosen: quietValue(watch.quiet),
      }),
      choiceInput({
        name: WATCH_INPUT.most,
        label: 'Maximum messages per day',
        optional: false,
        options: mostOptions(watch.mostADay),
        chosen: String(watch.mostADay),
      }),
    ],
  });
}

/** The watch, and what the dialog shows of it: saving replaces nothing else. */
const encodeDialog = (watch: Watch) => `${watch.id} ${watchSettingsKey(watch)}`;

export function decodeDialog(metadata: string): { id: string | null; shown: string } {
  const [id, shown = ''] = metadata.split(' ');
  return { id: decodeWatchId(id), shown };
}

const thresholdHint = ({ subject }: Watch): string => {
  const values =
    'For growth, a percentage: 100% is twice as many mentions as the week before. For a score, a number below 100.';
  return subject.of === 'search' ? `Not needed for new signals. ${values}` : values;
};

const quietValue = (quiet: QuietHours | null): string => (quiet === null ? 'never' : `${quiet.from}-${quiet.to}`);

function quietOptions(chosen: QuietHours | null): Choices {
  const isListed = QUIET.some((each) => quietValue(each) === quietValue(chosen));
  return [...QUIET, ...(isListed ? [] : [chosen])].map((quiet) => [
    quietValue(quiet),
    quiet === null ? 'None' : describeHours(quiet),
  ]);
}

const mostOptions = (chosen: number): Choices =>
  [...new Set([...DAILY_ALERT_LIMITS, chosen])].map((most) => [String(most), String(most)]);

/** As people type it: a growth of 1 is `100%`. */
function levelOf({ rule }: Watch): string | null {
  if (rule.when === 'new') return null;
  return rule.when === 'growth' ? `${+(rule.above * 100).toFixed(2)}%` : String(rule.above);
}
