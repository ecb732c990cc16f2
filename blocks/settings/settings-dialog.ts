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
        hint: 'For searches that name no area.',
        options: areaOptions(defaultArea),
        chosen: defaultArea ?? ALL_AREAS,
      }),
      channelInput({
        name: SETTINGS_INPUT.channel,
        label: 'Default channel',
        hint: 'Offered first where something is shared from a dialog or from Home.',
        chosen: defaultChannelId,
      }),
      peopleInput({
        name: SETTINGS_INPUT.managers,
        label: 'Who may change things',
        hint: 'Besides the admins of this workspace and the person who installed the app.',
        chosen: managerIds,
      }),
      choiceInput({
        name: SETTINGS_INPUT.setUpBy,
        label: 'Who may set up digests and watches of channels',
        hint: 'A watch that tells one person alone is everybody’s own.',
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
  return `Only full members of this workspace can change things: take off ${named.join(', ')}${outsiders.length > MAX_NAMED ? ' and other guests' : ''}.`;
}

const openConnectButton = () => button(ACTION.openConnect, { text: 'API key…', value: 'connect' });

export const openChangesButton = () => button(ACTION.openChanges, { text: 'Changes', value: 'changes' });

export const savingDialog = (): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section('Is being saved…')] });

export function savedDialog(changed: readonly string[]): ModalView {
  const says =
    changed.length === 0 ? '*Nothing was changed.*' : `*Saved.* Changed: ${changed.join(', ').toLowerCase()}.`;
  return modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section(says)] });
}

/** Newest first. */
export const changesDialog = (changes: readonly LoggedChange[], locale: Locale): ModalView =>
  modal({
    title: 'Changes',
    close: 'Close',
    callbackId: SETTINGS_DIALOG,
    blocks: changes.length === 0 ? [section('Nothing was changed yet.')] : formatChanges(changes, locale),
  });

const MAX_MANAGERS = 20;

/** @param managerIds whom to ask instead */
export function notAllowedDialog(title: string, managerIds: readonly string[]): ModalView {
  const named = managerIds.slice(0, MAX_MANAGERS).map((userId) => `<@${userId}>`);
  const who = [...named, 'admins of this workspace', 'the person who installed the app'].join(', ');
  return modal({
    title,
    close: 'Close',
    callbackId: 'not_yours_dialog',
    blocks: [section(`*You cannot change this.* These people can: ${who}.`)],
  });
}
