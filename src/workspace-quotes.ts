import type { HiddenEvidence } from '#handlers/deps.ts';
import type { Store } from './stores/open-store.ts';

/** The quotes that one workspace has hidden; whoever hides or shows one stands in its log of changes. */
export function workspaceHiddenEvidence({
  store,
  workspaceId,
}: {
  store: Store;
  workspaceId: () => Promise<string>;
}): HiddenEvidence {
  return {
    ids: async () => store.hiddenEvidence.list(await workspaceId()),
    async hide(userId, ids) {
      const id = await workspaceId();
      return store.transaction(async ({ hiddenEvidence: hiddenQuotes, settings }) => {
        const added = await hiddenQuotes.add(id, ids);
        if (added === 'added')
          await settings.logChanges(id, userId, [{ setting: 'quote', from: 'shown', to: 'hidden' }]);
        return added !== 'full';
      });
    },
    async unhide(userId, quoteId) {
      const id = await workspaceId();
      await store.transaction(async ({ hiddenEvidence: hiddenQuotes, settings }) => {
        if (!(await hiddenQuotes.remove(id, quoteId))) return;
        await settings.logChanges(id, userId, [{ setting: 'hiddenQuote', from: 'hidden', to: 'shown' }]);
      });
    },
  };
}
