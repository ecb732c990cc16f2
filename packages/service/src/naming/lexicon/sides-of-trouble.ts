/** One of several things that go wrong with a subject, as a name lists them: "Uploads: lost files and poor performance". */
export interface SideOfTrouble {
  /** How a post tells it. */
  tells: RegExp;
  /** What goes wrong, in the plural. */
  named: string;
  /** Said of anything: another side of nearly as many posts goes before it. */
  vague?: boolean;
  /** Something is not there or not as it should be, though nothing fails. */
  lack?: boolean;
  /** Says that something is to be done: of no name can it be said that it tells this. */
  chore?: boolean;
  /** Not counted where a headline says something more of what goes wrong. */
  alone?: boolean;
  /** Read in headlines alone: further on in a post the same words say other things. */
  headlines?: boolean;
}

export const SIDES_OF_TROUBLE: readonly SideOfTrouble[] = [
  {
    tells:
      /\btests?\b.{0,40}\b(?:fail\w*|flaky|broken|breaks?|errors?|time ?outs?|timing out)|\bfail\w*\b.{0,30}\btests?\b|\bI?Test[A-Z]\w+.{0,80}\b(?:fail\w*|flaky|NPE|time ?outs?|timing out|breaks?)|\b(?:fail\w*|break\w*|flaky)\b.{0,40}\bI?Test[A-Z]\w+/i,
    named: 'failing tests',
  },
  {
    tells:
      /\b(?:build\w*|compil\w+|mvn|make|link\w*)\b.{0,40}\b(?:fail\w*|errors?|broken|unable)|\b(?:fail\w*|unable) to (?:build|compile|link)|\b(?:compil\w+|build) (?:error|failure)/i,
    named: 'failing builds',
  },
  { tells: /\bcrash\w*|\bseg(?:mentation )?fault|\bcore dump/i, named: 'crashes' },
  { tells: /\b(?:hangs?|hung|freez\w+|frozen|unresponsive|not respond\w*|stuck|dead ?locks?\w*)\b/i, named: 'hangs' },
  { tells: /\b(?:time ?outs?|tim(?:es|ed|ing) out)\b/i, named: 'timeouts' },
  {
    tells:
      /\b(?:slow\w*|performan\w+(?! (?:flags?|mode|options?))|latency|tun(?:e|ing)|optimi[sz](?:e|ed|ing)|speed\w*|faster|contention|overhead|bottleneck|lag(?:s|gy|ging)?|accelerate\w*)\b/i,
    named: 'poor performance',
    lack: true,
  },
  {
    tells: /\b(?:leak\w*|out ?of ?memory\w*|OOM|memory (?:usage|use|consumption|fragmentation))\b/i,
    named: 'excessive memory use',
  },
  { tells: /\b(?:race conditions?|concurren\w+|thread[- ]safe\w*|synchroni[sz]ation)\b/i, named: 'race conditions' },
  { tells: /\b(?:lost|loses?|losing|gone|disappear\w*|vanish\w*|corrupt\w*|data loss)\b/i, named: 'lost data' },
  { tells: /\b(?:log ?in|sign ?in|log on|authenticat\w+|unauthori[sz]ed|password)\b/i, named: 'failed logins' },
  { tells: /\b(?:permission denied|access denied|forbidden|403)\b/i, named: 'denied access' },
  { tells: /\b(?:retr(?:y|ies|ied|ying|yable)|recover\w*)\b/i, named: 'wrong retries' },
  { tells: /\b(?:NPE|NullPointer\w*|\w+Exceptions?|exceptions?)\b/i, named: 'unexpected exceptions' },
  { tells: /\b(?:CVE|vulnerabilit\w+)\b/i, named: 'known vulnerabilities' },
  {
    tells: /\b(?:upgrad\w+|bump\w*|outdated|newer version|latest version)\b|\bupdate\b.{0,60}\bto (?:v?\d|the latest)/i,
    named: 'outdated versions',
    lack: true,
  },
  {
    tells: /^(?:back-?)?port\b|\b(?:cherry-?pick\w*|back-?port\w*|ported|porting)\b/i,
    named: 'unported changes',
    lack: true,
    headlines: true,
  },
  {
    tells:
      /\b(?:dead|broken|wrong|404)\b.{0,20}\b(?:hyper)?links?\b|\b(?:hyper)?links?\b.{0,40}\b(?:dead|broken|404|wrong|not found|old|outdated)\b|\b(?:update|fix|correct|replace) .{0,30}\b(?:hyper)?links?\b|\blinks? (?:of|to|in) .{0,40}\bold\b/i,
    named: 'dead links',
  },
  { tells: /\b(?:typos?|spelling|misspell\w*)\b/i, named: 'spelling mistakes', headlines: true },
  {
    tells: /\b(?:document(?:ation|ed|s|ing)?|docs|readme|guide|instructions)\b/i,
    named: 'missing documentation',
    lack: true,
    headlines: true,
  },
  {
    tells: /\b(?:metrics?|counters?|statistics|stats|iostatistics)\b/i,
    named: 'missing metrics',
    lack: true,
    headlines: true,
  },
  {
    tells: /\b(?:add|more|missing|improve|unit) .{0,30}\btests?\b/i,
    named: 'missing tests',
    lack: true,
    headlines: true,
  },
  { tells: /\bwarn(?:ing)?s?\b/i, named: 'needless warnings', lack: true, headlines: true },
  {
    tells: /\b(?:logs?|logged|logging|(?:error )?messages?|print\w*)\b/i,
    named: 'unclear messages',
    lack: true,
    headlines: true,
  },
  {
    tells: /\b(?:config\w*|propert(?:y|ies)|settings?|options?|configurable)\b/i,
    named: 'missing settings',
    lack: true,
    headlines: true,
  },
  {
    tells: /\b(?:blank|empty|white) (?:\w+ )?(?:page|screen|window|menu)s?\b|\bshows? (?:a )?blank\b/i,
    named: 'blank pages',
  },
  {
    tells: /\b(?:wrong\w*|incorrect\w*|inconsisten\w+|mismatch\w*|misleading|buggy)\b/i,
    named: 'wrong results',
    headlines: true,
  },
  {
    tells:
      /\b(?:remov\w+|clean ?up|deprecat\w+|unused|obsolete|get rid of|replac\w+|instead of|no longer needed|migrat\w+)\b/i,
    named: 'obsolete code',
    lack: true,
    headlines: true,
  },
  {
    tells:
      /\b(?:(?<!(?:should|must|need|to) )not|(?<!should|must)n['’]t|no longer|never|broken|breaks?|fails?|failed|failing|failures?|unable|cannot|impossible|errors?|invisible)\b/i,
    named: 'failures',
    vague: true,
  },
  {
    tells:
      /^(?:[\w ]{1,20}: ?)?(?:add(?:ing)?|allow|enabl(?:e|ing)|extend|implement(?:ing)?|include|introduc(?:e|ing)|provid(?:e|ing)|support(?:ing)?|expose|make|create|set ?up|run|install|improve)\b|\b(?:to support|needs?|missing|lacks?|support|(?:no|add) (?:way|option)|ability to)\b/i,
    named: 'missing features',
    lack: true,
    vague: true,
    headlines: true,
  },
  {
    tells:
      /^(?:[\p{L}\p{N}][\w ./-]{0,24}[:-] ?)?(?:add|allow|analy[sz]e|appl(?:y|ies)|avoid|change|check|clean|clear|collect|convert|create|develop|disable|document|drop|enable|ensure|expose|extend|fix|handle|implement\w*|improve|include|increase|initial|integrat\w+|introduce|make|merge|migrate|move|optimi[sz]e|port|prevent|provide|publish|reduce|refactor|remove|rename|replace|report|retarget|return|revert|review|revisit|set|skip|split|stop|support\w*|switch|tune|update|upgrade|use|validate)\b|\b(?:should|must|to (?:always |not |also )?(?:support|use|be|have|add|collect|skip|allow|return|report|include|log|handle|take|indicate|publish|store|update|raise|downgrade))\b/iu,
    named: 'needed improvements',
    vague: true,
    lack: true,
    headlines: true,
    chore: true,
  },
];
