import { areaName } from '@pain-signals/contract';
import { ALL_AREAS, type Settings, type SettingsChange } from '@pain-signals/domain';
import type { ModalView, SectionBlock } from '@slack/types';
import { ACTION } from '../kit/buttons.ts';
import { actions, button, section } from '../kit/elements.ts';
import { formatDate, plural } from '../kit/format.ts';
import { areaOptions, channelInput, choiceInput, connectButton, modal, peopleInput } from '../kit/modal.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { hiddenListButton } from '../signals/hidden-signals-card.ts';

export const SETTINGS_DIALOG = 'settings_dialog';
export const SETTINGS_INPUT = {
  area: 'default_area',
  channel: 'default_channel',
  managers: 'managers',
  setUpBy: 'set_up_by',
} as const;
const TITLE = 'Settings';
const MAX_NAMED = 3;

export function settingsDialog(settings: Settings): ModalView {
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
        optional: false,
        options: areaOptions(defaultArea),
        chosen: defaultArea ?? ALL_AREAS,
      }),
      channelInput({
        name: SETTINGS_INPUT.channel,
        label: 'Default channel',
        hint: 'Preselected when someone shares from a dialog or Home.',
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
        label: 'Who can set up channel digests and watches',
        hint: 'Anyone can set up their own watches.',
        optional: false,
        options: [
          ['members', setUpByLabel('members')],
          ['managers', setUpByLabel('managers')],
        ],
        chosen: setUpBy,
      }),
      actions([connectButton(), openChangesButton(), hiddenListButton()]),
    ],
  });
}

/** Null when all of them can be managers. */
export function managersError(outsiders: readonly string[]): string | null {
  if (outsiders.length === 0) return null;
  const named = outsiders.slice(0, MAX_NAMED).map((name) => escapePlainText(name, 40));
  return `Managers must be full members of this workspace. Remove ${named.join(', ')}${outsiders.length > MAX_NAMED ? ' and other guests' : ''}.`;
}

export const openChangesButton = () => button(ACTION.openChanges, { text: 'Change log', value: 'changes' });

export const savingDialog = (): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section('Saving…')] });

export function savedDialog(changed: readonly string[]): ModalView {
  const says = changed.length === 0 ? '*No changes.*' : `*Saved.* Changed: ${changed.join(', ').toLowerCase()}.`;
  return modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section(says)] });
}

/** Newest first. */
export const changesDialog = (changes: readonly SettingsChange[]): ModalView =>
  modal({
    title: 'Change log',
    close: 'Close',
    callbackId: SETTINGS_DIALOG,
    blocks: changes.length === 0 ? [section('No changes yet.')] : formatChanges(changes),
  });

const MAX_MANAGERS = 20;

/** What only some people may do, by the title of its dialog. */
const RESERVED = {
  Settings: 'change this workspace’s settings',
  'API key': 'change this workspace’s API key',
  Changes: 'see the change log',
};

/** @param managerIds whom to ask instead */
export function notAllowedDialog(title: keyof typeof RESERVED, managerIds: readonly string[]): ModalView {
  const named = managerIds.slice(0, MAX_MANAGERS).map((userId) => `<@${userId}>`);
  const who = [...named, 'a workspace admin', 'the person who installed the app']
    .join(', ')
    .replace(/, (?=the person)/, ' or ');
  return modal({
    title,
    close: 'Close',
    callbackId: 'not_yours_dialog',
    blocks: [section(`*Only admins and managers can ${RESERVED[title]}.* Ask ${who}.`)],
  });
}

const NAMES: Record<string, string> = {
  defaultArea: 'Default area',
  defaultChannelId: 'Default channel',
  managerIds: 'Managers',
  setUpBy: 'Who can set up channel digests and watches',
  key: 'API key',
};

export const settingName = (setting: string): string =>
  (Object.hasOwn(NAMES, setting) ? NAMES[setting] : undefined) ?? (escapeMrkdwn(setting, 40) || 'Setting');

const CHANGES_PER_SECTION = 10;

export function formatChanges(changes: readonly SettingsChange[]): SectionBlock[] {
  const sections: SectionBlock[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_SECTION) {
    sections.push(
      section(
        changes
          .slice(at, at + CHANGES_PER_SECTION)
          .map((change) => formatChange(change))
          .join('\n'),
      ),
    );
  }
  return sections;
}

const formatChange = ({ at, userId, setting, from, to, times }: SettingsChange): string => {
  const change =
    describeHiding({ setting, from, to, times }) ??
    `changed *${settingName(setting)}*: ${formatSetting(setting, from)} → ${formatSetting(setting, to)}`;
  const often = times > 1 ? ` (${plural(times, 'change')})` : '';
  return `•  <@${userId}> ${change}${often}, ${formatDate(at, 'minute')}`;
};

/** Null for settings. A line of several changes is about different signals or posts. */
function describeHiding({ setting, from, to, times }: Omit<SettingsChange, 'at' | 'userId'>): string | null {
  if (setting === 'quote') return times > 1 ? 'hid posts' : 'hid a post';
  if (setting === 'hiddenQuote') return times > 1 ? 'restored posts' : 'restored a post';
  if (setting !== 'signal') return null;
  if (times > 1) return 'hid or restored signals';
  const topic = escapeMrkdwn(to ?? from ?? '', 100);
  return `${to === null ? 'restored' : 'hid'} ${topic === '' ? 'a signal' : `“${topic}”`}`;
}

const ID = /^[A-Z][A-Z0-9]{1,30}$/;

/** The value as people read it. Only a key's prefix is logged. */
export function formatSetting(setting: string, value: string | null): string {
  if (value === null || value === '') return 'none';
  if (setting === 'defaultArea') return escapeMrkdwn(areaName(value), 60);
  if (setting === 'defaultChannelId' && ID.test(value)) return `<#${value}>`;
  if (setting === 'managerIds') return formatPeople(value.split(', '));
  if (setting === 'setUpBy') return setUpByLabel(value).toLowerCase();
  return `\`${escapeMrkdwn(value, 60)}\``;
}

const setUpByLabel = (who: string): string =>
  who === 'managers' ? 'Managers and admins' : 'All members of this workspace';

const MAX_PEOPLE = 5;

function formatPeople(userIds: readonly string[]): string {
  const people = userIds.filter((userId) => ID.test(userId));
  const more = people.length - MAX_PEOPLE;
  const named = people.slice(0, MAX_PEOPLE).map((userId) => `<@${userId}>`);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'none';
}
