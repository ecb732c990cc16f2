import type { InputBlock, PlainTextOption } from '@slack/types';
import { plainText } from './modal.ts';
import { escapePlainText } from './text.ts';

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
}

export const textInput = ({ value, placeholder, maxLength, ...labelled }: TextParts): InputBlock =>
  input(labelled, {
    type: 'plain_text_input',
    action_id: labelled.name,
    max_length: maxLength,
    ...(value ? { initial_value: value.slice(0, maxLength) } : {}),
    ...(placeholder ? { placeholder: plainText(placeholder) } : {}),
  });

interface ChoiceParts extends Labelled {
  options: readonly (readonly [value: string, text: string])[];
  chosen: string;
}

/** One of at most a hundred. */
export function choiceInput({ options, chosen, ...labelled }: ChoiceParts): InputBlock {
  const made = options.slice(0, 100).map(([value, text]): PlainTextOption => {
    return { text: plainText(escapePlainText(text, 75) || '?'), value };
  });
  const initial = made.find(({ value }) => value === chosen);
  return input(labelled, {
    type: 'static_select',
    action_id: labelled.name,
    options: made,
    ...(initial ? { initial_option: initial } : {}),
  });
}

export const peopleInput = ({ chosen, ...labelled }: Labelled & { chosen: readonly string[] }): InputBlock =>
  input(labelled, {
    type: 'multi_users_select',
    action_id: labelled.name,
    ...(chosen.length > 0 ? { initial_users: [...chosen] } : {}),
  });

export const channelInput = ({ chosen, ...labelled }: Labelled & { chosen: string | null }): InputBlock =>
  input(labelled, {
    type: 'conversations_select',
    action_id: labelled.name,
    ...(chosen === null ? {} : { initial_conversation: chosen }),
    filter: { include: ['public', 'private'], exclude_bot_users: true },
  });
