import type { View } from '@pain-signals/slack-preview';
import type { Card } from '#blocks/kit/card.ts';

type Part = Record<string, unknown>;

/** A card as lines of text, so that a test reads like the card does: `# header`, `~ small text`, `[button]`, `{fields}`. */
export function cardText({ text, blocks }: Card): string {
  return [`"${text}"`, ...blocks.map((block) => blockText(block as unknown as Part))].join('\n');
}

/** Every button of a card: its action id, what it says, and what it sends back. */
export function buttonsOf({
  blocks,
}: {
  blocks: readonly unknown[];
}): { action: string; text: string; value: string | undefined }[] {
  return (blocks as Part[])
    .flatMap(({ accessory, elements }) => [accessory, ...(Array.isArray(elements) ? elements : [])])
    .filter((element): element is Part => isPart(element) && element.type === 'button')
    .map(({ action_id: action, text, value }) => ({
      action: String(action),
      text: textOf(text),
      value: typeof value === 'string' ? value : undefined,
    }));
}

function blockText({ type, text, fields, accessory, elements, ...image }: Part): string {
  const parts = Array.isArray(elements) ? elements.filter(isPart) : [];
  switch (type) {
    case 'header':
      return `# ${textOf(text)}`;
    case 'section':
      return [text ? textOf(text) : '', ...readFields(fields), isPart(accessory) ? readControl(accessory) : '']
        .filter((line) => line !== '')
        .join('\n');
    case 'context':
      return parts.map((part) => `~ ${textOf(part)}`).join('\n');
    case 'actions':
      return parts.map(readControl).join(' ');
    case 'image':
      return `(picture: ${String(image.alt_text)})`;
    case 'data_visualization':
      return `(chart: ${String(image.title)})`;
    case 'table':
    case 'data_table':
      return (image.rows as Part[][]).map((row) => row.map(cellText).join(' | ')).join('\n');
    case 'container':
      return [`+ ${textOf(image.title)}`, ...(image.child_blocks as Part[]).map(blockText)].join('\n');
    case 'context_actions':
      return parts
        .map(
          (part) => `[${textOf((part.positive_button as Part).text)}] [${textOf((part.negative_button as Part).text)}]`,
        )
        .join(' ');
    default:
      return `(${String(type)})`;
  }
}

/** Rich text with its bold words and its dates as mrkdwn has them. */
function cellText({ text, elements }: Part): string {
  if (typeof text === 'string') return text;
  return (elements as Part[]).flatMap((line) => (line.elements as Part[]).map(richText)).join('');
}

function richText({ type, text, style, timestamp, format, fallback }: Part): string {
  if (type === 'date') return `<!date^${timestamp}^${format}|${fallback}>`;
  return isPart(style) && style.bold === true ? `*${text}*` : String(text ?? '');
}

const readFields = (fields: unknown) => (Array.isArray(fields) ? fields.map((field) => `{${textOf(field)}}`) : []);

/** `[Last 30 days ▾]` for a menu that shows what is chosen, `[⋯ Refresh | Open page]` for one that does not. */
function readControl(element: Part): string {
  const { options, initial_option: chosen } = element;
  if (!Array.isArray(options)) return readButton(element);
  if (isPart(chosen)) return `[${textOf(chosen.text)} ▾]`;
  return `[⋯ ${options
    .filter(isPart)
    .map(({ text }) => textOf(text))
    .join(' | ')}]`;
}

const readButton = ({ text, url }: Part) => `[${textOf(text)}]${typeof url === 'string' ? `(${url})` : ''}`;

const textOf = (text: unknown): string => (isPart(text) && typeof text.text === 'string' ? text.text : '');

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

/** A dialog or Home as lines of text. */
export const viewText = ({ title, blocks }: View): string =>
  cardText({ text: JSON.stringify(title ?? ''), blocks } as unknown as Parameters<typeof cardText>[0]);

/** Not the words that stand until an answer is there. */
export const isFilled = (view: View): boolean =>
  !/(Looking it up|Loading|Loading the preview|Sharing|Saving|Checking)…/.test(viewText(view));
