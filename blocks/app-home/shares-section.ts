import { showDate } from '../dates.ts';
import { header, section } from '../elements.ts';
import { quoteData } from '../text.ts';
import type { Section } from './home-view.ts';

const TITLE = 150;

export interface SharedCard {
  userId: string;
  channelId: string;
  title: string;
  link: string | null;
  sharedAt: number;
}

/** What was shared lately, where and by whom. */
export const sharesSection = (shares: readonly SharedCard[]): Section =>
  shares.length === 0 ? [] : [header('Shared lately'), section(shares.map(showShare).join('\n'))];

function showShare({ userId, channelId, title, link, sharedAt }: SharedCard): string {
  const said = quoteData(title, TITLE) || 'A card';
  return `•  ${link === null ? said : `<${link}|${said}>`}\n     in <#${channelId}> by <@${userId}>, ${showDate(sharedAt, 'minute')}`;
}
