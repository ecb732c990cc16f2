import type { SectionBlock } from '@slack/types';
import { showDate } from './dates.ts';
import { section } from './elements.ts';
import { nameArea } from './names.ts';
import { plural } from './numbers.ts';
import { quoteData } from './text.ts';

/** A line of the log. */
export interface LoggedChange {
  at: number;
  userId: string;
  setting: string;
  from: string | null;
  to: string | null;
  /** More than one, of the same person on the same day, for all but the first ones. */
  times: number;
}

const NAMES: Record<string, string> = {
  defaultArea: 'Default area',
  defaultChannelId: 'Default channel',
  managerIds: 'Who may change things',
  setUpBy: 'Who may set up digests and watches of channels',
  key: 'API key',
  quote: 'A quote',
  hiddenQuote: 'A hidden quote',
};

export const nameSetting = (setting: string): string =>
  (Object.hasOwn(NAMES, setting) ? NAMES[setting] : undefined) ?? (quoteData(setting, 40) || 'Setting');

/** As many lines as are safely one section. */
const A_SECTION = 10;

export function showChanges(changes: readonly LoggedChange[]): SectionBlock[] {
  const sections: SectionBlock[] = [];
  for (let at = 0; at < changes.length; at += A_SECTION) {
    sections.push(
      section(
        changes
          .slice(at, at + A_SECTION)
          .map(showChange)
          .join('\n'),
      ),
    );
  }
  return sections;
}

const showChange = ({ at, userId, setting, from, to, times }: LoggedChange): string => {
  const change = `${showSetting(setting, from)} → ${showSetting(setting, to)}`;
  const often = times > 1 ? `, in ${plural(times, 'change')}` : '';
  return `•  ${showDate(at, 'minute')}  <@${userId}>  *${nameSetting(setting)}*: ${change}${often}`;
};

const ID = /^[A-Z][A-Z0-9]{1,30}$/;

/** A value as people read it. Of a key only its public beginning is logged. */
export function showSetting(setting: string, value: string | null): string {
  if (value === null || value === '') return 'none';
  if (setting === 'defaultArea') return quoteData(nameArea(value), 60);
  if (setting === 'defaultChannelId' && ID.test(value)) return `<#${value}>`;
  if (setting === 'managerIds') return showPeople(value.split(', '));
  if (setting === 'setUpBy') return nameSetUpBy(value).toLowerCase();
  return `\`${quoteData(value, 60)}\``;
}

export const nameSetUpBy = (who: string): string =>
  who === 'managers' ? 'Only those who may change things' : 'Every member of this workspace';

const MOST_PEOPLE = 5;

function showPeople(userIds: readonly string[]): string {
  const people = userIds.filter((userId) => ID.test(userId));
  const more = people.length - MOST_PEOPLE;
  const named = people.slice(0, MOST_PEOPLE).map((userId) => `<@${userId}>`);
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'none';
}
