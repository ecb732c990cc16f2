import { ALL_AREAS } from '@pain-signals/domain';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { ACTION } from '../kit/action-ids.ts';
import { actions, button, section } from '../kit/elements.ts';
import type { Locale } from '../kit/format.ts';
import { areaOptions, channelInput, choiceInput, modal, peopleInput } from '../kit/modal.ts';
import { escapePlainText } from '../kit/text.ts';
import { formatChanges, type LoggedChange, setUpByLabel } from './settings-changes.ts';

export const SETTINGS_DIALOG = 'settings_dialog';
export const SETTINGS_INPUT = {
  area: 'default_area',
  channel: 'default_channel',
  managers: 'managers',
  setUpBy: 'set_up_by',
} as const;
const TITLE = 'Settings';
const MAX_NAMED = 3;

/** Settings when the dialog opened. Only changes are saved, so two people don't undo each other. */
export const ShownSettings = z.object({
  defaultArea: z.string().max(60).nullable(),
  defaultChannelId: z.string().max(100).nullable(),
  managerIds: z.array(z.string().max(100)).max(100),
  setUpBy: z.enum(['members', 'managers']),
});
export type ShownSettings = z.output<typeof ShownSettings>;

export function settingsDialog(settings: ShownSettings): ModalView {
  const { defaultArea, defaultChannelId, managerIds, setUpBy } = settings;
  return modal({
    title: TITLE,
    submit: 'Save',
    callbackId: SETTINGS_DIALOG,
    metadata: JSON.stringify(settings),
    blocks: [
      choiceInput({
        name: SETTINGS_INPUT.area,
        label: 'Default area',
        hint: 'Used for searches that don’t name an area.',
        options: areaOptions(defaultArea),
        chosen: defaultArea ?? ALL_AREAS,
      }),
      channelInput({
        name: SETTINGS_INPUT.channel,
        label: 'Default channel',
        hint: 'Preselected when someone shares from a dialog or from Home.',
        chosen: defaultChannelId,
      }),
      peopleInput({
        name: SETTINGS_INPUT.managers,
        label: 'Managers',
        hint: 'Can change settings and the API key, like workspace admins and the person who installed the app.',
        chosen: managerIds,
      }),
      choiceInput({
        name: SETTINGS_INPUT.setUpBy,
        label: 'Who can set up channel digests and alerts',
        hint: 'Anyone can set up personal alerts.',
        options: [
          ['members', setUpByLabel('members')],
          ['managers', setUpByLabel('managers')],
        ],
        chosen: setUpBy,
      }),
      actions([openConnectButton(), openChangesButton()]),
    ],
  });
}

/** Null when all of them can be managers. */
export function managersError(outsiders: readonly string[]): string | null {
  if (outsiders.length === 0) return null;
  const named = outsiders.slice(0, MAX_NAMED).map((name) => escapePlainText(name, 40));
  return `Managers must be full members of this workspace. Remove ${named.join(', ')}${outsiders.length > MAX_NAMED ? ' and other guests' : ''}.`;
}

const openConnectButton = () => button(ACTION.openConnect, { text: 'API key…', value: 'connect' });

export const openChangesButton = () => button(ACTION.openChanges, { text: 'Change log', value: 'changes' });

export const savingDialog = (): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section('Saving…')] });

export function savedDialog(changed: readonly string[]): ModalView {
  const says = changed.length === 0 ? '*No changes.*' : `*Saved.* Changed: ${changed.join(', ').toLowerCase()}.`;
  return modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section(says)] });
}

/** Newest first. */
export const changesDialog = (changes: readonly LoggedChange[], locale: Locale): ModalView =>
  modal({
    title: 'Change log',
    close: 'Close',
    callbackId: SETTINGS_DIALOG,
    blocks: changes.length === 0 ? [section('No changes yet.')] : formatChanges(changes, locale),
  });

const MAX_MANAGERS = 20;

/** @param managerIds whom to ask instead */
export function notAllowedDialog(title: string, managerIds: readonly string[]): ModalView {
  const named = managerIds.slice(0, MAX_MANAGERS).map((userId) => `<@${userId}>`);
  const who = [...named, 'a workspace admin', 'the person who installed the app']
    .join(', ')
    .replace(/, (?=the person)/, ' or ');
  return modal({
    title,
    close: 'Close',
    callbackId: 'not_yours_dialog',
    blocks: [section(`*You can’t change this.* Ask ${who}.`)],
  });
}
