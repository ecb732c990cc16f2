import type { Changes } from './changes.ts';
import { newId } from './ids.ts';
import type { Details, Message } from './message.ts';
import type { Prompt } from './workspace.ts';

type MessageDraft = Omit<Message, 'ts' | 'isEdited'>;

export function createMessages(changes: Changes, nextTs: () => string) {
  const channels = new Map<string, Message[]>();
  const of = (channelId: string): Message[] => {
    const list = channels.get(channelId) ?? [];
    channels.set(channelId, list);
    return list;
  };
  const position = (channelId: string, ts: string) => of(channelId).findIndex((each) => each.ts === ts);
  const change = ({ channelId, ts }: Message, changeOf: (before: Message) => Partial<Message>) => {
    const at = position(channelId, ts);
    const before = of(channelId)[at];
    if (before === undefined) return undefined;
    const message = { ...before, ...changeOf(before) };
    of(channelId)[at] = message;
    changes.emit({ kind: 'message', message });
    return message;
  };

  return {
    add(draft: MessageDraft): Message {
      const message = { ...draft, ts: nextTs() };
      of(draft.channelId).push(message);
      changes.emit({ kind: 'message', message });
      return message;
    },
    /** Changes a message's content. Returns undefined when it does not exist. */
    edit: (message: Message, content: Pick<Message, 'text' | 'blocks'>): Message | undefined =>
      change(message, () => ({ ...content, isEdited: true })),
    /** Changes a message that is streamed, which doesn't count as an edit. */
    stream: (message: Message, streamed: Pick<Message, 'text' | 'blocks' | 'stream'>): void =>
      void change(message, () => streamed),
    /** Adds the app's unfurls below a message. */
    unfurl(message: Message, { unfurls, entities }: Required<Pick<Message, 'unfurls' | 'entities'>>): void {
      change(message, (before) => ({
        unfurls: { ...before.unfurls, ...unfurls },
        entities: { ...before.entities, ...entities },
      }));
    },
    remove({ channelId, ts }: Message): void {
      const at = position(channelId, ts);
      const [message] = at < 0 ? [] : of(channelId).splice(at, 1);
      if (message !== undefined) changes.emit({ kind: 'removed', message });
    },
    find: (channelId: string, ts: string): Message | undefined => of(channelId)[position(channelId, ts)],
    /** All of a channel, ephemeral ones and those in threads included, in the order they came. */
    of,
  };
}

const MAX_UNFURLS = 1_000;

/** State of conversations with the app: suggested prompts, and links in unsent messages. */
export function createConversations(changes: Changes) {
  const prompts = new Map<string, readonly Prompt[]>();
  const unfurls = new Set<string>();
  const opened = new Map<string, Details>();
  const openDetails = (details: Details) => {
    opened.set(details.userId, details);
    changes.emit({ kind: 'details', details });
  };
  return {
    /** What somebody has open beside the conversation. */
    details: (userId: string): Details | undefined => opened.get(userId),
    openDetails,
    /** The app's answer for what is open. */
    showDetails(userId: string, shown: Pick<Details, 'entity' | 'error'>): void {
      const before = opened.get(userId);
      if (before !== undefined) openDetails({ ...before, ...shown });
    },
    setStatus(channelId: string, status: string): void {
      changes.emit({ kind: 'status', channelId, status });
    },
    setPrompts(channelId: string, offered: readonly Prompt[]): void {
      prompts.set(channelId, offered);
      changes.emit({ kind: 'prompts', channelId, prompts: offered });
    },
    prompts: (channelId: string): readonly Prompt[] => prompts.get(channelId) ?? [],
    /** Starts the unfurl of links in an unsent message. */
    beginUnfurl(channelId: string): string {
      const id = `${channelId}-${newId('Uf')}`;
      unfurls.add(id);
      const [oldest] = unfurls;
      if (unfurls.size > MAX_UNFURLS && oldest !== undefined) unfurls.delete(oldest);
      return id;
    },
    isUnfurling: (unfurlId: string): boolean => unfurls.has(unfurlId),
  };
}
