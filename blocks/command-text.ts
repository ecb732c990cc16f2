import { DASHBOARD_LIMIT, EMERGING_MAX_VOLUME, EMERGING_MIN_GROWTH } from '@pain-signals/contract';
import { COMMAND } from './commands.ts';
import { typedArea } from './names.ts';
import type {
  EmergingQuestion,
  FindQuestion,
  Question,
  SearchFilter,
  SearchQuestion,
  TopQuestion,
  WatchQuestion,
} from './question.ts';
import { DIVIDER, type SignalName } from './signal-name.ts';
import type { WatchRule } from './watch-rule.ts';

/** The command that asks a question again, as a person would type it. */
export function commandText(question: Question): string {
  const words = wordsOf(question);
  return words === '' ? COMMAND : `${COMMAND} ${words}`;
}

function wordsOf(question: Question): string {
  switch (question.show) {
    case 'home':
      return '';
    case 'help':
      return 'help';
    case 'trending':
      return joined('trending', limitWord(question));
    case 'emerging':
      return emergingWords(question);
    case 'top':
      return topWords(question);
    case 'search':
      return searchWords(question);
    case 'ask':
      return `ask ${question.question}`;
    case 'related':
      return `ask ${question.text}`;
    case 'signal':
      return `signal ${question.id}`;
    case 'chart':
      return `chart ${question.id}${chartWords(question)}`;
    case 'dialog':
      return question.dialog;
    case 'quote':
      return `evidence ${question.id}`;
    case 'share':
    case 'evidence':
    case 'brief':
      return `${question.show} ${question.id}`;
    case 'briefs':
      return joined('briefs', question.area === undefined ? null : `area:${quoteIf(typedArea(question.area), /\s/)}`);
    case 'compare':
      return `compare ${question.ids.join(' vs ')}`;
    case 'watch':
      return watchWords(question);
    case 'digest':
      return joined('digest', question.change ?? null);
    case 'watches':
    case 'status':
      return question.show;
    case 'find':
      return `${question.want} ${question.names.map((name) => nameWords(name, question.want)).join(' vs ')}${question.chart ? chartWords(question.chart) : ''}`;
  }
}

/** Only what differs from the usual picture. */
function chartWords({ kind, days }: NonNullable<FindQuestion['chart']>): string {
  return `${kind === 'timeline' ? '' : ` ${kind}`}${days === 30 || kind === 'sources' ? '' : ` ${days}`}`;
}

function emergingWords(question: EmergingQuestion): string {
  const { maxVolume, minGrowth } = question;
  return joined(
    'emerging',
    maxVolume === EMERGING_MAX_VOLUME ? null : `under ${maxVolume}`,
    minGrowth === EMERGING_MIN_GROWTH ? null : `above ${minGrowth}`,
    limitWord(question),
  );
}

function topWords(question: TopQuestion): string {
  return joined('top', limitWord(question), question.metric === 'score' ? null : `by ${question.metric}`);
}

function searchWords({ sort, direction, ...filter }: SearchQuestion): string {
  return joined(
    'search',
    filterWords(filter),
    sort === 'score' ? null : `sort:${sort === 'lastSeenAt' ? 'recent' : sort}`,
    direction === 'desc' ? null : 'order:asc',
  );
}

function watchWords({ what, rule, tell }: WatchQuestion): string {
  return joined(
    'watch',
    what.of === 'signal' ? nameWords(what.name, 'signal') : filterWords(what.filter),
    rule === undefined ? null : `when ${ruleWords(rule)}`,
    tell === 'here' ? 'here' : null,
  );
}

function ruleWords(rule: WatchRule): string {
  switch (rule.when) {
    case 'new':
      return 'new';
    case 'growth':
      return `growth over ${Math.round(rule.above * 10_000) / 100}%`;
    case 'score':
      return `score over ${rule.above}`;
  }
}

function filterWords({ words, type, area, owner, minScore, minRepositories }: SearchFilter): string {
  return joined(
    words === undefined ? null : quoteIf(words, /[:=]|(^|\s)[-–—]/),
    type === undefined ? null : `type:${type}`,
    area === undefined ? null : `area:${quoteIf(typedArea(area), /\s/)}`,
    owner === undefined ? null : `owner:${quoteIf(owner, /[\s"]/)}`,
    minScore === undefined ? null : `min:${minScore}`,
    minRepositories === undefined ? null : `repos:${minRepositories}`,
  );
}

function nameWords(name: SignalName, want: FindQuestion['want']): string {
  switch (name.by) {
    case 'id':
      return name.id;
    case 'link':
      return name.url;
    case 'number':
      // A longer number without the sign would be a word.
      return name.number < 100 ? String(name.number) : `#${name.number}`;
    case 'words':
      // What divides two signals, or asks for another chart, is meant literally within quotes.
      return want === 'chart' || (want === 'compare' && name.words.split(' ').some((word) => DIVIDER.test(word)))
        ? `"${name.words}"`
        : name.words;
  }
}

const limitWord = ({ limit }: { limit: number }) => (limit === DASHBOARD_LIMIT.default ? null : String(limit));

const quoteIf = (text: string, special: RegExp) => (special.test(text) ? `"${text.replaceAll('"', '')}"` : text);

const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null && part !== '').join(' ');
