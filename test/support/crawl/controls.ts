import type { Block, InputValues, Press, View } from '@pain-signals/slack-preview';
import { COMPARE_INPUT } from '#blocks/compare/compare-dialog.ts';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { KEY_INPUT } from '#blocks/settings/connect-dialog.ts';
import { SEARCH_INPUT } from '#blocks/signals/search-dialog.ts';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { API_KEY } from '../service/fake-service.ts';
import { idOf } from '../service/sample-signals.ts';

type Part = Readonly<Record<string, unknown>>;

interface Step {
  /** The same for what does the same on the same kind of screen. */
  readonly name: string;
  /** The action id, or a submitted dialog's callback id. */
  readonly actionId: string;
  /** The dialog rejected the input. */
  isRefused?: boolean;
}

/** Something that a person can do on a screen. */
export type Control = Step & ({ readonly press: Partial<Press> } | { readonly values: InputValues });

/** All buttons, and all options of all menus. What is in an input is filled in, not pressed. */
export function controlsOf(blocks: readonly Block[], surface: string): Control[] {
  return blocks.flatMap((block) => {
    const { accessory, elements, block_id: blockId = '', child_blocks: inside } = block;
    if (Array.isArray(inside)) return controlsOf(inside, surface);
    const controls = [accessory, ...(Array.isArray(elements) ? elements : [])].filter(isPart);
    return controls.flatMap((control) => controlsIn(control, blockId, surface));
  });
}

function controlsIn(control: Part, blockId: string, surface: string): Control[] {
  const actionId = String(control.action_id);
  if (control.type === 'button') {
    const value = typeof control.value === 'string' ? { value: control.value } : {};
    return [
      { name: `${surface}: ${actionId} ${kindOf(control.value)}`, actionId, press: { actionId, blockId, ...value } },
    ];
  }
  if (control.type === 'feedback_buttons') {
    return [control.positive_button, control.negative_button].filter(isPart).map(({ value, text }) => ({
      name: `${surface}: ${actionId} ${isPart(text) ? String(text.text) : ''}`,
      actionId,
      press: { actionId, blockId, value: String(value) },
    }));
  }
  return optionsOf(control).map(({ value, text }) => ({
    // One area or type is as good as another.
    name: `${surface}: ${actionId} ${/^(area|type) (?!ALL|any)/.exec(value)?.[1] ?? text.replace(/\d+/g, 'n')}`,
    actionId,
    press: { actionId, blockId, selectedOption: value },
  }));
}

/** What a button asks for, without what it asks it about. */
function kindOf(value: unknown): string {
  try {
    const { show, subject, question, kind = '' } = JSON.parse(String(value));
    return `${show ?? subject?.show ?? question?.show ?? ''} ${kind}`.trim();
  } catch {
    return '';
  }
}

/** A dialog unchanged, with the first of all choices, and with the last choices and the longest text. */
export function filledInForms({ blocks, callbackId }: View, surface: string): Control[] {
  const inputs = blocks.filter(({ type }) => type === 'input');
  const filled = (fill: (element: Part) => string | readonly string[] | null): InputValues =>
    Object.fromEntries(
      inputs.flatMap(({ block_id: blockId = '', element }) =>
        isPart(element) ? [[blockId, { [String(element.action_id)]: fill(element) }]] : [],
      ),
    );
  const submits: [how: string, values: InputValues][] = [
    ['as it stands', {}],
    ['first', filled((element) => choiceOf(element, 0, ORDINARY))],
    ['last', filled((element) => choiceOf(element, -1, NASTY))],
  ];
  return submits.map(([how, values]) => ({ name: `${surface}: submit ${how}`, actionId: callbackId, values }));
}

const ORDINARY = 'oauth tokens';
const NASTY = '<!channel> *x* <https://evil.example|click> :tada: שלום 👩‍👩‍👧‍👦 ';

/** Words that an input of this name takes. */
const FITTING: Readonly<Record<string, string>> = {
  [KEY_INPUT]: API_KEY,
  [COMPARE_INPUT]: idOf(2),
  [SEARCH_INPUT.minScore]: '40',
  [SEARCH_INPUT.minRepositories]: '2',
  [WATCH_INPUT.level]: '50',
  [DIGEST_INPUT.time]: '08:30',
  [DIGEST_INPUT.zone]: 'Europe/Stockholm',
};

function choiceOf(element: Part, at: number, words: string): string | readonly string[] | null {
  const { type, action_id: name, max_length: longest = 100 } = element;
  const option = optionsOf(element).at(at);
  if (option !== undefined) return option.value;
  if (type === 'multi_users_select') return ['U0KENTHOMP'];
  if (type === 'conversations_select') return at === 0 ? 'C0PRODUCT1' : 'C0GENERAL1';
  return FITTING[String(name)] ?? words.repeat(100).slice(0, words === NASTY ? Number(longest) : words.length);
}

function optionsOf({ options }: Part): { value: string; text: string }[] {
  const list = Array.isArray(options) ? options.filter(isPart) : [];
  return list.map(({ value, text }) => ({ value: String(value), text: isPart(text) ? String(text.text) : '' }));
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
