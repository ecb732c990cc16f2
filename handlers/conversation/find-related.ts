import { SEMANTIC_QUERY_LENGTH, withTimeout } from '@pain-signals/contract';
import { RelatedQuery } from '@pain-signals/domain';
import type { MessageShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import { nothingToSearchCard } from '#blocks/conversation/related-card.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { deliver } from '../reply/deliver.ts';
import type { RequestContext } from '../request-context.ts';
import { showRelated } from '../signals/related.ts';
import { messageText } from './message-text.ts';

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
  if (query === null) return deliver(deps, context, () => nothingToSearchCard(), { isThreadFirst: true });
  const draw = await withTimeout(deps.timeouts.answerMs, showRelated(deps, query, { thread, requester: context }));
  await deliver(deps, context, (locale) => draw(locale, { kind: 'person' }), { isThreadFirst: true });
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
