import { CHART_DAYS, CHART_KINDS } from './signal-query.ts';

/** The slash command that manifest.yml registers. */
export const COMMAND = '/pain';

export const COMMAND_GROUPS = ['Find', 'Look closer', 'Share and follow', 'Hide noise', 'The app'] as const;

export interface Subcommand {
  name: SubcommandName;
  aliases: readonly string[];
  group: (typeof COMMAND_GROUPS)[number];
  usage: string;
  description: string;
  example: string;
  /** The question when it is typed without anything else. */
  asks?: string;
  /** What else it takes, in mrkdwn. */
  options?: { title: string; text: string };
}

export const SUBCOMMAND_NAMES = [
  'trending',
  'emerging',
  'top',
  'search',
  'ask',
  'areas',
  'signal',
  'why',
  'chart',
  'evidence',
  'brief',
  'briefs',
  'compare',
  'share',
  'digest',
  'watch',
  'watches',
  'hide',
  'hidden',
  'status',
  'settings',
  'connect',
  'help',
] as const;
export type SubcommandName = (typeof SUBCOMMAND_NAMES)[number];

/** Asks which signal a command is about. */
const asksForSignal = (command: string): string =>
  `Which signal? For example: \`${COMMAND} ${command} 1\`, the number in your last list, or \`${COMMAND} ${command} oauth\`.`;

/** One table for the parser, help and usage hints. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'trending',
    aliases: ['trend', 'trends', 'hot', 'rising', 'growing'],
    group: 'Find',
    usage: 'trending [HOW MANY, 1-10]',
    description: 'what’s rising this week',
    example: 'trending 5',
  },
  {
    name: 'emerging',
    aliases: ['emerge', 'new', 'newest', 'early', 'newcomers'],
    group: 'Find',
    usage: 'emerging [max MENTIONS] [min PERCENT]',
    description: 'small but growing signals',
    example: 'emerging max 50 min 150%',
  },
  {
    name: 'top',
    aliases: ['best', 'biggest', 'worst', 'highest', 'most', 'ranking'],
    group: 'Find',
    usage: 'top [HOW MANY, 1-10] [by score|growth|mentions]',
    description: 'the top signals by score, growth or mentions',
    example: 'top by growth',
  },
  {
    name: 'search',
    aliases: ['find', 'filter'],
    group: 'Find',
    usage: 'search [WORDS] [FILTERS]',
    description: 'search by words and the filters below; on its own, opens a form',
    example: 'search tests type:bug min:40 sort:mentions',
    options: {
      title: 'Filters',
      text: '`type:bug` (or feature, complaint, question), `area:auth`, `except:frontend,bugs` to leave those out, `owner:acme` for the organization acme, `min:40` for a score of 40 or more, `repos:2` for 2 repositories or more, `days:30` for signals mentioned in the last 30 days, `sort:score` (or match, growth, mentions, latest), `order:asc` for the lowest first. `sort:rising` and `sort:cooling` show only signals that moved significantly',
    },
  },
  {
    name: 'ask',
    aliases: ['question', 'semantic', 'like'],
    group: 'Find',
    usage: 'ask QUESTION',
    description: 'ask in your own words',
    example: 'ask why do refresh tokens get lost?',
    asks: `What’s your question? For example: \`${COMMAND} ask why do refresh tokens get lost?\``,
  },
  {
    name: 'areas',
    aliases: ['categories'],
    group: 'Find',
    usage: 'areas',
    description: 'the areas, ranked by mentions this week',
    example: 'areas',
  },
  {
    name: 'signal',
    aliases: ['show', 'open', 'detail', 'details', 'get', 'id'],
    group: 'Look closer',
    usage: 'signal NUMBER, WORDS, ID or LINK',
    description: 'one signal in detail. Below, SIGNAL is any of these',
    example: 'signal 3',
    asks: asksForSignal('signal'),
  },
  {
    name: 'why',
    aliases: ['explain', 'reason'],
    group: 'Look closer',
    usage: 'why SIGNAL',
    description: 'why a signal is moving, as told in its newest posts',
    example: 'why 1',
    asks: asksForSignal('why'),
  },
  {
    name: 'chart',
    aliases: ['graph', 'plot', 'diagram', 'picture', 'timeline', 'history'],
    group: 'Look closer',
    usage: `chart SIGNAL [${CHART_KINDS.join('|')}] [${CHART_DAYS.join('|')}]`,
    description: 'a chart of mentions, score history or sources',
    example: 'chart 1 history 90',
    asks: asksForSignal('chart'),
  },
  {
    name: 'evidence',
    aliases: ['proof', 'quotes', 'quote', 'posts', 'sources'],
    group: 'Look closer',
    usage: 'evidence SIGNAL',
    description: 'the posts behind a signal',
    example: 'evidence 3',
    asks: asksForSignal('evidence'),
  },
  {
    name: 'brief',
    aliases: ['opportunity', 'pitch'],
    group: 'Look closer',
    usage: 'brief SIGNAL',
    description: 'the problem, its cost and who to talk to',
    example: 'brief 3',
    asks: asksForSignal('brief'),
  },
  {
    name: 'briefs',
    aliases: ['opportunities', 'ideas'],
    group: 'Find',
    usage: 'briefs [AREA]',
    description: 'all opportunity briefs, ranked by growth, number of people and recent mentions',
    example: 'briefs databases',
  },
  {
    name: 'compare',
    aliases: ['versus', 'vs', 'diff', 'comparison'],
    group: 'Look closer',
    usage: 'compare SIGNAL [vs SIGNAL]',
    description: 'two signals side by side',
    example: 'compare 1 vs 3',
    asks: `Which two signals? For example: \`${COMMAND} compare 1 vs 3\`, the numbers in your last list.`,
  },
  {
    name: 'share',
    aliases: ['post', 'send'],
    group: 'Share and follow',
    usage: 'share [brief] SIGNAL [here | in #CHANNEL]',
    description:
      'share a signal or its brief in any channel, with an optional note; add `here` to post it in this channel right away',
    example: 'share brief 3 here',
    asks: asksForSignal('share'),
  },
  {
    name: 'digest',
    aliases: ['weekly', 'newsletter', 'schedule', 'subscribe'],
    group: 'Share and follow',
    usage: 'digest [pause | resume]',
    description: 'set up, preview, pause, resume or send this channel’s weekly digest',
    example: 'digest',
  },
  {
    name: 'watch',
    aliases: ['alert', 'notify', 'follow'],
    group: 'Share and follow',
    usage: 'watch SIGNAL, WORDS or AREA [when growth over 50% | score over 70 | new] [here]',
    description: 'get a message when a signal meets the condition; add `here` to post it in this channel',
    example: 'watch 3 when score over 70',
    asks: `What should I watch? For example: \`${COMMAND} watch 3\`, \`${COMMAND} watch oauth\` or \`${COMMAND} watch 3 when score over 70\`.`,
    options: {
      title: 'Conditions',
      text: '`when growth over 50%`, `when score over 70` or `when new`. Add `here` to post alerts in this channel. Search filters work too.',
    },
  },
  {
    name: 'watches',
    aliases: ['alerts', 'watching', 'subscriptions'],
    group: 'Share and follow',
    usage: 'watches',
    description: 'your watches and this channel’s',
    example: 'watches',
  },
  {
    name: 'hide',
    aliases: ['dismiss', 'ignore'],
    group: 'Hide noise',
    usage: 'hide SIGNAL',
    description: 'hide a signal that isn’t useful, for everyone in this workspace',
    example: 'hide 3',
    asks: asksForSignal('hide'),
  },
  {
    name: 'hidden',
    aliases: ['unhide', 'ignored'],
    group: 'Hide noise',
    usage: 'hidden',
    description: 'see and restore hidden signals',
    example: 'hidden',
  },
  {
    name: 'status',
    aliases: ['health', 'version', 'about', 'info'],
    group: 'The app',
    usage: 'status',
    description: 'service health, data age and API requests left',
    example: 'status',
  },
  {
    name: 'settings',
    aliases: ['config', 'configure', 'preferences', 'options', 'setup'],
    group: 'The app',
    usage: 'settings',
    description: 'default area and channel, managers, settings history',
    example: 'settings',
  },
  {
    name: 'connect',
    aliases: ['key', 'apikey', 'api-key', 'login'],
    group: 'The app',
    usage: 'connect',
    description: 'this workspace’s API key',
    example: 'connect',
  },
  {
    name: 'help',
    aliases: ['?', 'commands', 'usage', '-h', '--help'],
    group: 'The app',
    usage: 'help',
    description: 'examples and all commands',
    example: 'help',
  },
];

/** What people do most, for those who have never used it. */
export const FIRST_EXAMPLES: readonly { text: string; does: string }[] = [
  { text: 'trending', does: 'what’s rising this week' },
  { text: 'signal 1', does: 'details of number 1 in your last list' },
  { text: 'evidence 1', does: 'the posts behind it' },
  { text: 'brief 1', does: 'the problem, its cost and who to talk to' },
  { text: 'search oauth', does: 'signals about OAuth' },
  { text: 'ask why do tests fail in CI?', does: 'ask in your own words' },
  { text: 'watch 1', does: 'get a DM when it grows' },
  { text: 'digest', does: 'a weekly summary in a channel' },
];

/** The bot's name in the workspace, as manifest.yml registers it. */
export const BOT_NAME = 'painsignals';
