import { ACTION } from '../kit/action-ids.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';
import { type ConnectionState, connectButton, describeConnection } from '../settings/connect-dialog.ts';
import { formatChanges, formatSetting, type LoggedChange } from '../settings/settings-changes.ts';
import { openChangesButton } from '../settings/settings-dialog.ts';
import type { Section } from './home-view.ts';

interface Chosen {
  connected: ConnectionState;
  defaultArea: string | null;
  defaultChannelId: string | null;
  managerIds: readonly string[];
  setUpBy: 'members' | 'managers';
  changes: readonly LoggedChange[];
}

/** For people who may change settings. */
export function settingsSection(chosen: Chosen, locale: Locale): Section {
  const { connected, defaultArea, defaultChannelId, managerIds, setUpBy, changes } = chosen;
  const also = managerIds.length === 0 ? '' : ` and ${formatSetting('managerIds', managerIds.join(', '))}`;
  return [
    header('Settings'),
    section(
      [
        describeConnection(connected),
        `*Default area:* ${defaultArea === null ? 'all areas' : formatSetting('defaultArea', defaultArea)}`,
        `*Default channel:* ${formatSetting('defaultChannelId', defaultChannelId)}`,
        `*Managers:* admins, the person who installed the app${also}`,
        `*Who can set up channel digests and alerts:* ${formatSetting('setUpBy', setUpBy)}`,
      ].join('\n'),
    ),
    actions([
      button(ACTION.openSettings, { text: 'Settings', value: 'settings' }),
      connectButton(connected),
      openChangesButton(),
    ]),
    changes.length === 0 ? null : context(['*Recent changes*']),
    ...formatChanges(changes, locale),
  ];
}

/** For everybody else. */
export const connectionSection = (connected: ConnectionState): Section => [
  header('Settings'),
  section(describeConnection(connected)),
];
