import { DAILY_ALERT_LIMITS, type QuietHours, type Watch } from '@pain-signals/domain';
import type { InputBlock, ModalView, PlainTextOption } from '@slack/types';
import { section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';
import { modal, plainText } from '../kit/modal.ts';
import { describeSubject } from './watch-texts.ts';

export const WATCH_DIALOG = 'watch_dialog';

/** Where the values of the inputs stand: block id and action id are the same. */
export const WATCH_INPUT = {
  when: 'watch_when',
  level: 'watch_level',
  target: 'watch_target',
  channel: 'watch_channel',
  quiet: 'watch_quiet',
  most: 'watch_most',
} as const;

const WHEN: Record<Watch['rule']['when'], string> = {
  growth: 'Growth comes over a level',
  score: 'The score comes over a level',
  new: 'A new signal appears',
};

export const WATCH_TARGET = { me: 'me', channel: 'channel' } as const;

const QUIET: readonly (QuietHours | null)[] = [null, { from: 22, to: 7 }, { from: 20, to: 8 }, { from: 18, to: 9 }];

/** All that can be changed of a watch. */
export function watchDialog(watch: Watch, locale: Locale): ModalView {
  return modal({
    title: 'Adjust watch',
    submit: 'Save',
    callbackId: WATCH_DIALOG,
    metadata: watch.id,
    blocks: [
      section(`*Of ${describeSubject(watch.subject, locale)}*`),
      select(WATCH_INPUT.when, 'Tell when', whenOptions(watch), watch.rule.when),
      levelInput(watch),
      {
        type: 'input',
        block_id: WATCH_INPUT.target,
        label: plainText('Whom'),
        element: {
          type: 'radio_buttons',
          action_id: WATCH_INPUT.target,
          initial_option: watch.channelId === null ? ME : CHANNEL,
          options: [ME, CHANNEL],
        },
      },
      channelInput(watch),
      select(
        WATCH_INPUT.quiet,
        'Silent (by the clock of who made it)',
        quietOptions(watch.quiet),
        quietValue(watch.quiet),
      ),
      select(WATCH_INPUT.most, 'Messages a day, at most', mostOptions(watch.mostADay), String(watch.mostADay)),
    ],
  });
}

const ME = option('Who made it, by direct message', WATCH_TARGET.me);
const CHANNEL = option('The channel below', WATCH_TARGET.channel);

function option(text: string, value: string): PlainTextOption {
  return { text: plainText(text), value };
}

/** One signal is new only once. */
const whenOptions = ({ subject }: Watch) =>
  (Object.keys(WHEN) as Watch['rule']['when'][])
    .filter((when) => when !== 'new' || subject.of === 'search')
    .map((when) => option(WHEN[when], when));

const quietValue = (quiet: QuietHours | null): string => (quiet === null ? 'never' : `${quiet.from}-${quiet.to}`);

function quietOptions(chosen: QuietHours | null): PlainTextOption[] {
  const isListed = QUIET.some((each) => quietValue(each) === quietValue(chosen));
  return [...QUIET, ...(isListed ? [] : [chosen])].map((quiet) =>
    option(quiet === null ? 'Never' : `From ${quiet.from}:00 to ${quiet.to}:00`, quietValue(quiet)),
  );
}

const mostOptions = (chosen: number) =>
  [...new Set([...DAILY_ALERT_LIMITS, chosen])].map((most) => option(String(most), String(most)));

function select(id: string, label: string, options: PlainTextOption[], chosen: string): InputBlock {
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: 'input',
    block_id: id,
    label: plainText(label),
    element: {
      type: 'static_select',
      action_id: id,
      options,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}

function levelInput({ rule }: Watch): InputBlock {
  const level =
    rule.when === 'new' ? null : rule.when === 'growth' ? `${+(rule.above * 100).toFixed(2)}%` : String(rule.above);
  return {
    type: 'input',
    block_id: WATCH_INPUT.level,
    label: plainText('The level'),
    optional: true,
    hint: plainText('Growth as 100% or 1, for twice as much as in the week before; a score from 0 to 99.'),
    element: {
      type: 'plain_text_input',
      action_id: WATCH_INPUT.level,
      max_length: 12,
      ...(level === null ? {} : { initial_value: level }),
    },
  };
}

function channelInput({ channelId }: Watch): InputBlock {
  return {
    type: 'input',
    block_id: WATCH_INPUT.channel,
    label: plainText('Channel'),
    optional: true,
    element: {
      type: 'conversations_select',
      action_id: WATCH_INPUT.channel,
      placeholder: plainText('Choose a channel'),
      ...(channelId === null ? {} : { initial_conversation: channelId }),
      filter: { include: ['public', 'private'], exclude_bot_users: true },
    },
  };
}
