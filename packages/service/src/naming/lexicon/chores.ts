import { TROUBLE } from './phrasing.ts';

/** Words of a request and, in order of use, how what it asks for reads as what is wrong. `it` is what the request is about. */
export interface Chore {
  asks: RegExp;
  pain(it: string, rest: string): string;
}

/** Ends what a request is about: what follows says why or how, not what. */
const REASON = '(?: (?:so that|in order to|because|to (?=\\p{Ll})|by \\p{Ll}+ing|due to|as per)\\b.*)?';
const LEADS = '(?:(?:a )?lots? of |all(?: of)? the |all |any |an? |the |some |several |new |more |missing )*';
const IT = `${LEADS}(?!(?:to|into|from|in|of|on|for|with|by)\\b)(.+?)`;

const request = (verbs: string, pain: Chore['pain']): Chore => ({
  asks: new RegExp(`^(?:${verbs}) ${IT}${REASON}$`, 'iu'),
  pain,
});

const whole = (verbs: string, pain: Chore['pain']): Chore => ({
  asks: new RegExp(`^(?:${verbs})(?:(?<=\\s)|\\s)${LEADS}(.+)$`, 'iu'),
  pain,
});

/** Asked for as "Verb it": what is wrong is that it is "not verbed". */
const UNDONE: readonly (readonly [verbs: string, done: string])[] = [
  ['implement(?:ing)?', 'implemented'],
  ['publish', 'published'],
  ['expose', 'exposed'],
  ['document', 'documented'],
  ['include', 'included'],
  ['enable|turn on', 'enabled'],
  ['handle', 'handled'],
  ['skip', 'skipped'],
  ['set ?up', 'set up'],
  ['set', 'set'],
  ['log', 'logged'],
  ['report', 'reported'],
  ['show|display', 'shown'],
  ['return', 'returned'],
  ['print', 'printed'],
  ['run', 'run'],
  ['check|verify', 'checked'],
  ['validate', 'validated'],
  ['back[- ]?port(?: of)?:?|cherry[- ]?pick', 'backported'],
  ['port', 'ported'],
  ['exclude', 'excluded'],
  ['pin', 'pinned'],
  ['release', 'released'],
  ['rename', 'renamed'],
  ['migrate|convert', 'migrated'],
  ['move', 'moved'],
  ['propagate', 'propagated'],
  ['restore', 'restored'],
  ['respect|honou?r', 'respected'],
  ['use|utili[sz]e|adopt', 'used'],
  ['tune|optimi[sz]e|speed up', 'optimised'],
];

/** Where, when or for what something is to be done. */
const CIRCUMSTANCE = /(?: (?:in|on|for|by|as|if|when|while|during|within) \S.*)?$/u;

/** "CI not run for forks" rather than "CI for forks not run". */
function undone(it: string, so: string): string {
  const [circumstance = ''] = CIRCUMSTANCE.exec(it) ?? [];
  return `${it.slice(0, it.length - circumstance.length)} ${so}${circumstance}`;
}

const VULNERABLE = /\bCVE\b|vulnerab|security/i;

const outdated = (it: string, rest: string): string => {
  const name = it.replace(/ (?:versions?|dependency|dependencies|library)$/i, '');
  if (VULNERABLE.test(rest)) return `Outdated ${name} with known vulnerabilities`;
  return /\b(?:and|or)\b|\w{3}s$|,/.test(name) ? `Outdated ${name}` : `Outdated ${name} version`;
};

/** Is a fault by itself. */
const FAULT =
  /\b(?:errors?|exceptions?|fail\w*|leak\w*|NPEs?|contention|races?|deadlocks?|crash\w*|duplicat\w*|warnings?|overflows?|time ?outs?|overhead|unnecessary|needless|stuck|hang\w*|los[st]\w*)\b/i;

/** Read in this order; the first that fits speaks. */
export const CHORES: readonly Chore[] = [
  {
    asks: /^use (.+?) (?:instead of|rather than|in place of|over) (.+)$/iu,
    pain: (wanted, used) => `${used} used instead of ${wanted}`,
  },
  {
    asks: /^replace (?:the )?(.+?) (?:with|by) (.+)$/iu,
    pain: (used, wanted) => `${used} still used instead of ${wanted}`,
  },
  {
    asks: /^(?:upgrade|bump(?: up)?|update)(?: to)? (?:the )?(.+? (?:year|copyright|docs?|documentation|readme|javadocs?|website|links?|name)|(?:description|documentation|docs?|comments?|javadocs?) (?:of|for|in) \S+|year)(?: .*)?$/iu,
    pain: (it) => `${it} is not up to date`,
  },
  {
    asks: /^(?:upgrade|bump(?: up)?|update)(?: to)? (?:the )?(?!(?:of|to|from|in|on|for|with|by|fails?|breaks?|broke)\b)(.+?)((?: (?:to|from|in|on|with|due|because|for|by|as|after|when|since)\b.*)?)$/iu,
    pain: outdated,
  },
  {
    asks: /^(.+?)(?<!\band|\bor|,) (?:improvements?|optimi[sz]ations?|enhancements?)$/iu,
    pain: (it) => `${it} needs improvement`,
  },
  whole(
    'add(?:ed|ing)? ability to|add(?:ed|ing)? (?:a )?way to|allow to|make it possible to',
    (it) => `No way to ${it}`,
  ),
  { asks: /^(?:[Aa]llow|[Ll]et) (.+?) to (\p{Ll}+)$/u, pain: (who, does) => `${who} cannot ${does}` },
  { asks: /^[Aa]llow (.+?) to (\p{Ll}.+)$/u, pain: (who, does) => `${who} cannot ${does}` },
  whole('allow|permit', (it) => `${it} not possible`),
  whole(
    'support(?:ing)? for|support(?:ing)?|add(?:ed|ing)? (?:(?:initial|basic|full|native|better) )?support (?:for|of)',
    (it) => `No support for ${it}`,
  ),
  {
    asks: /^(?:remove|drop|delete|decommission|deprecate) (?:the |an? )?(.+?)(?: [-–—]|[,:]) (?:it is |they are )?(no longer (?:needed|used|supported|maintained)|unused|obsolete)\b.*$/iu,
    pain: (it, so) => `${it} ${so} but still present`,
  },
  { asks: /^(?:remove|drop|delete) (?:the |an? )?(.+?) from (.+)$/iu, pain: (it, place) => `${it} still in ${place}` },
  whole(
    '(?:remove|reduce|avoid|eliminate|prevent|minimi[sz]e) (?=(?:\\S+ ){0,2}(?:contention|deadlocks?|race|overhead|bottlenecks?|leaks?|warnings?|errors?|duplicat\\w+|latency|synchroni[sz]ation))(?:the )?',
    (it) => it,
  ),
  request('remove|drop|delete|clean ?up|get rid of', (it) => undone(it, 'still present')),
  {
    asks: /^make (?:the )?(.+?) (\p{Ll}+able|optional|asynchronous|async|public|final|consistent|faster|idempotent)$/iu,
    pain: (it, so) => `${it} not ${so}`,
  },
  whole('avoid', (it) => (FAULT.test(it) || /^\p{L}+ing\b/u.test(it) ? it : `Needless ${it}`)),
  whole('prevent|stop', (it) => it),
  whole('ensure that|make sure that|guarantee that|ensure|make sure|guarantee', (it) => `No guarantee that ${it}`),
  request('disable|turn off', (it) => undone(it.replace(/ by default$/i, ''), 'still enabled')),
  { asks: /^increase (?:the )?(.+?)(?: (?:to|from|so|in order)\b.*)?$/iu, pain: (it) => `${it} too low` },
  {
    asks: /^(?:reduce|decrease|lower) (?:the )?(.+?)(?: (?:to|from|so|in order|by)\b.*)?$/iu,
    pain: (it) => `${it} too high`,
  },
  request('improve|enhance', (it) => `${it} needs improvement`),
  request('refactor|rework', (it) => `${it} needs refactoring`),
  request('simplify', (it) => `${it} too complicated`),
  { asks: /^exclude (?:the |an? )?(.+?) from (.+)$/iu, pain: (it, place) => `${it} not excluded from ${place}` },
  ...UNDONE.map(([verbs, done]) => request(verbs, (it) => undone(it, `not ${done}`))),
  whole('fix(?:es|ed|ing)?|correct|resolve[sd]?', (it) =>
    TROUBLE.test(it) || /^(?:bugs?|issues?|problems?)\b/i.test(it) ? it : `Broken ${it}`,
  ),
  {
    asks: /^(?:[Aa]dd(?:ed|ing)?|[Ii]ntroduce|[Pp]rovide|[Cc]reate|[Ii]nclude) (?:an? |the |some |new |more |missing )*(.+?) (?:in|into|to) (?:the )?((?=\p{Lu}|\S*[.\p{Lu}-]).+)$/u,
    pain: (it, place) => `Missing ${it} in ${place}`,
  },
  {
    asks: /^add(?:ed|ing)? (?:an? |the |some |new |more |missing )*(.+?) (?:in|into|to) ((?:the )?(?:\S+ ){0,2}(?:answers?|builds?|dialog|docs?|documentation|files?|index|lists?|logs?|menu|modules?|pages?|releases?|site|tables?|toolbar|trunk))$/iu,
    pain: (it, place) => `Missing ${it} in ${place}`,
  },
  {
    asks: /^((?!(?:no|add|lacks?|broken|drop|end|discontinue|issues?|problems?|customer|tech)\b)\S+(?: \S+){0,3} support) ((?:for|in|of|on) .+)$/iu,
    pain: (it, place) => `No ${it} ${place}`,
  },
  {
    asks: /^((?!(?:no|lacks?|broken|drop|end|discontinue|issues?|problems?|customer|tech|user|better|initial)\b)[\w.+#-]+(?: [\w.+#-]+){0,2}?)(?: compile| runtime)? support$/iu,
    pain: (it) => `No support for ${it}`,
  },
  whole(
    'add(?:ed|ing)?(?! .* in(?:to)? (?:one|a single|the same) )|introduce|provide|create|implement',
    (it) => `Missing ${it}`,
  ),
];

/** What a subject is asked to do, in the style "Client to log the reason" and "Client should log the reason". */
export const ASKED_TO =
  /^((?!(?:how|when|where|what|why|if|need|able|unable|failed?|fails|failing|trying|try|want|way|option|ability|due|up|back|not|how|cannot)\b)[\w.()#'-]+(?: (?!(?:fails?|failed|unable|how|need(?:s|ed)?|able|trying|want(?:s|ed)?|way|option|ability|due|has|have|is|are|used|going|try|tries|attempts?|seems?)\b)[\w.()#'-]+){0,4}) to (not )?(support|log|use|skip|treat|add|expose|handle|report|allow|return|include|check|fail|retry|block|show|set|read|close|reject|accept|provide|implement|respect|honou?r|validate|raise|throw|warn|catch|determine|collect|need|have|be)\b(.*)$/iu;

export const SHOULD = /^(.+?) (?:should|must|ought to|shall) (not )?(\p{Ll}+)\b(.*)$/u;
