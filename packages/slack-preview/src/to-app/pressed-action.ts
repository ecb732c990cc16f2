import { isObject, walkObjects } from '../limits/walk.ts';
import { isInteractive } from '../workspace/identify.ts';
import type { Block } from '../workspace/message.ts';
import type { Press } from '../workspace/workspace.ts';
import { elementState } from './element-state.ts';

export interface Pressed {
  readonly blockId: string;
  readonly element: Readonly<Record<string, unknown>>;
}

/** The element a person presses. Throws when there is none, since nobody can press what is not there. */
export function findPressed(blocks: readonly Block[], press: Press): Pressed {
  const all = blocks.flatMap((block) =>
    elementsOf(block).map((element) => ({ blockId: block.block_id ?? '', element })),
  );
  const found = all.find(({ blockId, element }) => matches(press, blockId, element));
  if (found !== undefined) return found;
  const offered = all.map(({ element }) => String(element.action_id)).join(', ');
  throw new Error(
    `There is nothing to press with the action id "${press.actionId}"; there is: ${offered || 'nothing'}.`,
  );
}

function elementsOf(block: Block): Pressed['element'][] {
  return [...walkObjects(block)].map(({ object }) => object).filter(({ type }) => isInteractive(type));
}

function matches({ actionId, blockId, value }: Press, inBlock: string, element: Pressed['element']): boolean {
  const isPlace = element.action_id === actionId && (blockId === undefined || blockId === inBlock);
  return isPlace && (element.type !== 'button' || value === undefined || element.value === value);
}

/** What payloads say was done: the element's own words, and what was chosen or typed. */
export function describeAction({ blockId, element }: Pressed, press: Press, actionTs: string): Record<string, unknown> {
  const { type, action_id, text, value, style, url } = element;
  const common = { type, block_id: blockId, action_id, action_ts: actionTs };
  switch (type) {
    case 'button':
    case 'workflow_button':
    case 'icon_button':
      return { ...common, text, ...withValue({ value, style, url }) };
    case 'feedback_buttons':
      return { ...common, ...withValue(chosenOpinion(element, press.value)) };
    case 'overflow':
      return { ...common, ...elementState({ ...element, type: 'static_select' }, press.selectedOption ?? null), type };
    default:
      return { ...common, ...elementState(element, press.selectedOptions ?? press.selectedOption ?? press.value) };
  }
}

function chosenOpinion(element: Pressed['element'], value: string | undefined): Record<string, unknown> {
  const { positive_button: positive, negative_button: negative } = element;
  const button = [positive, negative].filter(isObject).find((each) => each.value === value);
  return { text: button?.text, value };
}

function withValue(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
