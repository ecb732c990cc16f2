import type { SignalDocument } from '../../model/signal.ts';
import { STOP_WORDS } from '../../text/tokenize.ts';
import { INSTRUCTION, RULES_OUT, TROUBLE } from '../lexicon/phrasing.ts';
import type { ReadDocument } from './read-documents.ts';

/** Small words of other languages that are written large where a sentence begins, or always, and are then taken for names. */
const FOREIGN_WORD_LIST = `
aber als also am an auch auf aus bei beim bin bis bitte da dann das dass dem den der des die dies diese dieser dieses doch du ein
eine einem einen einer eines er es für hat hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im ist ja kein keine können mit nach
nein nicht noch nur oder seit sich sie sind so über um und uns unter vom von vor wann warum was wenn wer wie wir wird wurde zu zum zur
au aux avec ce cette ces dans elle elles est et il ils je la le les leur lui mais merci moi ne nous on ou où par pas pour que qui
sa ses son sont sur tu un une vous
algo con como cuando de del donde el ella ellos en es esta este gracias las los muy más no nosotros para pero por porque que se
si sin su sus tú un una usted ustedes y ya yo
che chi ci come da dei della di dove gli grazie ho io lei loro ma mi nel noi non per più quando questo sono ti tra tuo voi
als dat de deze die dit een er geen het hij hoe ik in is je maar met naar niet nog of om ook op te van voor waar wat we wij zij zijn
`;

/** Lower case, as they stand inside a sentence. */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(FOREIGN_WORD_LIST.trim().split(/\s+/));

/** Share of the posts that must name a thing or a group for it to be part of the setting, and how many at least. */
const NAMED_BY = { things: 0.5, groups: 0.2, posts: 2 } as const;
/** A name that two of them share may be chance. */
const LEAST_NAMING = 3;
const MOST = { things: 3, groups: 2 } as const;
const FIRST_SENTENCES = 5;
const SHORTEST_NAME = 3;

/** From here on a place is where most were written. */
const MOST_WRITTEN = 0.5;

/** A name of one to three words inside a sentence: capitals that begin none, capitals within, or a component before a title. */
const NAME =
  /(?<=^|\n)\p{Lu}[\p{Lu}\p{N}]{2,9}(?=: )|(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{N}.]{1,19}(?: (?:\p{Lu}[\p{L}\p{N}]{1,19}|\d{1,2}(?![.\d]))){0,2}(?<!\.)(?![\p{L}\p{N}]|-\d)|\b\p{L}*\p{Ll}\p{Lu}\p{L}{1,15}\b/gu;
const NO_NAME =
  /^(?:ok|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?$|^(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|bug|note|error|warning|caused|file|line|status|please|thanks|steps|reproduce|version|release|exception|cve|[kmgt]i?b|https?|www|only|not|never|always|every|true|false|null|todo|etc)$/i;

/** Says what went wrong or which test told so, not what is involved. */
const OUTCOME = /(?:Exception|Error|Failure|Tests?)$|^I?Test(?=\p{Lu})/u;

/** Who is hurt, in the plural. "Users" says of nobody who they are. */
const GROUP =
  /\b(customers?|visitors?|shoppers?|subscribers?|teams?|colleagues?|developers?|engineers?|admins?|administrators?|operators?|testers?|reviewers?|maintainers?|contributors?|newcomers?|beginners?|juniors?|students?|auditors?|designers?|employees|patients?)\b/gi;

const CUSTOMARY = new Map([['administrator', 'admin']]);
const asGroup = (word: string) => {
  const one = word.toLowerCase().replace(/s$/, '');
  return `${CUSTOMARY.get(one) ?? one}s`;
};

/** Those that most posts name, the most named first. */
function mostNamed(
  named: readonly ReadonlySet<string>[],
  share: number,
  most: number,
  least: number = NAMED_BY.posts,
): string[] {
  const counts = new Map<string, number>();
  for (const word of named.flatMap((words) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= least && count >= share * named.length)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, most)
    .map(([word]) => word);
}

const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Repository, or provider where there is none: where a post was written. */
export const placeOf = ({ provider, repository }: SignalDocument): string => repository ?? provider;

/** Of several places; one alone stands with the counts. */
function mainPlace(documents: readonly ReadDocument[]): string {
  const places = new Set(documents.map(placeOf));
  const [place] = mostNamed(
    documents.map((document) => new Set([placeOf(document)])),
    MOST_WRITTEN,
    1,
  );
  return place === undefined || places.size === 1 ? '' : ` Most are from ${place}.`;
}

/** What a page or a program says is no name of what is involved. */
const QUOTED = /["“„«][^"“”„«»\n]{1,80}["”“»]/g;

/** A word that is capitalised now and then is no name: "the Request failed". */
function createNameTest(texts: readonly string[]): (name: string) => boolean {
  const words = texts.map((text) => new Set(text.match(/[\p{L}\p{N}]+/gu)));
  const holding = (word: string) => words.filter((held) => held.has(word)).length;
  const isName = (word: string) => !/^\p{Lu}\p{Ll}+$/u.test(word) || holding(word) > 2 * holding(word.toLowerCase());
  return (name) => name.split(' ').every(isName);
}

/** Sentences that tell the trouble; a step, or one that says where it works, names what is not to blame. */
const tellsTrouble = (sentence: string) =>
  TROUBLE.test(sentence) && !INSTRUCTION.test(sentence) && !RULES_OUT.test(sentence);

const FRAGMENT_BORDER = /\n|[.!?;]\s/;

/** Whether any post says that it works with a thing: what some rule out is not said of all. */
const isRuledOut = (name: string, documents: readonly ReadDocument[]) =>
  documents.some(
    ({ title, text }) =>
      text.includes(name) &&
      `${title ?? ''}\n${text}`
        .split(FRAGMENT_BORDER)
        .some((fragment) => fragment.includes(name) && RULES_OUT.test(fragment)),
  );

function involved(documents: readonly ReadDocument[], said: string): string {
  const places = documents.map(placeOf).join(' ');
  const known = `${said} ${places}`.toLowerCase();
  const texts = documents.map(({ title, prose }) =>
    [title ?? '', ...prose.slice(0, FIRST_SENTENCES).filter(tellsTrouble)].join('\n').replace(QUOTED, ' '),
  );
  const isName = createNameTest(texts);
  const isTelling = (name: string) =>
    name.length >= SHORTEST_NAME &&
    !NO_NAME.test(name) &&
    !OUTCOME.test(name) &&
    !name
      .toLowerCase()
      .split(' ')
      .some((word) => STOP_WORDS.has(word) || FOREIGN_WORDS.has(word)) &&
    !TROUBLE.test(name) &&
    !known.includes(name.toLowerCase()) &&
    isName(name);
  const names = texts.map((text) => new Set((text.match(NAME) ?? []).filter(isTelling)));
  const named = mostNamed(names, NAMED_BY.things, MOST.things, LEAST_NAMING).filter(
    (name) => !isRuledOut(name, documents),
  );
  const things = named.filter((name) => !named.some((other) => other !== name && ` ${other} `.includes(` ${name} `)));
  return things.length === 0 ? '' : ` Often involved: ${listed(things)}.`;
}

/** Named in a sentence that says what goes wrong: a mere "user" is hurt by nothing. */
function affected(documents: readonly ReadDocument[]): string {
  const groups = documents.map(
    ({ prose }) =>
      new Set(
        prose
          .filter((sentence) => TROUBLE.test(sentence))
          .flatMap((sentence) => (sentence.match(GROUP) ?? []).map(asGroup)),
      ),
  );
  const hurt = mostNamed(groups, NAMED_BY.groups, MOST.groups);
  return hurt.length === 0 ? '' : ` Affected: ${listed(hurt)}.`;
}

/** Where, with what and for whom, each as a sentence with a space before it; what most posts leave open is left out. `said` was said before. */
export const contextOf = (documents: readonly ReadDocument[], said: string): string[] => [
  affected(documents),
  involved(documents, said),
  mainPlace(documents),
];

/** Takes the setting off the end of a summary. */
export const withoutContext = (summary: string): string =>
  summary.replace(/ (?:Affected:|Often involved:|Most are from) .*$/, '');
