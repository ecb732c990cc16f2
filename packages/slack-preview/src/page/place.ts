import { attributes, type Html } from './html.ts';
import { plainTextOf } from './text-object.ts';

type Element = Readonly<Record<string, unknown>>;

/** What the page's script sends back when an element is used, and whether it asks before. */
export function actionAttributes(element: Element, blockId: string): Html {
  const confirm = typeof element.confirm === 'object' && element.confirm !== null ? { ...element.confirm } : undefined;
  const words: Element | undefined = confirm;
  return attributes({
    'data-action': String(element.action_id),
    'data-block': blockId,
    'data-type': String(element.type),
    'data-confirm-title': words && plainTextOf(words.title),
    'data-confirm-text': words && plainTextOf(words.text),
    'data-confirm-yes': words && plainTextOf(words.confirm),
    'data-confirm-no': words && plainTextOf(words.deny),
  });
}
