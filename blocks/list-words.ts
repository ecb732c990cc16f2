import type { Freshness } from './freshness.ts';
import { nameArea, namePainType } from './names.ts';
import { showCount, showGiven, showPercent } from './numbers.ts';
import type { ListQuestion, SearchQuestion } from './question.ts';
import { plainData, quoteData } from './text.ts';

/** What a list says about itself. `title` is plain text, the others are mrkdwn. */
export interface ListWords {
  title: string;
  explains: string;
  /** Said when there is nothing in it, as the true answer that it is. */
  empty: string;
  hint: string;
}

const SORTED: Record<SearchQuestion['sort'], string> = {
  score: 'score',
  growth: 'growth',
  rising: 'growth',
  volume: 'mentions',
  lastSeenAt: 'last mention',
};

export function wordsOfList(question: ListQuestion): ListWords {
  switch (question.show) {
    case 'trending':
      return {
        title: 'Trending pains',
        explains: 'Growing fastest, whatever their size: the last 7 days against the 7 before',
        empty: 'Nothing rises beyond chance this week.',
        hint: 'A signal only counts as trending when its rise is too large to be luck. The heaviest ones are still there.',
      };
    case 'emerging':
      return {
        title: 'Emerging pains',
        explains: `Small and rising, also where it is trending: at most ${showCount(question.maxVolume)} mentions, growing by ${showPercent(question.minGrowth)} or more`,
        empty: 'Nothing new rises beyond chance this week.',
        hint: `Looked at signals of at most ${showCount(question.maxVolume)} mentions that grow by ${showPercent(question.minGrowth)} or more.`,
      };
    case 'top':
      return {
        title: `Top pains by ${question.metric}`,
        explains:
          question.limit === 1
            ? `The highest ${question.metric}`
            : `Highest ${question.metric} first, ${question.limit} at most`,
        empty: 'There are no active signals yet.',
        hint: 'Signals appear after posts were imported and a first snapshot was taken.',
      };
    case 'search':
      return searchWords(question);
    case 'ask':
      return {
        title: plainData(`“${question.question}”`, 150),
        explains:
          question.insteadOf === 'search'
            ? 'No signal has these words. These are closest in meaning, best first'
            : 'Signals closest in meaning, best first',
        empty: `Nothing comes close to “${quoteData(question.question, 200)}”.`,
        hint: 'Try it with other words, or search for a single one.',
      };
  }
}

/** Why there is nothing in any list; null when there are signals. */
export function wordsOfNothing({ snapshotAt, isEmpty = false }: Freshness): Pick<ListWords, 'empty' | 'hint'> | null {
  if (snapshotAt === null) {
    return {
      empty: 'Nothing is scored yet.',
      hint: `Posts that are there are being read: that takes a minute or so. ${ADD_POSTS}`,
    };
  }
  return isEmpty
    ? { empty: 'No signal is active: there are no posts yet, or none of the last 30 days.', hint: ADD_POSTS }
    : null;
}

/** Where nothing moved. */
export const sayNoMovers = (freshness: Freshness): string => {
  const nothing = wordsOfNothing(freshness);
  return nothing === null ? 'Nothing rises beyond chance this week.' : `${nothing.empty} ${nothing.hint}`;
};

/** A hosted service is somebody else's to fill. */
const ADD_POSTS =
  'Signals are made of posts, and whoever runs the service can add some: with the one that comes with this app, by `npm run -s cli -- import FILE` or `fetch SOURCE`.';

function searchWords(question: SearchQuestion): ListWords {
  const { words, sort, direction } = question;
  if (sort === 'rising') return risingWords(question);
  const order = `by ${SORTED[sort]}, ${direction === 'desc' ? 'highest' : 'lowest'} first`;
  const filters = listFilters(question);
  const sought = words === undefined ? 'these filters' : `“${quoteData(words, 100)}”`;
  return {
    title: titleOf('Search', question),
    explains: [...filters, order].join('  ·  '),
    empty: `No signal matches ${sought}${filters.length > 0 && words !== undefined ? ` with ${filters.join(', ')}` : ''}.`,
    hint: 'Search looks for the words in topics and summaries. Asking a question finds signals by their meaning.',
  };
}

function risingWords(question: SearchQuestion): ListWords {
  const { words } = question;
  const within = [words === undefined ? null : `“${quoteData(words, 100)}”`, ...listFilters(question)];
  const where = within.filter((part) => part !== null).join(', ');
  return {
    title: titleOf('Rising', question),
    explains: [where, 'more mentions in the last 7 days than in the 7 before; a few can be chance'].join('  ·  '),
    empty: `Nothing rises this week${where === '' ? '' : ` in: ${where}`}.`,
    hint: 'No signal there has more mentions in the last 7 days than in the 7 before.',
  };
}

/** The heading names what was looked for, as far as one line goes. */
function titleOf(kind: string, { words, area, type, owner }: SearchQuestion): string {
  const about =
    words ?? (area === undefined ? null : nameArea(area)) ?? (type === undefined ? null : namePainType(type)) ?? owner;
  return about === undefined ? kind : plainData(`${kind}: ${about}`, 150);
}

function listFilters({ area, type, owner, minScore, minRepositories }: SearchQuestion): string[] {
  return [
    area === undefined ? null : `area ${quoteData(nameArea(area), 60)}`,
    type === undefined ? null : `type ${namePainType(type)}`,
    owner === undefined ? null : `owner ${quoteData(owner, 60)}`,
    minScore === undefined ? null : `score from ${showGiven(minScore)}`,
    minRepositories === undefined ? null : `in ${showCount(minRepositories)} or more repositories`,
  ].filter((filter) => filter !== null);
}
