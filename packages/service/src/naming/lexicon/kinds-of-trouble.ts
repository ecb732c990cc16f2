import { isPlural } from './grammar.ts';

/** A kind of trouble that many posts tell, each in its own words. */
export interface KindOfTrouble {
  /** How a post tells it. */
  tells: RegExp;
  /** What is wrong with a subject; '' where the posts name none in common. */
  name(subject: string): string;
  /** How else it is called, where other signals have that name. */
  otherwise?(subject: string): readonly string[];
  /** 0-1: what a name keeps for saying what is true of nearly any trouble. */
  general?: number;
  /** Says too little of fewer than ten posts. */
  many?: boolean;
  /** The subject may be what tells it: "core-default.xml" is a list of settings. */
  ofItself?: RegExp;
  /** Where the subject must stand in headlines that tell it. */
  follows?(subject: string): RegExp;
  /** Read in headlines alone: further on in a post the same words say other things. */
  headlines?: boolean;
}

/** A name or several words: one common word is not enough of a subject for what can be said of anything. */
const NAMED = /\s|[\p{L}\d]\p{Lu}|\p{L}[.#]\p{L}/u;

const SETTINGS = /\b(?:default\.xml|propert(?:y|ies)|settings?|options?)\b/i;

/** A file that lists settings. */
const SETTINGS_FILE = /\.(?:xml|ya?ml|ini|toml|properties)$/i;

/** Told of a page of the web. */
const onTheWeb = (tells: string) =>
  new RegExp(
    `^(?=.*\\b(?:(?:web)?(?:pages?|sites?)|[a-z0-9-]{1,40}\\.(?:com|org|net|io|de|nl|fr))\\b).*(?:${tells})`,
    'i',
  );

const verb = (subject: string, one: string, many: string) => `${subject} ${isPlural(subject) ? many : one}`;

/** Characters below which a name is said in more words. */
const SHORT = 20;
const roomy = (name: string, inMoreWords: string) => (name.length < SHORT ? inMoreWords : name);

/** Put together where no title holds for most of the posts. */
export const KINDS_OF_TROUBLE: readonly KindOfTrouble[] = [
  {
    tells: /\bCVE\b|vulnerabilit|security fix/i,
    name: (subject) => `Outdated ${subject || 'dependencies'} with known vulnerabilities`,
  },
  {
    tells:
      /\b(?:upgrad\w+|bump\w*|outdated|newer version|latest version)\b|\bupdate\b.{0,60}\bto (?:v?\d+\.\d|the latest)/i,
    otherwise: (subject) =>
      subject === ''
        ? [
            'Old versions of tools and libraries still in use',
            'Tools and libraries lag behind their newest releases',
            'Third-party packages are out of date',
            'Newer releases of dependencies not yet used',
          ]
        : [],
    name: (subject) =>
      subject
        ? roomy(verb(subject, 'is outdated', 'are outdated'), `Outdated version of ${subject}`)
        : 'Dependencies are outdated',
  },
  {
    tells: /^(?:back-?)?port\b|\b(?:cherry-?pick\w*|back-?port\w*|ported|porting)\b/i,
    name: (subject) => `Changes not ported to ${subject || 'maintained branches'}`,
    follows: (subject) => new RegExp(`\\b(?:to|for|on) (?:the )?${subject.replace(/[^\p{L}\p{N} ]/gu, '.')}`, 'iu'),
    headlines: true,
  },
  {
    tells:
      /\btests?\b.{0,40}\b(?:fail\w*|flaky|broken|error)|\bfail\w*\b.{0,20}\btests?\b|\b(?:IT|Test)[A-Z]\w+.{0,60}\bfail/i,
    otherwise: (subject) => (subject === '' ? ['Failing or unstable tests', 'Test cases that break or time out'] : []),
    name: (subject) =>
      subject ? roomy(`${subject} tests fail`, `Failing tests for ${subject}`) : 'Tests fail or are flaky',
  },
  {
    tells:
      /\b(?:build|compil\w+|mvn|make)\b.{0,40}\b(?:fail\w*|error\w*|broken)|\bfail\w* to (?:build|compile)|\b(?:compil\w+|build) (?:error|failure)|\berrors? (?:compiling|building)|\b(?:mvn|maven|javadoc)\b.{0,60}\b(?:fail\w*|errors?|warnings?)\b|failed to execute goal/i,
    otherwise: (subject) =>
      subject === '' ? ['Source code does not build or compile', 'Compiling from source ends in errors'] : [],
    name: (subject) => (subject ? `${subject} build fails with errors` : 'Build fails with errors'),
  },
  { tells: /\bcrash\w*/i, name: (subject) => (subject ? verb(subject, 'crashes in use', 'crash in use') : '') },
  {
    tells: /\b(?:hangs?|hung|freez\w+|frozen|unresponsive|not respond\w*|stuck)\b/i,
    name: (subject) => (subject ? verb(subject, 'hangs or stops responding', 'hang or stop responding') : ''),
  },
  {
    tells: /\b(?:slow\w*|takes (?:too |very )?long|lag(?:s|gy|ging)?)\b/i,
    name: (subject) => (subject ? verb(subject, 'is too slow', 'are too slow') : ''),
  },
  {
    tells:
      /\b(?:slow\w*|performance(?! (?:flags?|mode|options?))|latency|tun(?:e|ing)|optimi[sz](?:e|ed|ing)|speed\w*|faster|contention)\b/i,
    name: (subject) => (subject ? `Poor performance of ${subject}` : ''),
  },
  {
    tells: /\b(?:leak\w*|out ?of ?memory\w*|OOM|memory (?:usage|use|consumption))\b/i,
    name: (subject) =>
      subject === '' || /\bmemory\b/i.test(subject)
        ? 'Memory use keeps growing'
        : verb(subject, 'uses too much memory', 'use too much memory'),
  },
  {
    tells: /\b(?:NPE|NullPointerException)\b/i,
    name: (subject) =>
      subject
        ? verb(subject, 'throws NullPointerException', 'throw NullPointerException')
        : 'NullPointerException in several places',
  },
  {
    tells:
      /\b(?:dead|broken|wrong|404|outdated|missing)\b.{0,20}\b(?:hyper)?links?\b|\b(?:hyper)?links?\b.{0,40}\b(?:dead|broken|404|wrong|not found|leads? to)\b|\b(?:update|fix|correct) .{0,20}\blinks?\b/i,
    name: (subject) => `Dead or wrong links in ${subject || 'help and web pages'}`,
  },
  {
    tells:
      /\b(?:(?:web ?)?pages?|(?:web ?)?sites?|pictures?|images?|contents?|videos?|[a-z0-9-]{1,40}\.(?:com|org|net|io|de|nl|fr))\b.{0,80}\b(?:not|n['’]t|never|no longer|fail\w*|blank|broken|missing|messed|damaged|empty|unusable|unsupported)\b|\b(?:blank|empty|broken|unusable)\b.{0,20}\bpages?\b/i,
    otherwise: (subject) =>
      subject === '' ? ['Websites are broken or hard to use', 'Sites look or work wrongly in the browser'] : [],
    name: (subject) =>
      NAMED.test(subject) && !/\b(?:page|site|website)s?\b/i.test(subject)
        ? `${subject}: web pages do not load or display correctly`
        : 'Web pages do not load or display correctly',
  },
  {
    tells: onTheWeb('\\bblank\\b'),
    name: (subject) => (subject === '' ? 'Web pages stay blank in the browser' : ''),
    otherwise: (subject) => (subject === '' ? ['Sites show nothing but a blank page'] : []),
  },
  {
    tells: onTheWeb(
      '\\b(?:render\\w*|layout|squished|stretched|distorted|overlap\\w*|messed|damaged|destroyed|(?:too|much) larger?|elements? (?:is |are )?missing)\\b',
    ),
    name: (subject) => (subject === '' ? 'Web pages are rendered wrongly or damaged' : ''),
  },
  {
    tells: onTheWeb(
      "\\b(?:buttons?|menus?|sections?|articles?|dropdowns?)\\b.{0,60}\\b(?:not|n['’]t|broken|inactive)\\b|(?:\\bnot|n['’]t) (?:open|expand|react|respond)\\b",
    ),
    name: (subject) => (subject === '' ? 'Buttons and menus of web pages do not react' : ''),
    headlines: true,
  },
  {
    tells: /\bscripts?\b.{0,60}\b(?:respond\w*|unresponsive|slow\w*|hangs?|CPU)\b|\bunresponsive script\b/i,
    name: (subject) => (subject === '' ? 'Scripts of web pages stop responding' : ''),
  },
  {
    tells:
      /\b(?:hard|difficult|impossible) to read\b|\b(?:hardly|barely|not|poorly) (?:visible|readable|legible)\b|\b(?:unreadable|illegible|contrast)\b/i,
    name: (subject) =>
      subject === '' ? 'Text and markings are hard to see or read' : `${subject} is hard to see or read`,
  },
  {
    tells:
      /\b(?:compiler|javac|javadoc|deprecation|unchecked|checkstyle|spotbugs|findbugs|lint)\b.{0,30}\bwarnings?\b|\bwarnings?\b.{0,30}\b(?:compil\w+|javac)\b/i,
    name: (subject) => (subject === '' ? 'Compiler warnings in the source code' : `Compiler warnings in ${subject}`),
  },
  {
    tells:
      /\bI?Test[A-Z]\w+.{0,80}\b(?:time ?outs?|tim(?:es|ing|ed) out)\b|\btests?\b.{0,60}\b(?:time ?outs?|tim(?:es|ing|ed) out)\b/i,
    name: (subject) => (subject === '' ? 'Tests run into timeouts' : `${subject} tests time out`),
  },
  {
    tells: /\b(?:log ?in|logins|logging in|sign ?in|signing in)\b/i,
    name: (subject) => (subject ? `${subject}: logging in does not work` : 'Logging in does not work'),
  },
  {
    tells:
      /\b(?:transitive|unused|exclude|remove|cut|excess\w*|unwanted)\b.{0,60}\bdependenc|\bdependenc\w+.{0,40}\b(?:transitive|excluded?|unused)/i,
    name: (subject) => (subject ? `Unwanted dependencies of ${subject}` : 'Unneeded dependencies on other libraries'),
  },
  {
    tells: /\b(?:metrics?|counters?|statistics)\b/i,
    name: (subject) => (NAMED.test(subject) ? `${subject} metrics are missing or inaccurate` : ''),
  },
  {
    tells: /\b(?:typos?|spelling|misspell\w*)\b/i,
    otherwise: (subject) =>
      subject === '' ? ['Typing errors in texts and documents', 'Misspelled words in help and documents'] : [],
    name: (subject) => `Spelling mistakes in ${subject || 'code and documentation'}`,
  },
  {
    tells: SETTINGS,
    name: (subject) => {
      if (subject === '') return '';
      return SETTINGS_FILE.test(subject)
        ? `Missing or wrong settings in ${subject}`
        : `${subject} settings are missing or wrong`;
    },
    otherwise: (subject) => (SETTINGS_FILE.test(subject) ? [`Settings missing from ${subject}`] : []),
    ofItself: SETTINGS_FILE,
    headlines: true,
  },
  {
    tells: /\b(?:document(?:ation|ed|s|ing)?|docs?|javadocs?|readme|guide|instructions)\b/i,
    name: (subject) => (subject === '' ? '' : `${subject} documentation is missing or wrong`),
    headlines: true,
  },
  {
    tells: /\b(?:logs?|logged|logging|debug)\b/i,
    name: (subject) => (subject === '' ? '' : `${subject} logging is incomplete or noisy`),
    headlines: true,
  },
  {
    tells: /\b(?:retr(?:y|ies|ied|ying|yable)|recoverable)\b/i,
    name: (subject) =>
      subject === '' ? '' : verb(subject, 'handles errors and retries wrongly', 'handle errors and retries wrongly'),
  },
  {
    tells:
      /\b(?:alpine|centos|debian|fedora|freebsd|mac ?os|openbsd|red ?hat|rhel|rocky|solaris|suse|ubuntu|windows) ?\d*\b/i,
    name: (subject) => (subject === '' ? '' : `${subject}: platforms not or poorly supported`),
    many: true,
    headlines: true,
  },
  {
    tells: /\b(?:support\w*|implement(?:ing|ed)?|collect\w*|aggregat\w+)\b/i,
    name: (subject) => (subject === '' ? '' : verb(subject, 'is only partly supported', 'are only partly supported')),
    many: true,
    headlines: true,
  },
  {
    tells: /\b(?:deprecated|deprecation)\b/i,
    name: (subject) => `Deprecated ${subject || 'API'} still used`,
    headlines: true,
  },
  {
    tells: /\b(?:unused|obsolete|superfluous|no longer (?:needed|used)|clean ?up|get rid of)\b/i,
    name: (subject) => (subject === '' ? '' : `Unused or obsolete code in ${subject}`),
    headlines: true,
  },
  {
    tells: /\b(?:replac\w+|instead of)\b/i,
    name: (subject) => (subject === '' ? '' : `${subject} still used where it should be replaced`),
    headlines: true,
  },
  {
    tells: /\b(?:lost|loses?|losing|disappear\w*|vanish\w*|gone)\b/i,
    name: (subject) => (subject === '' ? '' : verb(subject, 'gets lost or disappears', 'get lost or disappear')),
  },
  {
    tells:
      /^(?:[\w ]{1,20}: ?)?(?:add(?:ing)?|allow|enabl(?:e|ing)|extend|implement(?:ing)?|include|introduc(?:e|ing)|provid(?:e|ing)|support(?:ing)?|expose|set ?up)\b|\b(?:needs?|missing|should|lacks?|support|(?:no|add) (?:way|option))\b/i,
    name: (subject) => (subject ? `Missing features in ${subject}` : ''),
    general: 0.7,
    headlines: true,
  },
  {
    tells:
      /\b(?:(?<!(?:should|must|need|to) )not|(?<!should|must)n['’]t|no longer|never|broken|breaks?|fails?|failed|failing|failures?|unable|cannot|impossible|errors?|wrong\w*|crash\w*|invisible|blank)\b/i,
    name: (subject) => (subject ? `Various failures with ${subject}` : ''),
    general: 0.7,
    many: true,
  },
  {
    tells: /\S/,
    name: (subject) => (NAMED.test(subject) ? `Recurring problems with ${subject}` : ''),
    general: 0.6,
  },
];
