import { commandText } from './command-text.ts';
import { COMMAND } from './commands.ts';
import { nameArea, namePainType } from './names.ts';
import { showGiven } from './numbers.ts';
import type { Question, SearchQuestion } from './question.ts';
import type { SignalName } from './signal-name.ts';
import { quoteData } from './text.ts';

/** What somebody's words were taken for, in a line of mrkdwn: `top · type bug · about “oauth”`. */
export function sayUnderstood(question: Question): string {
  switch (question.show) {
    case 'search':
      return sayList(question).join(' · ');
    case 'find':
      return [
        question.want,
        question.names.map(sayName).join(question.want === 'compare' ? ' vs ' : ', '),
        ...(question.chart ? [`${question.chart.days} days`] : []),
      ].join(' · ');
    case 'briefs':
      return question.area === undefined ? 'all briefs' : `briefs · area ${quoteData(nameArea(question.area), 60)}`;
    default:
      return quoteData(commandText(question).slice(COMMAND.length), 200);
  }
}

const ORDERS: Record<SearchQuestion['sort'], string> = {
  score: 'top',
  growth: 'by growth',
  rising: 'rising',
  volume: 'most mentioned',
  lastSeenAt: 'latest',
};

function sayList({ sort, direction, type, area, words, owner, minScore }: SearchQuestion): string[] {
  return [
    sort === 'growth' && direction === 'asc' ? 'fading' : ORDERS[sort],
    type && `type ${namePainType(type).toLowerCase()}`,
    area && `area ${quoteData(nameArea(area), 60)}`,
    words && `about “${quoteData(words, 100)}”`,
    owner && `owner ${quoteData(owner, 60)}`,
    minScore !== undefined && `score from ${showGiven(minScore)}`,
  ].filter((part) => typeof part === 'string');
}

function sayName(name: SignalName): string {
  switch (name.by) {
    case 'number':
      return `number ${name.number}`;
    case 'id':
      return quoteData(name.id, 120);
    case 'link':
      return quoteData(name.url, 120);
    case 'words':
      return quoteData(`“${name.words}”`, 120);
  }
}
