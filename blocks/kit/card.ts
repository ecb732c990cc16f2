import type {
  ActionsBlock,
  Button,
  ContextBlock,
  ImageBlock,
  MrkdwnElement,
  PlainTextElement,
  SectionBlock,
  TextObject,
} from '@slack/types';
import { actions, type CardBlock, type Control, section } from './elements.ts';
import { BLOCK_LIMITS } from './limits.ts';
import type { NativeBlock, NativeKind, NativePart } from './native-blocks.ts';
import { truncate, unescapeMrkdwn } from './text.ts';

const SHORTENED = '_Shortened: Slack takes no more in one message._';

/** The `text` of a message, never empty: Slack refuses a message without one. */
function fitMessageText(text: string): string {
  return cutMarkup(text.trim() || 'Pain Signals', BLOCK_LIMITS.messageText);
}

/** Cuts each block, then drops blocks until the message fits. The newer blocks are made to fit. */
function fitBlocks<Given extends SlackBlock>(blocks: readonly Given[]): (Given | ContextBlock)[] {
  const fitted = blocks
    .map((block) => (isNativeBlock(block) ? block : (fitBlock(block as CardBlock) as Given | null)))
    .filter((block) => block !== null);
  if (isWithinMessage(fitted)) return fitted;
  const kept: (Given | ContextBlock)[] = [...fitted];
  const note: ContextBlock = { type: 'context', elements: [{ type: 'mrkdwn', text: SHORTENED }] };
  while (kept.length > 0 && !isWithinMessage([...kept, note])) kept.splice(leastNeeded(kept), 1);
  return [...kept, note];
}

const NATIVE_TYPES: ReadonlySet<string> = new Set<NativeBlock['type']>([
  'data_visualization',
  'data_table',
  'table',
  'container',
  'context_actions',
]);

const isNativeBlock = (block: SlackBlock): boolean => NATIVE_TYPES.has(block.type);

/** Text goes first, from the end; headings and buttons stay. */
function leastNeeded(blocks: readonly { type: string }[]): number {
  const text = blocks.findLastIndex(({ type }) => type === 'section' || type === 'context' || type === 'divider');
  return text > 0 ? text : blocks.length - 1;
}

function isWithinMessage(blocks: readonly SlackBlock[]): boolean {
  return (
    blocks.length <= BLOCK_LIMITS.blocks &&
    blocks.reduce((sum, block) => sum + measureText(block), 0) <= BLOCK_LIMITS.message
  );
}

const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'text',
  'accessibility_label',
  'alt_text',
  'title',
  'caption',
  'label',
  'name',
]);

/** Upper bound of what Slack counts as a block's text. */
function measureText(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  let sum = 'type' in part ? BLOCK_LIMITS.container : 0;
  for (const name in part) {
    const value = part[name as keyof typeof part] as unknown;
    if (typeof value !== 'string') sum += measureText(value);
    else if (TEXT_FIELDS.has(name)) sum += value.length;
  }
  return sum;
}

export function fitBlock(block: CardBlock): CardBlock | null {
  switch (block.type) {
    case 'header': {
      const text = fitPlain(block.text, BLOCK_LIMITS.header);
      return text && { ...block, text };
    }
    case 'section':
      return fitSection(block);
    case 'context': {
      const texts = block.elements.filter((element) => element.type === 'mrkdwn' || element.type === 'plain_text');
      const elements = texts
        .map((text) => fitTextObject(text, BLOCK_LIMITS.contextText))
        .filter((text) => text !== null);
      return elements.length > 0 ? { ...block, elements: elements.slice(0, BLOCK_LIMITS.contextElements) } : null;
    }
    case 'actions': {
      const elements = block.elements.map(fitControl).filter((control) => control !== null);
      return elements.length > 0 ? { ...block, elements: elements.slice(0, BLOCK_LIMITS.actions) } : null;
    }
    case 'image':
      return fitImage(block);
    case 'divider':
      return block;
  }
}

function fitSection(block: SectionBlock): SectionBlock | null {
  const { text, fields, accessory, ...rest } = block;
  const fittedText = text ? fitTextObject(text, BLOCK_LIMITS.section) : null;
  const fittedFields = (fields ?? [])
    .map((field) => fitTextObject(field, BLOCK_LIMITS.field))
    .filter((each) => each !== null);
  const control =
    accessory?.type === 'button' ? fitButton(accessory) : accessory?.type === 'static_select' ? accessory : null;
  if (!fittedText && fittedFields.length === 0) return null;
  return {
    ...rest,
    ...(fittedText ? { text: fittedText } : {}),
    ...(fittedFields.length > 0 ? { fields: fittedFields.slice(0, BLOCK_LIMITS.fields) } : {}),
    ...(control ? { accessory: control } : {}),
  };
}

type AnyControl = ActionsBlock['elements'][number];

/** Menus hold only our own text, which fits. */
function fitControl(control: AnyControl): AnyControl | null {
  if (control.type === 'button') return fitButton(control);
  return control.type === 'static_select' || control.type === 'overflow' ? control : null;
}

function fitImage(image: ImageBlock): ImageBlock | null {
  const alt = truncate(image.alt_text.trim(), BLOCK_LIMITS.imageAlt);
  const isShown = alt !== '' && (!('image_url' in image) || isWithin(image.image_url, BLOCK_LIMITS.imageUrl));
  return isShown ? { ...image, alt_text: alt } : null;
}

/** Drops a button whose value or URL is too long: cut, it would do something else. */
function fitButton(button: Button): Button | null {
  const { accessibility_label: label, ...rest } = button;
  const text = fitPlain(button.text, BLOCK_LIMITS.buttonText);
  if (!text || !isWithin(button.value, BLOCK_LIMITS.buttonValue) || !isWithin(button.url, BLOCK_LIMITS.buttonUrl))
    return null;
  return { ...rest, text, ...(label ? { accessibility_label: truncate(label, BLOCK_LIMITS.buttonLabel) } : {}) };
}

const isWithin = (text: string | undefined, max: number) => text === undefined || (text !== '' && text.length <= max);

function fitTextObject(text: TextObject, max: number): TextObject | null {
  if (text.type === 'plain_text') return fitPlain(text, max);
  const fitted: MrkdwnElement = { ...text, text: cutMarkup(text.text.trim(), max) };
  return fitted.text === '' ? null : fitted;
}

function fitPlain(text: PlainTextElement, max: number): PlainTextElement | null {
  const fitted = truncate(text.text.trim(), max);
  return fitted === '' ? null : { ...text, text: fitted };
}

/** Never cuts inside `<…>` or `&amp;`. */
function cutMarkup(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = truncate(text, max).replace(/…$/, '');
  return `${head
    .replace(/<[^>]*$/, '')
    .replace(/&[a-z]*$/, '')
    .trimEnd()}…`;
}

/**
 * A message. `text` is read by screen readers in place of the blocks, shown in notifications, and sent alone when Slack
 * refuses the blocks: so it holds the finding in sentences.
 */
export interface Card {
  text: string;
  blocks: CardBlock[];
  /** The same with Slack's newer blocks; missing when it has none. */
  parts?: readonly CardPart[];
  /** What it is called in lists, where its heading is a finding. */
  title?: string;
  /** Nothing was found. */
  isEmpty?: true;
  /** It asks which signal is meant. */
  asksBack?: true;
  /** Taken otherwise, the same words would get the same answer. */
  isOnlyAnswer?: true;
}

export type { CardBlock } from './elements.ts';
export type CardPart = CardBlock | NativePart;
/** What is sent to Slack. */
export type SlackBlock = CardBlock | NativeBlock;

/** What a card is made of, for a card with more around it. */
export const partsOf = ({ blocks, parts }: Card): readonly CardPart[] => parts ?? blocks;

/** Which of Slack's newer blocks a card has. */
export const nativeKindsOf = ({ parts = [] }: Card): NativeKind[] => [
  ...new Set(parts.flatMap((part) => (part.type === 'native' ? [part.kind] : []))),
];

/** The card's blocks for a surface that takes these of the newer ones. */
export const blocksWith = (card: Card, kinds: ReadonlySet<NativeKind>): SlackBlock[] =>
  fitBlocks(
    partsOf(card).flatMap((part): readonly SlackBlock[] => {
      if (part.type !== 'native') return [part];
      return kinds.has(part.kind) ? part.blocks : part.instead;
    }),
  );

/** The card's heading, else the finding it starts with, for lists of cards. */
export function cardTitle({ title, text, blocks }: Card): string {
  if (title !== undefined) return title;
  const heading = blocks.find(({ type }) => type === 'header');
  if (heading?.type === 'header') return heading.text.text;
  const [first] = blocks;
  const [, finding] = /^\*([^*\n]+)\*$/.exec((first?.type === 'section' && first.text?.text) || '') ?? [];
  return finding === undefined ? text : unescapeMrkdwn(finding);
}

/** The card with one part more at its top or end, which its text says too. */
export function withPart(given: Card, part: CardBlock, { says = '', isFirst = false } = {}): Card {
  const add = <Part>(parts: readonly (Part | CardBlock)[]) => (isFirst ? [part, ...parts] : [...parts, part]);
  return {
    ...given,
    text: fitMessageText(says === '' ? given.text : `${given.text} ${says}`),
    blocks: add(given.blocks),
    ...(given.parts ? { parts: add(given.parts) } : {}),
  };
}

/** A card of one section. Its `text` is the section without mrkdwn. */
export const textCard = (mrkdwn: string, controls: readonly (Control | null)[] = []): Card =>
  card(mrkdwn.replaceAll('*', '').replaceAll('\n', ' '), [section(mrkdwn), actions(controls)]);

/** Makes every card, within Slack's limits. */
export function card(text: string, parts: readonly (CardPart | null)[]): Card {
  const given = parts.filter((part) => part !== null);
  const blocks = fitBlocks(given.flatMap((part) => (part.type === 'native' ? part.instead : [part])));
  const isNative = given.some(({ type }) => type === 'native');
  return { text: fitMessageText(text), blocks, ...(isNative ? { parts: given } : {}) };
}
