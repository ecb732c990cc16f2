import { SEMANTIC_QUERY_LENGTH, withTimeout } from '@pain-signals/contract';
import { RelatedQuery } from '@pain-signals/domain';
import type { MessageShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import { z } from 'zod';
import { nothingToSearchCard } from '#blocks/conversation/related-card.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver } from '../reply/deliver.ts';
import type { RequestContext } from '../request-context.ts';
import { showRelated } from '../signals/related.ts';

/** As manifest.yml registers it. */
export const FIND_RELATED = 'find_related_pain';

/** "Find related pain" in the menu of any message. Only the person who asked sees the answer. */
export async function findRelated(
  deps: Deps,
  context: RequestContext,
  { shortcut }: SlackShortcutMiddlewareArgs<MessageShortcut>,
): Promise<void> {
  await refuseOutsiders(deps, context);
  const { ts, thread_ts: thread = ts } = shortcut.message;
  const query = parseMessage(messageText(shortcut.message));
  if (query === null) return deliver(deps, context, nothingToSearchCard(), { isThreadFirst: true });
  const draw = await withTimeout(deps.timeouts.answerMs, showRelated(deps, query, { thread, requester: context }));
  await deliver(deps, context, draw({ kind: 'person' }), { isThreadFirst: true });
}

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const MAX_LENGTH = 4_000;

/**
 * A message's text as a query: without mentions, emoji and addresses, with the labels of links, and with only the start of code,
 * where errors are. Null when too little is left.
 */
export function parseMessage(raw: string): RelatedQuery | null {
  const text = raw
    .slice(0, MAX_LENGTH)
    .toWellFormed()
    .replace(/```([\s\S]*?)(?:```|$)/g, (_, code: string) => ` ${code.slice(0, 200)} `)
    .replace(/<[@!#][^>]*>/g, ' ')
    .replace(/<(?:https?|mailto|tel):[^|>]*(?:\|([^>]*))?>/g, (_, label: string = '') => ` ${removeUrl(label)} `)
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/:[a-z0-9_+'-]+:/gi, ' ')
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[*_~`]+/g, ' ')
    .replace(/[\s\p{Cc}\u200b\u2060\ufeff]+/gu, ' ')
    .trim();
  // Numbers and symbols alone have no meaning to search for.
  if (!/\p{L}{3}/u.test(text)) return null;
  const cut = text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const parsed = RelatedQuery.safeParse({ show: 'related', text: cut });
  return parsed.success ? parsed.data : null;
}

const removeUrl = (label: string) => (/^\S+\.\S+$/.test(label) ? '' : label);

const MAX_DEPTH = 8;
const MAX_PARTS = 200;

const Message = z.object({
  text: z.string().catch(''),
  bot_id: z.string().optional().catch(undefined),
  blocks: z.unknown().optional(),
  attachments: z.array(z.unknown()).catch([]),
});

const Attachment = z.object({
  pretext: z.string().catch(''),
  title: z.string().catch(''),
  text: z.string().catch(''),
  fallback: z.string().catch(''),
  fields: z.array(z.object({ title: z.string().catch(''), value: z.string().catch('') })).catch([]),
  blocks: z.unknown().optional(),
});

/**
 * What people read in a message. Apps put it into blocks and attachments, with a short text beside them or none. The blocks of a
 * person's message repeat its text, and its attachments are previews of links.
 */
export function messageText(message: unknown): string {
  const { text = '', bot_id: botId, blocks, attachments = [] } = Message.safeParse(message).data ?? {};
  if (botId === undefined && text.trim() !== '') return text;
  const parts = [text, ...blockTexts(blocks), ...attachments.flatMap(attachmentTexts)];
  const filled = parts.map((each) => each.trim()).filter((part) => part !== '');
  const said: string[] = [];
  let length = 0;
  for (const part of filled.slice(0, MAX_PARTS)) {
    // What follows isn't searched for.
    if (length >= MAX_LENGTH) break;
    // The text of a message often repeats its blocks.
    if (said.some((other) => other.includes(part))) continue;
    said.push(part.slice(0, MAX_LENGTH));
    length += part.length;
  }
  return said.join('\n');
}

function attachmentTexts(attachment: unknown): string[] {
  const parsed = Attachment.safeParse(attachment).data;
  if (parsed === undefined) return [];
  const { pretext, title, text, fallback, fields, blocks } = parsed;
  const parts = [pretext, title, text, ...fields.flatMap((field) => [field.title, field.value]), ...blockTexts(blocks)];
  // The fallback is for clients that show nothing else.
  return parts.some((part) => part.trim() !== '') ? parts : [fallback];
}

/** The texts in the order in which they are shown. Controls and alternative texts are left out. */
function blockTexts(blocks: unknown): string[] {
  const found: string[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || found.length >= MAX_PARTS || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const each of value) walk(each, depth + 1);
    else walkObject(value as Record<string, unknown>, depth);
  };
  const walkObject = ({ type, text, elements, fields, rows, ...others }: Record<string, unknown>, depth: number) => {
    if (type === 'actions' || type === 'input') return;
    if (typeof text === 'string') found.push(text);
    for (const inner of [text, others.title, elements, fields, rows, others.child_blocks]) walk(inner, depth + 1);
  };
  walk(blocks, 0);
  return found;
}
