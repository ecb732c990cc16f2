import type { ContextBlock } from '@slack/types';
import { commandText } from './command-text.ts';
import { context } from './elements.ts';
import type { Question } from './question.ts';
import type { Setting } from './setting.ts';
import { quoteData } from './text.ts';

type Channel = Extract<Setting['audience'], { kind: 'channel' }>;

/** Credit for what one person shows to all, and the command by which everybody gets their own. */
export function sharedLine({ sharedBy, isAsked = false }: Channel, question: Question): ContextBlock | null {
  const credit = isAsked ? `Asked by <@${sharedBy}>` : `Shared by <@${sharedBy}>`;
  return context([credit, question.show === 'related' ? null : `\`${quoteData(commandText(question), 200)}\``]);
}
