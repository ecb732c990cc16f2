import { connectionSection, settingsSection } from '#blocks/app-home/settings-section.ts';
import type { HomeSection } from './section.ts';

/** More of them stand in the dialog. */
const MAX_CHANGES_SHOWN = 5;

export const settingsHomeSection: HomeSection = {
  title: 'Settings',
  async load({ connection, settings }, { mayChange }) {
    const connected = await connection.state();
    if (!mayChange) return () => connectionSection(connected);
    const [chosen, changes] = await Promise.all([settings.get(), settings.changes()]);
    return () => settingsSection({ connected, ...chosen, changes: changes.slice(0, MAX_CHANGES_SHOWN) });
  },
};
