export type Surface = 'message' | 'ephemeral' | 'modal' | 'home';

/** One rule of Slack's: what it takes, what it refuses, and in which words. */
export interface Rule {
  readonly rule: string;
  readonly surface: Surface;
  readonly accepted: unknown;
  readonly refused: unknown;
  readonly error: string;
  /** Without the "[ERROR] " in front; none where Slack gives only the code. */
  readonly message?: string;
}

export const plain = (text: string) => ({ type: 'plain_text', text });
export const marked = (text: string) => ({ type: 'mrkdwn', text });
export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, i) => make(i));
export const long = (length: number) => 'x'.repeat(length);
export const option = (value: number | string) => ({ text: plain(`Option ${value}`), value: String(value) });

/** A rule about one block: `at` is the pointer below that block, `words` what Slack says. */
export function blockRule(rule: string, accepted: unknown, refused: unknown, words: string, at = ''): Rule {
  const message = `${words} [json-pointer:/blocks/0${at}]`;
  const inMessage = (block: unknown) => ({ text: 'fallback', blocks: [block] });
  return {
    rule,
    surface: 'message',
    accepted: inMessage(accepted),
    refused: inMessage(refused),
    error: 'invalid_blocks',
    message,
  };
}

/** A rule about one element, which stands in an actions block. */
export function elementRule(rule: string, accepted: object, refused: object, words: string, at = ''): Rule {
  const inActions = (element: object) => ({ type: 'actions', elements: [element] });
  return blockRule(rule, inActions(accepted), inActions(refused), words, `/elements/0${at}`);
}

/** A rule about one input, which stands in a modal. */
export function inputRule(rule: string, accepted: object, refused: object, words: string, at = ''): Rule {
  const inModal = (element: object) => modal({ blocks: [{ type: 'input', label: plain('Label'), element }] });
  const message = `${words} [json-pointer:/view/blocks/0/element${at}]`;
  return {
    rule,
    surface: 'modal',
    accepted: inModal(accepted),
    refused: inModal(refused),
    error: 'invalid_arguments',
    message,
  };
}

/** A rule about a whole modal. */
export function modalRule(rule: string, accepted: object, refused: object, words: string, at = ''): Rule {
  const message = `${words} [json-pointer:/view${at}]`;
  return {
    rule,
    surface: 'modal',
    accepted: modal(accepted),
    refused: modal(refused),
    error: 'invalid_arguments',
    message,
  };
}

function modal(more: object): object {
  return { type: 'modal', title: plain('Title'), submit: plain('Save'), blocks: [], ...more };
}
