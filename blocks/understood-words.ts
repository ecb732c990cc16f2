import { commandText } from './command-text.ts';
import { COMMAND } from './commands.ts';
import { areaName, painTypeName } from './names.ts';
import { formatDecimal } from './numbers.ts';
import type { Query, SearchQuery } from './question.ts';
import type { SignalReference } from './signal-name.ts';
import { escapeMrkdwn } from './text.ts';

/** What somebody's words were taken for, in a line of mrkdwn: `top · type bug · about “oauth”`. */
export function describeInterpretation(query: Query): string {
  switch (query.show) {
    case 'search':
      return describeList(query).join(' · ');
    case 'find':
      return [
        query.want,
        query.names.map(describeName).join(query.want === 'compare' ? ' vs ' : ', '),
        ...(query.chart ? [`${query.chart.days} days`] : []),
      ].join(' · ');
    case 'briefs':
      return query.area === undefined ? 'all briefs' : `briefs · area ${escapeMrkdwn(areaName(query.area), 60)}`;
    default:
      return escapeMrkdwn(commandText(query).slice(COMMAND.length), 200);
  }
}

const ORDERS: Record<SearchQuery['sort'], string> = {
  score: 'top',
  growth: 'by growth',
  rising: 'rising',
  volume: 'most mentioned',
  lastSeenAt: 'latest',
};

function describeList({ sort, direction, type, area, words, owner, minScore }: SearchQuery): string[] {
  return [
    sort === 'growth' && direction === 'asc' ? 'fading' : ORDERS[sort],
    type && `type ${painTypeName(type).toLowerCase()}`,
    area && `area ${escapeMrkdwn(areaName(area), 60)}`,
    words && `about “${escapeMrkdwn(words, 100)}”`,
    owner && `owner ${escapeMrkdwn(owner, 60)}`,
    minScore !== undefined && `score from ${formatDecimal(minScore)}`,
  ].filter((part) => typeof part === 'string');
}

function describeName(name: SignalReference): string {
  switch (name.by) {
    case 'number':
      return `number ${name.number}`;
    case 'id':
      return escapeMrkdwn(name.id, 120);
    case 'link':
      return escapeMrkdwn(name.url, 120);
    case 'words':
      return escapeMrkdwn(`“${name.words}”`, 120);
  }
}
