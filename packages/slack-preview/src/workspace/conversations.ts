import type { Changes } from './changes.ts';
import { newId } from './ids.ts';
import type { Details, Message } from './message.ts';
import type { Prompt } from './workspace.ts';

type MessageDraft = Omit<Message, 'ts' | 'isEdited'>;

export interface Messages {
  add(draft: MessageDraft): Message;
  /** Changes a message's content. Returns undefined when it does not exist. */
  edit(message: Message, change: Pick<Message, 'text' | 'blocks'>): Message | undefined;
  /** Changes a message that is streamed, which doesn't count as an edit. */
  stream(message: Message, change: Pick<Message, 'text' | 'blocks' | 'stream'>): void;
  /** Adds the app's unfurls below a message. */
  unfurl(message: Message, shown: Required<Pick<Message, 'unfurls' | 'entities'>>): void;
  remove(message: Message): void;
  find(channelId: string, ts: string): Message | undefined;
  /** All of a channel, ephemeral ones and those in threads included, in the order they came. */
  of(channelId: string): readonly Message[];
}

export function createMessages(changes: Changes, nextTs: () => string): Messages {
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
    add(draft) {
      const message = { ...draft, ts: nextTs() };
      of(draft.channelId).push(message);
      changes.emit({ kind: 'message', message });
      return message;
    },
    edit: (message, content) => change(message, () => ({ ...content, isEdited: true })),
    stream: (message, streamed) => void change(message, () => streamed),
    unfurl(message, { unfurls, entities }) {
      change(message, (before) => ({
        unfurls: { ...before.unfurls, ...unfurls },
        entities: { ...before.entities, ...entities },
      }));
    },
    remove({ channelId, ts }) {
      const at = position(channelId, ts);
      const [message] = at < 0 ? [] : of(channelId).splice(at, 1);
      if (message !== undefined) changes.emit({ kind: 'removed', message });
    },
    find: (channelId, ts) => of(channelId)[position(channelId, ts)],
    of,
  };
}

/** State of conversations with the app: suggested prompts, and links in unsent messages. */
export interface Conversations {
  setStatus(channelId: string, status: string): void;
  setPrompts(channelId: string, prompts: readonly Prompt[]): void;
  prompts(channelId: string): readonly Prompt[];
  /** What somebody has open beside the conversation. */
  details(userId: string): Details | undefined;
  openDetails(details: Details): void;
  /** The app's answer for what is open. */
  showDetails(userId: string, shown: Pick<Details, 'entity' | 'error'>): void;
  /** Starts the unfurl of links in an unsent message. */
  beginUnfurl(channelId: string): string;
  isUnfurling(unfurlId: string): boolean;
}

const MAX_UNFURLS = 1_000;

export function createConversations(changes: Changes): Conversations {
  const prompts = new Map<string, readonly Prompt[]>();
  const unfurls = new Set<string>();
  const opened = new Map<string, Details>();
  const openDetails = (details: Details) => {
    opened.set(details.userId, details);
    changes.emit({ kind: 'details', details });
  };
  return {
    details: (userId) => opened.get(userId),
    openDetails,
    showDetails(userId, shown) {
      const before = opened.get(userId);
      if (before !== undefined) openDetails({ ...before, ...shown });
    },
    setStatus(channelId, status) {
      changes.emit({ kind: 'status', channelId, status });
    },
    setPrompts(channelId, offered) {
      prompts.set(channelId, offered);
      changes.emit({ kind: 'prompts', channelId, prompts: offered });
    },
    prompts: (channelId) => prompts.get(channelId) ?? [],
    beginUnfurl(channelId) {
      const id = `${channelId}-${newId('Uf')}`;
      unfurls.add(id);
      const [oldest] = unfurls;
      if (unfurls.size > MAX_UNFURLS && oldest !== undefined) unfurls.delete(oldest);
      return id;
    },
    isUnfurling: (unfurlId) => unfurls.has(unfurlId),
  };
}
