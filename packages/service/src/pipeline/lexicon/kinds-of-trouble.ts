import { isPlural } from '../plural.ts';

/** A kind of trouble that many posts tell, each in its own words. */
export interface KindOfTrouble {
  /** How a post tells it. */
  tells: RegExp;
  /** What is wrong with a subject; '' where the posts name none in common. */
  name(subject: string): string;
  /** 0-1: what a name keeps for saying what is true of nearly any trouble. */
  general?: number;
  /** Read in headlines alone: further on in a post the same words say other things. */
  headlines?: boolean;
}

/** A name or several words: one common word is not enough of a subject for what can be said of anything. */
const NAMED = /\s|[\p{L}\d]\p{Lu}|\p{L}[.#]\p{L}/u;

const verb = (subject: string, one: string, many: string) => `${subject} ${isPlural(subject) ? many : one}`;

/** Put together where no title holds for most of the posts. */
export const KINDS_OF_TROUBLE: readonly KindOfTrouble[] = [
  {
    tells: /\bCVE\b|vulnerabilit|security fix/i,
    name: (subject) => `Outdated ${subject || 'dependencies'} with known vulnerabilities`,
  },
  {
    tells: /\b(?:upgrad\w+|bump\w*|outdated|newer version|latest version)\b/i,
    name: (subject) => (subject ? verb(subject, 'is outdated', 'are outdated') : 'Dependencies are outdated'),
  },
  {
    tells: /^(?:back-?)?port\b|\b(?:cherry-?pick\w*|back-?port\w*|ported|porting)\b/i,
    name: (subject) => `Changes not ported to ${subject || 'maintained branches'}`,
    headlines: true,
  },
  {
    tells:
      /\btests?\b.{0,40}\b(?:fail\w*|flaky|broken|error)|\bfail\w*\b.{0,20}\btests?\b|\b(?:IT|Test)[A-Z]\w+.{0,60}\bfail/i,
    name: (subject) => (subject ? `${subject} tests keep failing` : 'Tests fail without a clear reason'),
  },
  {
    tells:
      /\b(?:build|compil\w+|mvn|make)\b.{0,40}\b(?:fail\w*|error\w*|broken)|\bfail\w* to (?:build|compile)|\b(?:compil\w+|build) (?:error|failure)|\berrors? (?:compiling|building)|\b(?:mvn|maven|javadoc)\b.{0,60}\b(?:fail\w*|errors?|warnings?)\b|failed to execute goal/i,
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
    tells: /\b(?:slow\w*|performance|latency|tun(?:e|ing)|optimi[sz]\w*|speed\w*|faster|contention)\b/i,
    name: (subject) => (subject ? `Poor performance of ${subject}` : ''),
  },
  {
    tells: /\b(?:leak\w*|out of memory|OOM|memory (?:usage|consumption))\b/i,
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
      /\b(?:dead|broken|wrong|404|outdated|missing)\b.{0,20}\b(?:hyper)?links?\b|\b(?:hyper)?links?\b.{0,40}\b(?:dead|broken|404|wrong|not found|leads? to)\b/i,
    name: (subject) => `Dead or wrong links in ${subject || 'help and web pages'}`,
  },
  {
    tells:
      /\b(?:(?:web ?)?pages?|(?:web ?)?sites?|pictures?|images?|contents?|videos?|[a-z0-9-]+\.(?:com|org|net|io|de|nl|fr))\b.{0,80}\b(?:not|n['’]t|never|no longer|fail\w*|blank|broken|missing|messed|damaged|empty|unusable|unsupported)\b|\b(?:blank|empty|broken|unusable)\b.{0,20}\bpages?\b/i,
    name: (subject) =>
      NAMED.test(subject) && !/\b(?:page|site|website)s?\b/i.test(subject)
        ? `${subject}: web pages do not load or display correctly`
        : 'Web pages do not load or display correctly',
  },
  {
    tells:
      /\b(?:transitive|unused|exclude|remove|cut|excess\w*|unwanted)\b.{0,60}\bdependenc|\bdependenc\w+.{0,40}\b(?:transitive|excluded?|unused)/i,
    name: (subject) => (subject ? `Unwanted dependencies of ${subject}` : ''),
  },
  {
    tells: /\b(?:metrics?|counters?|statistics)\b/i,
    name: (subject) => (NAMED.test(subject) ? `${subject} metrics are missing or inaccurate` : ''),
  },
  {
    tells: /\b(?:typos?|spelling|misspell\w*)\b/i,
    name: (subject) => `Spelling mistakes in ${subject || 'code and documentation'}`,
  },
  {
    tells: /\b(?:default\.xml|propert(?:y|ies)|settings?|options?)\b/i,
    name: (subject) => (subject === '' ? '' : `${subject} settings are missing or wrong`),
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
    tells: /\b(?:replac\w+|deprecat\w+|instead of|unused|clean ?up|get rid of)\b/i,
    name: (subject) => (subject === '' ? '' : `${subject} still used where it should be replaced`),
    headlines: true,
  },
  {
    tells: /\b(?:lost|loses?|losing|disappear\w*|vanish\w*|gone)\b/i,
    name: (subject) => (subject === '' ? '' : verb(subject, 'gets lost or disappears', 'get lost or disappear')),
  },
  {
    tells:
      /^(?:add|allow|enable|extend|implement|include|introduce|provide|support|expose)\b|\b(?:needs?|missing|should|lacks?|support|(?:no|add) (?:way|option))\b/i,
    name: (subject) =>
      NAMED.test(subject) ? verb(subject, 'lacks features that people need', 'lack features that people need') : '',
    general: 0.7,
    headlines: true,
  },
  {
    tells: /\S/,
    name: (subject) => (NAMED.test(subject) ? `Recurring problems with ${subject}` : ''),
    general: 0.6,
  },
];
