import type { HiddenEvidence, People, Settings, SettingsChange, WorkspaceSettings } from '#handlers/ports.ts';
import type { Access } from '../slack/access.ts';
import type { Store } from '../store/open-store.ts';

interface SettingsSources {
  store: Store;
  access: Access;
  workspaceId: () => Promise<string>;
  people: People;
}

/** The settings of one workspace. */
export function workspaceSettings({ store, access, workspaceId, people }: SettingsSources): WorkspaceSettings {
  const get = async () => store.settings.get(await workspaceId());
  return {
    get,
    async mayChange(userId) {
      const person = await people.find(userId);
      // Who has become a guest, or was named by another organisation's id, is still an outsider.
      if (person !== null && (person.isGuest || person.isExternal)) return false;
      if (person?.isAdmin || access.installedBy === userId) return true;
      return (await get()).managerIds.includes(userId);
    },
    async change(userId, change) {
      const id = await workspaceId();
      return store.transaction(async ({ settings }) => {
        const before = await settings.get(id);
        const after = { ...before, ...change };
        await settings.set(id, after);
        await settings.logChanges(id, userId, differences(before, after));
        return after;
      });
    },
    changes: async () => store.settings.changes(await workspaceId()),
  };
}

function differences(before: Settings, after: Settings): Omit<SettingsChange, 'at' | 'userId' | 'times'>[] {
  return (Object.keys(after) as (keyof Settings)[])
    .map((setting) => ({ setting, from: settingText(before[setting]), to: settingText(after[setting]) }))
    .filter(({ from, to }) => from !== to);
}

const settingText = (value: Settings[keyof Settings]): string | null =>
  value === null || typeof value === 'string' ? value : value.join(', ');

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
