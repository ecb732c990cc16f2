interface Degree {
  weight: number;
  words: RegExp;
}

/** Severity lexicon, worst first. */
const DEGREES: readonly Degree[] = [
  {
    weight: 1,
    words:
      /\b(?:data ?loss|los(?:e|es|ing|t) (?:\w{1,12} ){0,2}(?:data|work|files?|orders?|messages?)|data (?:is|are|was|were|gets?|got) (?:lost|gone)|corrupt(?:s|ed|ion)?|security (?:hole|issue|vulnerability)|vulnerab\w{2,8}|outage|(?:production|prod) (?:is |was |went )?down|leak(?:s|ed|ing)? (?:secrets?|credentials?|tokens?|data))\b/i,
  },
  {
    weight: 0.8,
    words:
      /\b(?:crash(?:es|ed|ing)?|segfault\w{0,3}|panics?|hangs?|deadlocks?|freezes?|frozen|block(?:s|ed|er|ing)|unusable|regression|broke(?:n)?|breaks|out of memory|oom|killed|downtime|incident)\b/i,
  },
  {
    weight: 0.6,
    words:
      /\b(?:fail(?:s|ed|ing|ure|ures)?|errors?|exceptions?|timed? ?outs?|wrong|stuck|loses|missing|stale|leak(?:s|ed|ing)?|flaky|intermittent(?:ly)?|denied|refused)\b/i,
  },
  {
    weight: 0.4,
    words:
      /\b(?:slow|annoying|painful|confusing|tedious|workaround|unreliable|frustrat\w{3,6}|waste[sd]?|expensive|noisy|clumsy|manual(?:ly)?|(?:high|heavy|excessive|huge|too much|lots? of|\d{1,4} ?(?:%|[gm]b)(?: of)?) (?:ram|memory|cpu|gpu))\b/i,
  },
];

/** Severity of a post without any trouble word. */
export const MILDEST = 0.2;
const INSISTENCE =
  /\b(?:still (?:not|isn't|broken|happens|an issue)|for (?:months|years|weeks)|every (?:single )?(?:day|time|morning|week|release)|again and again|nobody|everyone|whole team|all (?:our )?users|customers?)\b/i;
const INSISTENCE_ADDS = 0.15;

/** Severity of a post, 0-1: its worst word, plus a little for insistence. */
export function severityOf(title: string | null, text: string): number {
  const post = `${title ?? ''}\n${text}`;
  const worst = DEGREES.find((degree) => degree.words.test(post))?.weight ?? MILDEST;
  return Math.min(1, INSISTENCE.test(post) ? worst + INSISTENCE_ADDS : worst);
}
