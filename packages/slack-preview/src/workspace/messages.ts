import type { Changes } from './changes.ts';
import type { Message } from './message.ts';

type MessageDraft = Omit<Message, 'ts' | 'isEdited'>;

export interface Messages {
  add(draft: MessageDraft): Message;
  /** Changes what a message shows. The answer is undefined when there is no such message. */
  edit(message: Message, change: Pick<Message, 'text' | 'blocks'>): Message | undefined;
  /** Puts below a message what the app shows of its links. */
  unfurl(message: Message, unfurls: NonNullable<Message['unfurls']>): void;
  remove(message: Message): boolean;
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

  return {
    add(draft) {
      const message = { ...draft, ts: nextTs() };
      of(draft.channelId).push(message);
      changes.emit({ kind: 'message', message, isNew: true });
      return message;
    },
    edit({ channelId, ts }, change) {
      const at = position(channelId, ts);
      const before = of(channelId)[at];
      if (before === undefined) return undefined;
      const message = { ...before, ...change, isEdited: true };
      of(channelId)[at] = message;
      changes.emit({ kind: 'message', message, isNew: false });
      return message;
    },
    unfurl({ channelId, ts }, unfurls) {
      const at = position(channelId, ts);
      const before = of(channelId)[at];
      if (before === undefined) return;
      const message = { ...before, unfurls: { ...before.unfurls, ...unfurls } };
      of(channelId)[at] = message;
      changes.emit({ kind: 'message', message, isNew: false });
    },
    remove({ channelId, ts }) {
      const at = position(channelId, ts);
      const [message] = at < 0 ? [] : of(channelId).splice(at, 1);
      if (message === undefined) return false;
      changes.emit({ kind: 'removed', message });
      return true;
    },
    find: (channelId, ts) => of(channelId)[position(channelId, ts)],
    of,
  };
}
