/** The slash command that manifest.yml registers. */
export const COMMAND = '/pain';

export const COMMAND_GROUPS = ['Find', 'Look closer', 'Share and be told', 'The app'] as const;

export interface Subcommand {
  name: SubcommandName;
  aliases: readonly string[];
  group: (typeof COMMAND_GROUPS)[number];
  usage: string;
  description: string;
  example: string;
  options?: string;
}

export const SUBCOMMAND_NAMES = [
  'trending',
  'emerging',
  'top',
  'search',
  'ask',
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

/** One table for the parser, help and usage hints. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'trending',
    aliases: ['trend', 'trends', 'hot', 'rising', 'growing'],
    group: 'Find',
    usage: 'trending [1-10]',
    description: 'what grows fastest, significant increases only',
    example: 'trending 5',
  },
  {
    name: 'emerging',
    aliases: ['emerge', 'new', 'newest', 'early', 'newcomers'],
    group: 'Find',
    usage: 'emerging [under MENTIONS] [above GROWTH]',
    description: 'small signals that start to rise',
    example: 'emerging under 50 above 1.5',
  },
  {
    name: 'top',
    aliases: ['best', 'biggest', 'worst', 'highest', 'most', 'ranking'],
    group: 'Find',
    usage: 'top [1-10] [by score|growth|volume]',
    description: 'the heaviest of all',
    example: 'top by growth',
  },
  {
    name: 'search',
    aliases: ['find', 'filter'],
    group: 'Find',
    usage: 'search [WORDS] [type:] [area:] [owner:] [min:] [repos:] [sort:]',
    description: 'signals by words and filters; alone, a dialog with all of them',
    example: 'search tests type:bug min:40 sort:volume',
    options:
      'type:bug|feature|complaint|question  area:auth  owner:acme  min:40  repos:2  sort:score|growth|rising|volume|recent  order:asc',
  },
  {
    name: 'ask',
    aliases: ['question', 'semantic', 'like'],
    group: 'Find',
    usage: 'ask QUESTION',
    description: 'signals by meaning, in your own words',
    example: 'ask why do logins break on mobile?',
  },
  {
    name: 'signal',
    aliases: ['show', 'open', 'detail', 'details', 'get', 'id'],
    group: 'Look closer',
    usage: 'signal NUMBER, WORDS, ID or LINK',
    description: 'one signal in full',
    example: 'signal 3',
  },
  {
    name: 'why',
    aliases: ['explain', 'reason'],
    group: 'Look closer',
    usage: 'why SIGNAL',
    description: 'what changed about a signal, with the posts behind it',
    example: 'why 1',
  },
  {
    name: 'chart',
    aliases: ['graph', 'plot', 'diagram', 'picture', 'timeline', 'history'],
    group: 'Look closer',
    usage: 'chart SIGNAL [timeline|history|sources] [7|30|90|180|365]',
    description: 'one signal as a picture: mentions a day, score by night, or where it was said',
    example: 'chart 3 history 90',
  },
  {
    name: 'evidence',
    aliases: ['proof', 'quotes', 'quote', 'posts', 'sources'],
    group: 'Look closer',
    usage: 'evidence SIGNAL',
    description: 'what people wrote, in their own words',
    example: 'evidence 3',
  },
  {
    name: 'brief',
    aliases: ['opportunity', 'pitch'],
    group: 'Look closer',
    usage: 'brief SIGNAL',
    description: 'who is hurt, what they do about it, what could be built',
    example: 'brief 3',
  },
  {
    name: 'briefs',
    aliases: ['opportunities', 'ideas'],
    group: 'Find',
    usage: 'briefs [AREA]',
    description: 'opportunity briefs of all areas or one, most demand first',
    example: 'briefs databases',
  },
  {
    name: 'compare',
    aliases: ['versus', 'vs', 'diff', 'comparison'],
    group: 'Look closer',
    usage: 'compare SIGNAL vs SIGNAL',
    description: 'which of two is worse, grows faster, is broader',
    example: 'compare 1 vs 3',
  },
  {
    name: 'share',
    aliases: ['post', 'send'],
    group: 'Share and be told',
    usage: 'share SIGNAL',
    description: 'a dialog to share one signal in any channel, with a note',
    example: 'share 3',
  },
  {
    name: 'digest',
    aliases: ['weekly', 'newsletter', 'schedule', 'subscribe'],
    group: 'Share and be told',
    usage: 'digest [pause | resume]',
    description: 'the weekly digest of this channel: set it up, look at it first, pause it, send it',
    example: 'digest',
  },
  {
    name: 'watch',
    aliases: ['alert', 'notify', 'follow'],
    group: 'Share and be told',
    usage: 'watch SIGNAL, WORDS or AREA [when growth over 1 | score over 70 | new] [here]',
    description: 'tells you, or with `here` this channel, when it happens',
    example: 'watch 3 when score over 70',
    options: 'when growth over 1|score over 70|new  for me|here  and for a search type: area: owner: min: repos:',
  },
  {
    name: 'watches',
    aliases: ['alerts', 'watching', 'subscriptions'],
    group: 'Share and be told',
    usage: 'watches',
    description: 'what is watched for you and for this channel, to adjust or stop',
    example: 'watches',
  },
  {
    name: 'hide',
    aliases: ['dismiss', 'ignore'],
    group: 'The app',
    usage: 'hide SIGNAL',
    description: "hide a signal that isn't useful in this workspace",
    example: 'hide 3',
  },
  {
    name: 'hidden',
    aliases: ['unhide', 'ignored'],
    group: 'The app',
    usage: 'hidden',
    description: 'the signals this workspace has hidden, to show them again',
    example: 'hidden',
  },
  {
    name: 'status',
    aliases: ['health', 'version', 'about', 'info'],
    group: 'The app',
    usage: 'status',
    description: 'whether the service answers, how old its figures are, what is left of the budget',
    example: 'status',
  },
  {
    name: 'settings',
    aliases: ['config', 'configure', 'preferences', 'options', 'setup'],
    group: 'The app',
    usage: 'settings',
    description: 'default area and channel, who may change things, what was changed',
    example: 'settings',
  },
  {
    name: 'connect',
    aliases: ['key', 'apikey', 'api-key', 'login'],
    group: 'The app',
    usage: 'connect',
    description: 'the API key this workspace asks the service with',
    example: 'connect',
  },
  {
    name: 'help',
    aliases: ['?', 'commands', 'usage', '-h', '--help'],
    group: 'The app',
    usage: 'help',
    description: 'this list',
    example: 'help',
  },
];

/** The bot's name in the workspace, as manifest.yml registers it. */
export const BOT_NAME = 'painsignals';
