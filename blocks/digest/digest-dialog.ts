import { areaName, decodeJson, MACRO_AREAS, PAIN_TYPES, painTypeName } from '@pain-signals/contract';
import {
  DIGEST_LENGTH,
  type DigestPauseReason,
  DigestPlan,
  type DigestProposal,
  type DigestSubscription,
} from '@pain-signals/domain';
import type { Block, KnownBlock, ModalView, SectionBlock } from '@slack/types';
import { z } from 'zod';
import { announcePicture } from '../charts/picture.ts';
import type { Card } from '../kit/card.ts';
import { context, section } from '../kit/elements.ts';
import { formatDate } from '../kit/format.ts';
import {
  type Choices,
  channelInput,
  checkboxInput,
  choiceInput,
  choicesInput,
  modal,
  previewBlocks,
  textInput,
  timeInput,
} from '../kit/modal.ts';
import { escapeMrkdwn } from '../kit/text.ts';
import { describePlan } from './digest-card.ts';
import { deliveryProblem, describeSchedule, WEEKDAYS } from './digest-setup-card.ts';

/** Two steps: settings, then a preview to switch on. */
export const DIGEST_DIALOG = 'digest_dialog';
export const DIGEST_PREVIEW = 'digest_preview';
const TITLE = 'Weekly digest';

export const DIGEST_INPUT = {
  channel: 'digest_channel',
  weekday: 'digest_weekday',
  time: 'digest_time',
  zone: 'digest_zone',
  areas: 'digest_areas',
  types: 'digest_types',
  length: 'digest_length',
  quietWeeks: 'digest_quiet_weeks',
  thread: 'digest_thread',
} as const;

const MORE = 'yes';

/** The channel's current plan, and what the list that led here adds to it. */
interface Changing {
  before: DigestPlan;
  proposal: DigestProposal;
  pausedBecause: DigestPauseReason | null;
}

/** `card`: the address of the settings card it was opened from; `from`: the channel whose digest is being changed. */
const Opened = z.object({
  card: z.string().max(1_000).optional(),
  from: z.string().max(100).optional(),
});

export const decodeDigestDialog = (metadata: string): z.output<typeof Opened> => decodeJson(Opened, metadata) ?? {};

/** @param card the address of the settings card it was opened from */
export function digestDialog(
  plan: DigestPlan,
  channelId: string | null,
  { card, changing }: { card: string | undefined; changing?: Changing },
): ModalView {
  const areas = [...new Set<string>([...MACRO_AREAS, ...plan.areas])];
  return modal({
    title: TITLE,
    submit: 'Preview',
    callbackId: DIGEST_DIALOG,
    metadata: JSON.stringify({ card, from: changing === undefined ? undefined : (channelId ?? undefined) }),
    blocks: [
      changing?.pausedBecause === 'shared' && channelId !== null ? section(sharedChannelNote(channelId)) : null,
      changing === undefined ? null : proposalNote(plan, changing),
      channelInput({
        name: DIGEST_INPUT.channel,
        label: 'Channel',
        optional: false,
        placeholder: 'Choose a channel',
        chosen: channelId,
      }),
      choiceInput({
        name: DIGEST_INPUT.weekday,
        label: 'Day',
        optional: false,
        options: WEEKDAYS.map((name, at) => [String(at + 1), name]),
        chosen: String(plan.weekday),
      }),
      timeInput({ name: DIGEST_INPUT.time, label: 'Time', optional: false, time: plan.time }),
      textInput({
        name: DIGEST_INPUT.zone,
        label: 'Time zone',
        hint: 'For example America/New_York. The time follows daylight saving.',
        optional: false,
        maxLength: 60,
        value: plan.zone,
      }),
      choicesInput({
        name: DIGEST_INPUT.areas,
        label: 'Areas',
        options: areas.map((area) => [area, areaName(area)]),
        chosen: plan.areas,
      }),
      choicesInput({
        name: DIGEST_INPUT.types,
        label: 'Types',
        options: PAIN_TYPES.map((type) => [type, painTypeName(type)]),
        chosen: plan.types,
      }),
      choiceInput({
        name: DIGEST_INPUT.length,
        label: 'How many signals',
        optional: false,
        options: LENGTHS,
        chosen: String(plan.length),
      }),
      choiceInput({
        name: DIGEST_INPUT.quietWeeks,
        label: 'In a quiet week',
        optional: false,
        options: QUIET,
        chosen: plan.quietWeeks,
      }),
      checkboxInput({
        name: DIGEST_INPUT.thread,
        label: 'Thread',
        option: [MORE, 'Add evidence and briefs in a thread'],
        isChecked: plan.hasThread,
      }),
    ],
  });
}

const sharedChannelNote = (channelId: string) =>
  `*Paused.* <#${channelId}> is now shared with another organization. Save to keep posting there, or choose another channel.`;

/** Null where nothing is proposed. */
function proposalNote(plan: DigestPlan, { before, proposal, pausedBecause }: Changing): SectionBlock | null {
  if (proposal.areas.length === 0 && proposal.types.length === 0) return null;
  const covers = `This digest covers *${describePlan(before)}*`;
  const isMore = plan.areas.length > before.areas.length || plan.types.length > before.types.length;
  const more = isMore
    ? `. The filters of your list (${describeProposal(proposal)}) are added below`
    : `, so what your list shows (${describeProposal(proposal)}) is in it`;
  return section(`${covers}${more}. Nothing changes until you press *${saveLabel({ pausedBecause })}* in the preview.`);
}

const describeProposal = ({ areas, types }: DigestProposal) =>
  [
    ...areas.map((area) => escapeMrkdwn(areaName(area), 40)),
    ...types.map((type) => painTypeName(type).toLowerCase()),
  ].join(', ');

const LENGTHS: Choices = Array.from({ length: DIGEST_LENGTH.max }, (_, at) => [String(at + 1), String(at + 1)]);
const QUIET: Choices = [
  ['say', 'Post one line'],
  ['silent', 'Post nothing'],
];

const option = z
  .object({ selected_option: z.object({ value: z.string() }) })
  .transform((given) => given.selected_option.value);
const list = z
  .object({ selected_options: z.array(z.object({ value: z.string() })).nullish() })
  .transform(({ selected_options: chosen }) => (chosen ?? []).map(({ value }) => value));
const of = <Schema extends z.ZodType>(id: string, schema: Schema) =>
  z.object({ [id]: schema }).transform((block) => block[id] as z.output<Schema>);

const { channel, weekday, time, zone, areas, types, length, quietWeeks, thread } = DIGEST_INPUT;

const Values = z.object({
  [channel]: of(channel, z.object({ selected_conversation: z.string().min(1).max(100).nullish() })),
  [weekday]: of(weekday, option),
  [time]: of(time, z.object({ selected_time: z.string().nullish() })),
  [zone]: of(zone, z.object({ value: z.string().nullish() })),
  [areas]: of(areas, list),
  [types]: of(types, list),
  [length]: of(length, option),
  [quietWeeks]: of(quietWeeks, option),
  [thread]: of(thread, list),
});

/** The plan is not validated yet. Null for a dialog of another version. */
export function parseDigestDialog(values: unknown): { channelId: string | null; zone: string; plan: unknown } | null {
  const given = Values.safeParse(values).data;
  if (given === undefined) return null;
  const zoneName = given[zone].value?.trim() ?? '';
  return {
    channelId: given[channel].selected_conversation ?? null,
    zone: zoneName,
    plan: {
      weekday: Number(given[weekday]),
      time: given[time].selected_time ?? '',
      zone: zoneName,
      areas: given[areas],
      types: given[types],
      length: Number(given[length]),
      quietWeeks: given[quietWeeks],
      hasThread: given[thread].includes(MORE),
    },
  };
}

/** The saved digest replaces the settings card. `isShared`: the preview said so. `over`: which settings it would replace. */
const Draft = Opened.extend({
  channelId: z.string().min(1).max(100),
  plan: DigestPlan,
  isShared: z.boolean().optional(),
  over: z.string().max(100).optional(),
});
export type DigestDraft = z.output<typeof Draft>;

export const decodeDigestDraft = (metadata: string): DigestDraft | null => decodeJson(Draft, metadata);

export interface DigestPreview {
  nextDueAt: number;
  /** The channel's digest, if it has one. */
  known: Pick<DigestSubscription, 'pausedBecause'> | null;
  /** Its plan, if it differs. */
  before: DigestPlan | null;
  /** Null when the app can't see it; a failure while Slack doesn't say. */
  channel: { isMember: boolean; isArchived: boolean; isShared: boolean } | { error: string } | null;
  parent: Card;
  /** The preview can't show the picture. */
  isWithoutPicture: boolean;
  thread: readonly Card[];
  isQuiet: boolean;
}

const saveLabel = (known: DigestPreview['known']): string =>
  known === null ? 'Turn on' : known.pausedBecause === null ? 'Save changes' : 'Save and resume';

const CHART_NOTE = '▦ In the channel: a chart of each rising signal’s last 30 days';

/** Shows what would be posted, as far as a dialog can. */
export function digestPreviewDialog(draft: DigestDraft, preview: DigestPreview): ModalView {
  const { parent, isWithoutPicture, thread, nextDueAt, known, before, channel, isQuiet } = preview;
  const { plan } = draft;
  const isSilent = isQuiet && plan.quietWeeks === 'silent';
  const problem = deliveryProblem(channel);
  const isShared = channel !== null && 'isShared' in channel && channel.isShared;
  return modal({
    title: TITLE,
    submit: saveLabel(known),
    callbackId: DIGEST_PREVIEW,
    metadata: JSON.stringify(isShared ? { ...draft, isShared: true } : draft),
    blocks: [
      section(
        `<#${draft.channelId}> will get it every *${describeSchedule(plan)}*. ${known === null ? 'First' : 'Next'} one: ${formatDate(nextDueAt, 'theirMinute')}.`,
      ),
      draft.from === undefined || draft.from === draft.channelId
        ? null
        : section(
            `*<#${draft.from}> keeps its own digest.* To stop that one, type \`/pain digest\` there and press *Remove*.`,
          ),
      before === null
        ? null
        : section(`This replaces the current digest: every ${describeSchedule(before)}, ${describePlan(before)}.`),
      isShared ? section('⚠ *This channel is shared with another organization.* They’ll see the digest too.') : null,
      problem === null ? null : section(problem),
      ...(isSilent
        ? [section('This week is quiet, so nothing would be posted.')]
        : [
            context([
              `*Preview* with this week’s data${isQuiet ? '' : '. In the channel, the rising signals are in a table.'}`,
            ]),
            { type: 'divider' as const },
            ...previewBlocks(isWithoutPicture ? announcePicture(parent, CHART_NOTE) : parent),
          ]),
      thread.length === 0 ? null : { type: 'divider' },
      thread.length === 0 ? null : context(['*In the thread:* one reply per signal, then their briefs']),
      ...thread.flatMap((card, at): (Block | KnownBlock)[] => [
        ...(at === 0 ? [] : [{ type: 'divider' as const }]),
        ...previewBlocks(card),
      ]),
    ],
  });
}

export const digestOutcomeDialog = (says: string): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: DIGEST_DIALOG, blocks: [section(says)] });
