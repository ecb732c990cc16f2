import { areaName, MACRO_AREAS } from '@pain-signals/contract';
import { ALL_AREAS, type DialogQuery, type FindQuery, type Query } from '@pain-signals/domain';
import type { Block, Button, InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { ACTION } from './buttons.ts';
import { type Card, card, type SlackBlock, textCard } from './card.ts';
import { button, type CardBlock, plainText, section } from './elements.ts';
import { BLOCK_LIMITS } from './limits.ts';
import { escapePlainText, truncate } from './text.ts';

interface ModalParts {
  title: string;
  /** Label of the submit button; without it the dialog only shows something. */
  submit?: string;
  close?: string;
  callbackId: string;
  /** Private metadata, at most 3,000 characters. */
  metadata?: string;
  blocks: readonly (KnownBlock | Block | null)[];
}

/** Makes every dialog, within Slack's limits. */
export function modal({ title, submit, close = 'Cancel', callbackId, metadata = '', blocks }: ModalParts): ModalView {
  return {
    type: 'modal',
    title: plainText(truncate(title, BLOCK_LIMITS.dialogTitle)),
    ...(submit ? { submit: plainText(truncate(submit, BLOCK_LIMITS.dialogButton)) } : {}),
    close: plainText(truncate(close, BLOCK_LIMITS.dialogButton)),
    callback_id: callbackId,
    private_metadata: metadata,
    blocks: blocks.filter((block) => block !== null).slice(0, BLOCK_LIMITS.viewBlocks),
  };
}

/** Inputs of dialogs. Block id and action id are the same, so a value is found by one name. */

interface Labelled {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
}

const input = ({ name, label, hint, optional = true }: Labelled, element: InputBlock['element']): InputBlock => ({
  type: 'input',
  block_id: name,
  label: plainText(label),
  optional,
  ...(hint ? { hint: plainText(hint) } : {}),
  element,
});

interface TextParts extends Labelled {
  maxLength: number;
  value?: string | null | undefined;
  placeholder?: string;
  multiline?: boolean;
}

export const textInput = ({ value, placeholder, maxLength, multiline, ...labelled }: TextParts): InputBlock =>
  input(labelled, {
    type: 'plain_text_input',
    action_id: labelled.name,
    max_length: maxLength,
    ...(multiline ? { multiline } : {}),
    ...(value ? { initial_value: value.slice(0, maxLength) } : {}),
    ...(placeholder ? { placeholder: plainText(placeholder) } : {}),
  });

/** The value that comes back, and the text that people see. */
export type Choices = readonly (readonly [value: string, text: string])[];

interface ChoiceParts extends Labelled {
  options: Choices;
  chosen: string;
}

export const optionOf = ([value, text]: Choices[number]): PlainTextOption => ({
  text: plainText(escapePlainText(text, BLOCK_LIMITS.optionText) || '?'),
  value,
});

/** One of at most a hundred. */
export function choiceInput({ options, chosen, ...labelled }: ChoiceParts): InputBlock {
  const shown = options.slice(0, BLOCK_LIMITS.options);
  const initial = shown.find(([value]) => value === chosen);
  return input(labelled, {
    type: 'static_select',
    action_id: labelled.name,
    options: shown.map(optionOf),
    ...(initial ? { initial_option: optionOf(initial) } : {}),
  });
}

/** A menu whose options the app gives as somebody types. */
export const searchInput = ({ placeholder, ...labelled }: Labelled & { placeholder: string }): InputBlock =>
  input(labelled, {
    type: 'external_select',
    action_id: labelled.name,
    min_query_length: 0,
    placeholder: plainText(placeholder),
  });

/** Any number of at most a hundred; none chosen means all. */
export function choicesInput({
  options,
  chosen,
  ...labelled
}: Labelled & { options: Choices; chosen: readonly string[] }): InputBlock {
  const initial = options.filter(([value]) => chosen.includes(value)).map(optionOf);
  return input(labelled, {
    type: 'multi_static_select',
    action_id: labelled.name,
    placeholder: plainText('All'),
    options: options.slice(0, BLOCK_LIMITS.options).map(optionOf),
    ...(initial.length > 0 ? { initial_options: initial } : {}),
  });
}

/** One of a few, all visible. The first is chosen unless another is given. */
export function radioInput({ options, chosen, ...labelled }: ChoiceParts): InputBlock {
  const initial = options.find(([value]) => value === chosen);
  return input(labelled, {
    type: 'radio_buttons',
    action_id: labelled.name,
    options: options.map(optionOf),
    ...(initial ? { initial_option: optionOf(initial) } : {}),
  });
}

/** One thing that is on or off. */
export function checkboxInput({
  option,
  isChecked,
  ...labelled
}: Labelled & { option: Choices[number]; isChecked: boolean }): InputBlock {
  const options = [optionOf(option)];
  return input(labelled, {
    type: 'checkboxes',
    action_id: labelled.name,
    options,
    ...(isChecked ? { initial_options: options } : {}),
  });
}

/** @param time `09:30` */
export const timeInput = ({ time, ...labelled }: Labelled & { time: string }): InputBlock =>
  input(labelled, { type: 'timepicker', action_id: labelled.name, initial_time: time });

export const peopleInput = ({ chosen, ...labelled }: Labelled & { chosen: readonly string[] }): InputBlock =>
  input(labelled, {
    type: 'multi_users_select',
    action_id: labelled.name,
    ...(chosen.length > 0 ? { initial_users: [...chosen] } : {}),
  });

interface ChannelParts extends Labelled {
  chosen: string | null;
  placeholder?: string;
  /** With a response_url the app can post where it is no member. */
  hasResponseUrl?: boolean;
}

export const channelInput = ({ chosen, placeholder, hasResponseUrl, ...labelled }: ChannelParts): InputBlock =>
  input(labelled, {
    type: 'conversations_select',
    action_id: labelled.name,
    ...(placeholder ? { placeholder: plainText(placeholder) } : {}),
    ...(chosen ? { initial_conversation: chosen } : {}),
    filter: { include: ['public', 'private'], exclude_bot_users: true },
    ...(hasResponseUrl ? { response_url_enabled: true } : {}),
  });

const APP_TITLE = 'Pain Signals';
const CARD_DIALOG = 'card_dialog';

interface Shown {
  text: string;
  blocks?: readonly SlackBlock[] | undefined;
}

/** A card where there is no channel to show it in. @param channelId where it was asked for, in the metadata */
export const cardModal = ({ text, blocks }: Shown, title = APP_TITLE, channelId: string | null = null): ModalView =>
  modal({
    ...{ title, close: 'Close', callbackId: CARD_DIALOG, metadata: channelId ?? '' },
    blocks: blocks ?? [section(text)],
  });

const SHARE_TITLES: Partial<Record<Query['show'], string>> = {
  signal: 'Share a signal',
  brief: 'Share a brief',
  chart: 'Share a chart',
  evidence: 'Share evidence',
};

export const shareTitle = (kind: Query['show']): string => SHARE_TITLES[kind] ?? 'Share';

const TITLES: Partial<Record<Query['show'] | FindQuery['want'], string>> = {
  compare: 'Compare',
  evidence: 'Evidence',
  quote: 'Evidence',
};

/** What a dialog is about, where its card has no heading that says so. */
export function dialogTitle(query: Query | undefined): string {
  if (query?.show === 'top' && query.pick !== undefined) return 'Pick a signal to watch';
  if (query?.show === 'brief' && query.sources) return 'Evidence';
  if (query?.show === 'share') return shareTitle(query.part ?? 'signal');
  if (query?.show === 'find' && query.want === 'share') return shareTitle(query.share?.part ?? 'signal');
  return (query && TITLES[query.show === 'find' ? query.want : query.show]) ?? APP_TITLE;
}

/** Opens at once: a trigger expires after three seconds. */
export const loadingModal = (title = APP_TITLE): ModalView =>
  modal({ title, close: 'Close', callbackId: CARD_DIALOG, blocks: [section('Looking it up…')] });

const MAX_PREVIEWED = 30;
const PREVIEWABLE_TYPES: ReadonlySet<string> = new Set(['header', 'context', 'divider', 'image', 'data_visualization']);

/** The card without its buttons. */
export function previewBlocks({ blocks }: { blocks: readonly SlackBlock[] }): (KnownBlock | Block)[] {
  return blocks.slice(0, MAX_PREVIEWED).flatMap((block): (KnownBlock | Block)[] => {
    if (block.type === 'section') {
      const { accessory: _, ...still } = block;
      return [still];
    }
    return PREVIEWABLE_TYPES.has(block.type) ? [block] : [];
  });
}

/** Opens the dialog of the API key. @param value what was asked, to be answered once there is a key */
export const connectButton = (style?: 'primary', value = 'connect'): Button | null =>
  button(ACTION.openConnect, { text: 'Set API key…', value, ...(style ? { style } : {}) });

const DIALOG_TEXTS: Record<DialogQuery['dialog'], { says: string; open: () => Button | null }> = {
  connect: {
    says: 'Add the API key in a dialog, so nobody else sees it.',
    open: () => connectButton('primary'),
  },
  settings: {
    says: 'Settings open in a dialog.',
    open: () => button(ACTION.openSettings, { text: 'Settings', value: 'settings', style: 'primary' }),
  },
  search: {
    says: 'Search with words and filters.',
    open: () => button(ACTION.openSearch, { text: 'Search', value: 'search', style: 'primary' }),
  },
};

/** For messages, which can't open a dialog: a button that does. */
export function openDialogCard({ dialog }: DialogQuery): Card {
  const { says, open } = DIALOG_TEXTS[dialog];
  return textCard(says, [open()]);
}

/** @param code Slack's error, or why its answer is missing */
export function dialogNotOpenedCard({ error: code, isConfirmed }: { error: string; isConfirmed: boolean }): Card {
  if (!isConfirmed) return textCard('Slack didn’t answer in time. If no dialog opened, press the button again.');
  if (/trigger/.test(code)) return textCard('The dialog didn’t open in time. Press the button again.');
  if (code === 'ratelimited') return textCard('Slack is limiting the app. Press the button again in a minute.');
  return textCard(
    `The dialog couldn’t be opened: Slack rejected it (\`${code.replace(/[^a-z_\d]/gi, '')}\`). Try again. If this keeps happening, contact the team that runs this app.`,
  );
}

/** For a form, which a message can’t show. */
export const dialogNotFilledCard = (): Card =>
  textCard('The dialog may not have finished loading. If so, close it and open it again.');

/** What a dialog says, as a message; null for a form. */
export function modalAsCard({ title, submit, blocks }: ModalView): Card | null {
  if (submit !== undefined) return null;
  const shown = blocks as CardBlock[];
  const says = shown.flatMap((block) => (block.type === 'section' && block.text ? [block.text.text] : []));
  return card((says[0] ?? title.text).replaceAll('*', ''), shown);
}

/** The known areas, and the chosen one, which another service may define. */
export function areaOptions(chosen: string | null): [value: string, text: string][] {
  const areas: string[] = [...MACRO_AREAS];
  if (chosen !== null && !areas.includes(chosen)) areas.push(chosen);
  return [[ALL_AREAS, 'All areas'], ...areas.map((area): [string, string] => [area, areaName(area)])];
}
