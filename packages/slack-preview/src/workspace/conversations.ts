import type { Changes } from './changes.ts';
import { newId } from './ids.ts';
import type { Prompt } from './workspace.ts';

/** What stands around conversations with the app: what it is doing, what it offers to be asked, and links being written. */
export interface Conversations {
  setStatus(channelId: string, status: string): void;
  status(channelId: string): string;
  setPrompts(channelId: string, prompts: readonly Prompt[]): void;
  prompts(channelId: string): readonly Prompt[];
  /** Begins the preview of links in a message that is not sent yet. */
  beginUnfurl(channelId: string): string;
  isUnfurling(unfurlId: string): boolean;
}

const MAX_UNFURLS = 1_000;

export function createConversations(changes: Changes): Conversations {
  const statuses = new Map<string, string>();
  const prompts = new Map<string, readonly Prompt[]>();
  const unfurls = new Set<string>();
  return {
    setStatus(channelId, status) {
      statuses.set(channelId, status);
      changes.emit({ kind: 'status', channelId, status });
    },
    status: (channelId) => statuses.get(channelId) ?? '',
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
