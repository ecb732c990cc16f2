import type { ContextBlock } from '@slack/types';
import { commandText } from './command-text.ts';
import { context } from './elements.ts';
import type { Query } from './question.ts';
import type { CardContext } from './setting.ts';
import { escapeMrkdwn } from './text.ts';

type Channel = Extract<CardContext['audience'], { kind: 'channel' }>;

/** Credit for what one person shows to all, and the command by which everybody gets their own. */
export function sharedByLine({ sharedBy, isAsked = false }: Channel, query: Query): ContextBlock | null {
  const credit = isAsked ? `Asked by <@${sharedBy}>` : `Shared by <@${sharedBy}>`;
  return context([credit, query.show === 'related' ? null : `\`${escapeMrkdwn(commandText(query), 200)}\``]);
}
