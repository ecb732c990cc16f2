import type {
  ActionsBlock,
  Button,
  ConfirmationDialog,
  ContextBlock,
  DividerBlock,
  HeaderBlock,
  ImageBlock,
  MrkdwnElement,
  Overflow,
  PlainTextElement,
  SectionBlock,
  StaticSelect,
} from '@slack/types';
import type { ActionId } from './buttons.ts';

/** The blocks every surface of Slack takes. */
export type CardBlock = HeaderBlock | SectionBlock | ContextBlock | ActionsBlock | DividerBlock | ImageBlock;

// Small builders for the parts of our cards. `verbatim` keeps Slack from making links and mentions out of plain words.
const mrkdwn = (text: string): MrkdwnElement => ({ type: 'mrkdwn', text, verbatim: true });
export const plainText = (text: string): PlainTextElement => ({ type: 'plain_text', text, emoji: false });

export function header(text: string): HeaderBlock {
  return { type: 'header', text: plainText(text) };
}

export function section(text: string, accessory?: Button | StaticSelect | null): SectionBlock {
  return { type: 'section', text: mrkdwn(text), ...(accessory ? { accessory } : {}) };
}

export function fields(texts: readonly string[]): SectionBlock {
  return { type: 'section', fields: texts.map(mrkdwn) };
}

/** Parts divided by dots, or by `between`; without those that are null or empty. */
export const joinParts = (parts: readonly (string | null | undefined)[], between = '  ·  '): string =>
  parts.filter(Boolean).join(between);

export function context(parts: readonly (string | null | undefined)[]): ContextBlock | null {
  const text = joinParts(parts);
  return text === '' ? null : { type: 'context', elements: [mrkdwn(text)] };
}

export type Control = Button | StaticSelect | Overflow;

/** @param about the block id; it comes back with a menu's choice */
export function actions(controls: readonly (Control | null)[], about?: string | null): ActionsBlock | null {
  const elements = controls.filter((control) => control !== null);
  if (elements.length === 0) return null;
  return { type: 'actions', ...(about ? { block_id: about } : {}), elements };
}

interface ButtonParts {
  text: string;
  /** Comes back when pressed; null when too long, and then there is no button. */
  value: string | null;
  /** Read aloud in place of `text`. */
  label?: string;
  style?: 'primary' | undefined;
  /** Slack asks this before it sends the press. */
  confirm?: Record<'title' | 'text' | 'confirm' | 'deny', string>;
}

export function button(action: ActionId, { text, value, label, style, confirm }: ButtonParts): Button | null {
  if (value === null) return null;
  return {
    type: 'button',
    action_id: action,
    text: plainText(text),
    value,
    ...(label ? { accessibility_label: label } : {}),
    ...(style ? { style } : {}),
    ...(confirm ? { confirm: confirmation(confirm) } : {}),
  };
}

const confirmation = ({ title, text, confirm, deny }: NonNullable<ButtonParts['confirm']>): ConfirmationDialog => ({
  ...{ title: plainText(title), text: plainText(text) },
  ...{ confirm: plainText(confirm), deny: plainText(deny) },
});

/** Opens a URL in the browser. Slack sends the press as well. */
export function linkButton(action: ActionId, text: string, url: string | null): Button | null {
  return url === null ? null : { type: 'button', action_id: action, text: plainText(text), url };
}

export interface MenuOption {
  text: string;
  value: string;
  /** Opens in the browser; overflow menus only. */
  url?: string;
}

const optionOf = ({ text, value, url }: MenuOption) => ({ text: plainText(text), value, ...(url ? { url } : {}) });

export function select(action: ActionId, options: readonly MenuOption[], chosen: string): StaticSelect {
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: 'static_select',
    action_id: action,
    options: options.map(optionOf),
    ...(initial ? { initial_option: optionOf(initial) } : {}),
  };
}

export function placeholderSelect(action: ActionId, placeholder: string, options: readonly MenuOption[]): StaticSelect {
  return {
    type: 'static_select',
    action_id: action,
    placeholder: plainText(placeholder),
    options: options.map(optionOf),
  };
}

export function overflow(action: ActionId, options: readonly (MenuOption | null)[]): Overflow {
  return { type: 'overflow', action_id: action, options: options.filter((option) => option !== null).map(optionOf) };
}
