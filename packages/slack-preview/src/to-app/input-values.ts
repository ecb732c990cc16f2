import { type Fields, isObject, objectsIn } from '../limits/json.ts';
import type { Block } from '../workspace/message.ts';
import type { InputValues } from '../workspace/workspace.ts';

type Given = string | readonly string[] | null;

/** The interactive elements of a block that hold a value, not those that are only pressed. */
function statefulElements(block: Block): Fields[] {
  return [block.element, block.accessory, ...objectsIn(block.elements)]
    .filter(isObject)
    .filter(({ type }) => stateField(String(type)) !== undefined);
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
  const field = stateField(type) ?? 'value';
  return { type, [field]: given === undefined ? initialValue(element, field) : chosen(element, field, given) };
}

function stateField(type: string): string | undefined {
  if (type === 'rich_text_input') return 'rich_text_value';
  if (type.endsWith('_input')) return 'value';
  if (type === 'checkboxes') return 'selected_options';
  if (type === 'radio_buttons') return 'selected_option';
  const picker = /^(date|time|datetime)picker$/.exec(type)?.[1];
  if (picker !== undefined) return picker === 'datetime' ? 'selected_date_time' : `selected_${picker}`;
  const menu = /^(multi_)?(static|external|users|conversations|channels)_select$/.exec(type);
  if (menu === null) return undefined;
  const kind = menu[2] === 'static' || menu[2] === 'external' ? 'option' : String(menu[2]).slice(0, -1);
  return `selected_${kind}${menu[1] === undefined ? '' : 's'}`;
}

function initialValue(element: Fields, field: string): unknown {
  const initial = field.endsWith('value') ? 'initial_value' : field.replace('selected_', 'initial_');
  return element[initial] ?? (field.endsWith('s') ? [] : null);
}

function chosen(element: Fields, field: string, given: Given): unknown {
  const list = given === null || given === '' ? [] : [given].flat();
  const values =
    field === 'selected_option' || field === 'selected_options'
      ? list.map((value) => findOption(element, value))
      : list.map((value) => (field === 'selected_date_time' ? Number(value) : value));
  return field.endsWith('s') ? values : (values[0] ?? null);
}

/** The option of a menu that has this value. An external menu's options are known to the app only. */
function findOption(element: Fields, value: string): unknown {
  const option = [element, ...objectsIn(element.option_groups)]
    .flatMap(({ options }) => objectsIn(options))
    .find((each) => each.value === value);
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
