import type { People, Settings, SettingsChange, WorkspaceSettings } from '#handlers/deps.ts';
import type { Store } from './stores/open-store.ts';
import type { Access } from './workspaces/access.ts';

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
