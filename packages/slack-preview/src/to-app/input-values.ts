import { type Fields, isObject, objectsIn } from '../limits/json.ts';
import type { Block } from '../workspace/message.ts';
import type { InputValues } from '../workspace/workspace.ts';

type Given = string | readonly string[] | null;

/** The interactive elements of a block that hold a value, not those that are only pressed. */
function statefulElements(block: Block): Fields[] {
  return [block.element, block.accessory, ...objectsIn(block.elements)]
    .filter(isObject)
    .filter(({ type }) => Object.hasOwn(STATE_FIELDS, String(type)));
}

/** `state.values`: the value of every input, chosen by the person or initial. */
export function stateValues(blocks: readonly Block[], values: InputValues): Record<string, Record<string, unknown>> {
  const state: Record<string, Record<string, unknown>> = {};
  for (const block of blocks) {
    const blockId = block.block_id ?? '';
    for (const element of statefulElements(block)) {
      const actionId = String(element.action_id);
      const inBlock = values[blockId] ?? {};
      const given = Object.hasOwn(inBlock, actionId) ? inBlock[actionId] : undefined;
      state[blockId] = { ...state[blockId], [actionId]: elementState(element, given) };
    }
  }
  return state;
}

/** One input as payloads show it: its type, and the field that its type of value has. */
export function elementState(element: Fields, given: Given | undefined): Record<string, unknown> {
  const type = String(element.type);
  const field = STATE_FIELDS[type] ?? 'value';
  return { type, [field]: given === undefined ? initialValue(element, field) : chosen(element, field, given) };
}

const STATE_FIELDS: Readonly<Record<string, string>> = {
  plain_text_input: 'value',
  checkboxes: 'selected_options',
  radio_buttons: 'selected_option',
  timepicker: 'selected_time',
  static_select: 'selected_option',
  external_select: 'selected_option',
  multi_static_select: 'selected_options',
  multi_users_select: 'selected_users',
  conversations_select: 'selected_conversation',
};

function initialValue(element: Fields, field: string): unknown {
  const initial = field === 'value' ? 'initial_value' : field.replace('selected_', 'initial_');
  return element[initial] ?? (field.endsWith('s') ? [] : null);
}

function chosen(element: Fields, field: string, given: Given): unknown {
  const list = given === null || given === '' ? [] : [given].flat();
  const values =
    field === 'selected_option' || field === 'selected_options'
      ? list.map((value) => findOption(element, value))
      : list;
  return field.endsWith('s') ? values : (values[0] ?? null);
}

/** The option of a menu that has this value. An external menu's options are known to the app only. */
function findOption(element: Fields, value: string): unknown {
  const option = objectsIn(element.options).find((each) => each.value === value);
  return option ?? { text: { type: 'plain_text', text: value, emoji: true }, value };
}

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

function inputError(value: unknown, element: Fields, isOptional: boolean): string | null {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return isOptional ? null : 'Please complete this required field.';
  if (typeof value !== 'string') return null;
  const { min_length, max_length } = element;
  if (typeof min_length === 'number' && value.length < min_length)
    return `Please use at least ${min_length} characters.`;
  if (typeof max_length === 'number' && value.length > max_length)
    return `Please use at most ${max_length} characters.`;
  return null;
}
