import { areaName } from '@pain-signals/contract';
import type { SectionBlock } from '@slack/types';
import { section } from '../kit/elements.ts';
import { formatDate, type Locale } from '../kit/format.ts';
import { escapeMrkdwn } from '../kit/text.ts';

export interface LoggedChange {
  at: number;
  userId: string;
  setting: string;
  from: string | null;
  to: string | null;
  /** Changes by the same person on the same day, merged into one line. */
  times: number;
}

const NAMES: Record<string, string> = {
  defaultArea: 'Default area',
  defaultChannelId: 'Default channel',
  managerIds: 'Managers',
  setUpBy: 'Who can set up channel digests and alerts',
  key: 'API key',
  quote: 'A post',
  hiddenQuote: 'A hidden post',
};

export const settingName = (setting: string): string =>
  (Object.hasOwn(NAMES, setting) ? NAMES[setting] : undefined) ?? (escapeMrkdwn(setting, 40) || 'Setting');

const CHANGES_PER_SECTION = 10;

export function formatChanges(changes: readonly LoggedChange[], locale: Locale): SectionBlock[] {
  const sections: SectionBlock[] = [];
  for (let at = 0; at < changes.length; at += CHANGES_PER_SECTION) {
    sections.push(
      section(
        changes
          .slice(at, at + CHANGES_PER_SECTION)
          .map((change) => formatChange(change, locale))
          .join('\n'),
      ),
    );
  }
  return sections;
}

const formatChange = ({ at, userId, setting, from, to, times }: LoggedChange, locale: Locale): string => {
  const change = `${formatSetting(setting, from)} → ${formatSetting(setting, to)}`;
  const often = times > 1 ? ` (${locale.plural(times, 'change')})` : '';
  return `•  ${formatDate(at, 'minute')}  <@${userId}>  *${settingName(setting)}*: ${change}${often}`;
};

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

export const setUpByLabel = (who: string): string =>
  who === 'managers' ? 'Managers and admins' : 'All members of this workspace';

const MAX_PEOPLE = 5;

function formatPeople(userIds: readonly string[]): string {
  const people = userIds.filter((userId) => ID.test(userId));
  const more = people.length - MAX_PEOPLE;
  const named = people.slice(0, MAX_PEOPLE).map((userId) => `<@${userId}>`);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'none';
}
