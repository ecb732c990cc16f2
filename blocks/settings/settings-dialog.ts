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
        hint: 'Preselected in the share form when it isn’t opened from a channel.',
        chosen: defaultChannelId,
      }),
      peopleInput({
        name: SETTINGS_INPUT.managers,
        label: 'Managers',
        hint: 'Managers can change settings and the API key, as can workspace admins and the person who installed the app.',
        chosen: managerIds,
      }),
      choiceInput({
        name: SETTINGS_INPUT.setUpBy,
        label: 'Who can set up digests and watches for channels',
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

export const openChangesButton = () => button(ACTION.openChanges, { text: 'Settings history', value: 'changes' });

export const savingDialog = (): ModalView =>
  modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section('Saving…')] });

export function savedDialog(changed: readonly string[]): ModalView {
  const says = changed.length === 0 ? '*No changes.*' : `*Saved.* Changed: ${changed.join(', ')}.`;
  return modal({ title: TITLE, close: 'Close', callbackId: SETTINGS_DIALOG, blocks: [section(says)] });
}

/** Newest first. */
export const changesDialog = (changes: readonly SettingsChange[]): ModalView =>
  modal({
    title: 'Settings history',
    close: 'Close',
    callbackId: SETTINGS_DIALOG,
    blocks: changes.length === 0 ? [section('No changes yet.')] : formatChanges(changes),
  });

const MAX_MANAGERS = 20;

const WHO_MAY = 'Only admins, managers and the person who installed the app';

/** What only some people may do, by the title of its dialog. */
const RESERVED = {
  Settings: 'change this workspace’s settings',
  'API key': 'change this workspace’s API key',
  'Settings history': 'see the settings history',
};

/** @param managerIds whom to ask instead */
export function notAllowedDialog(title: keyof typeof RESERVED, managerIds: readonly string[]): ModalView {
  const named = managerIds.slice(0, MAX_MANAGERS).map((userId) => `<@${userId}>`);
  const ask = named.length === 0 ? ' Ask one of them.' : ` Ask one of them. Managers: ${named.join(', ')}.`;
  return modal({
    title,
    close: 'Close',
    callbackId: 'not_yours_dialog',
    blocks: [section(`*${WHO_MAY} can ${RESERVED[title]}.*${ask}`)],
  });
}

/** As in the middle of a sentence. */
const NAMES: Record<string, string> = {
  defaultArea: 'default area',
  defaultChannelId: 'default channel',
  managerIds: 'managers',
  setUpBy: 'who can set up digests and watches for channels',
  key: 'API key',
};

export const settingName = (setting: string): string =>
  (Object.hasOwn(NAMES, setting) ? NAMES[setting] : undefined) ?? (escapeMrkdwn(setting, 40) || 'setting');

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
  const change = describeHiding({ setting, from, to, times }) ?? describeSetting({ setting, from, to });
  const often = times > 1 ? ` (${plural(times, 'change')})` : '';
  return `•  <@${userId}> ${change}${often}, ${formatDate(at, 'minute')}`;
};

function describeSetting({ setting, from, to }: Pick<SettingsChange, 'setting' | 'from' | 'to'>): string {
  if (setting === 'managerIds') return describeManagers(idsIn(from), idsIn(to));
  const name = setting === 'setUpBy' ? settingName(setting) : `the ${settingName(setting)}`;
  if (from === to) return `changed ${name}`;
  if (setting === 'key' && from === null) return `connected ${name} ${formatSetting(setting, to)}`;
  if (setting === 'key' && to === null) return `disconnected ${name} ${formatSetting(setting, from)}`;
  return `changed ${name}: ${formatSetting(setting, from)} → ${formatSetting(setting, to)}`;
}

function describeManagers(before: readonly string[], after: readonly string[]): string {
  const said = (
    [
      ['added', after, before],
      ['removed', before, after],
    ] as const
  ).flatMap(([done, some, others]) => {
    const ids = some.filter((id) => !others.includes(id));
    return ids.length === 0 ? [] : [`${done} ${listPeople(ids)} as ${ids.length === 1 ? 'a manager' : 'managers'}`];
  });
  return said.join(' and ') || 'changed the managers';
}

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
  if (setting === 'defaultArea' && value === null) return 'all areas';
  if (setting === 'key' && value === '') return '`…`';
  if (value === null || value === '') return 'none';
  if (setting === 'defaultArea') return escapeMrkdwn(areaName(value), 60);
  if (setting === 'defaultChannelId' && ID.test(value)) return `<#${value}>`;
  if (setting === 'setUpBy') return setUpByLabel(value).toLowerCase();
  return `\`${escapeMrkdwn(value, 60)}\``;
}

const setUpByLabel = (who: string): string =>
  who === 'managers' ? 'Managers and admins' : 'All full members of this workspace';

const idsIn = (value: string | null): string[] => (value ?? '').split(', ').filter((userId) => ID.test(userId));

const MAX_PEOPLE = 5;

/** `@Ada, @Grace and 3 more`. @param before named first */
export function listPeople(userIds: readonly string[], before: readonly string[] = []): string {
  const people = userIds.filter((userId) => ID.test(userId));
  const more = people.length - MAX_PEOPLE;
  const named = people.slice(0, MAX_PEOPLE).map((userId) => `<@${userId}>`);
  return [...before, ...named, ...(more > 0 ? [`${more} more`] : [])].join(', ').replace(/, ([^,]*)$/, ' and $1');
}
