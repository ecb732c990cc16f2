import { isObject } from '../limits/walk.ts';
import type { Block } from '../workspace/message.ts';

type StateValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What Slack's own client says about inputs that are empty or out of bounds, by block id. */
export function inputErrors(blocks: readonly Block[], answers: StateValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const block of blocks) {
    if (block.type !== 'input' || !isObject(block.element)) continue;
    const blockId = block.block_id ?? '';
    const value = valueInState(answers[blockId]?.[String(block.element.action_id)]);
    const error = inputError(value, block.element, block.optional === true);
    if (error !== null) errors[blockId] = error;
  }
  return errors;
}

function valueInState(state: unknown): unknown {
  if (!isObject(state)) return undefined;
  return Object.entries(state).find(([field]) => field !== 'type')?.[1];
}

function inputError(value: unknown, element: Readonly<Record<string, unknown>>, isOptional: boolean): string | null {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return isOptional ? null : 'Please complete this required field.';
  if (typeof value !== 'string') return null;
  const { type, min_length, max_length, min_value, max_value } = element;
  if (typeof min_length === 'number' && value.length < min_length)
    return `Please use at least ${min_length} characters.`;
  if (typeof max_length === 'number' && value.length > max_length)
    return `Please use at most ${max_length} characters.`;
  if (type === 'email_text_input' && !/^\S+@\S+\.\S+$/.test(value)) return 'Please enter a valid email address.';
  if (type === 'url_text_input' && !URL.canParse(value)) return 'Please enter a valid link.';
  if (type !== 'number_input') return null;
  const number = Number(value);
  if (Number.isNaN(number)) return 'Please enter a number.';
  if (number < Number(min_value ?? '-Infinity')) return `Please enter ${min_value} or more.`;
  if (number > Number(max_value ?? 'Infinity')) return `Please enter ${max_value} or less.`;
  return null;
}
