import { formatDate } from '../dates.ts';
import { header, section } from '../elements.ts';
import { escapeMrkdwn } from '../text.ts';
import type { Section } from './home-view.ts';

const MAX_TITLE_LENGTH = 150;

export interface SharedCard {
  userId: string;
  channelId: string;
  title: string;
  link: string | null;
  sharedAt: number;
}

/** What was shared lately, where and by whom. */
export const sharesSection = (shares: readonly SharedCard[]): Section =>
  shares.length === 0 ? [] : [header('Shared lately'), section(shares.map(formatShare).join('\n'))];

function formatShare({ userId, channelId, title, link, sharedAt }: SharedCard): string {
  const said = escapeMrkdwn(title, MAX_TITLE_LENGTH) || 'A card';
  return `•  ${link === null ? said : `<${link}|${said}>`}\n     in <#${channelId}> by <@${userId}>, ${formatDate(sharedAt, 'minute')}`;
}
