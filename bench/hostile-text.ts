import { parseCommandOrText } from '../handlers/commands/natural-language/command-or-text.ts';
import { parseNaturalLanguage } from '../handlers/commands/natural-language/parse-natural-language.ts';
import { topicOfQuestion } from '../handlers/commands/natural-language/understand.ts';
import { parseMessage } from '../handlers/conversation/find-related.ts';
import { parseExcerpts } from '../packages/client/src/mcp/parse-excerpts.ts';
import { SEMANTIC_QUERY_LENGTH } from '../packages/contract/src/limits.ts';
import { type BriefInput, writeBrief } from '../packages/service/src/briefs/brief.ts';
import { classifyMacroArea } from '../packages/service/src/classify/macro-area.ts';
import { classifyPainType } from '../packages/service/src/classify/pain-type.ts';
import { RowBuilder } from '../packages/service/src/clustering/nearest-rows.ts';
import { countPostTerms } from '../packages/service/src/clustering/post-terms.ts';
import { splitSubjects } from '../packages/service/src/clustering/split-subjects.ts';
import { Vocabulary } from '../packages/service/src/clustering/vocabulary.ts';
import { preparePost } from '../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../packages/service/src/model/post.ts';
import { cleanTitle } from '../packages/service/src/naming/clean-title.ts';
import { isAboutTrouble, nameSignal } from '../packages/service/src/naming/index.ts';
import { matchingSentence } from '../packages/service/src/search/matching-sentence.ts';
import { parseQuery } from '../packages/service/src/search/query.ts';
import { scrub } from '../packages/service/src/text/scrub.ts';
import { documentOf } from '../packages/service/test/support/documents.ts';
import { figuresOf, NOW } from '../packages/service/test/support/figures.ts';
import { hostileText } from '../packages/service/test/support/hostile-text.ts';
import { seededRandom } from '../packages/service/test/support/seeded-random.ts';
import { median, printFigure } from './support/figure.ts';

/** What reading one hostile text of 100 KB costs, by each function that reads what strangers wrote: `node bench/hostile-text.ts [TEXTS]`. */

const TEXTS = Number(process.argv[2] ?? 10_000);
const WARM_UP = 200;
const LENGTH = 100_000;
const PROVIDERS = ['github', 'stackoverflow', 'jira'];
const TOPIC = 'Tray icon missing after login';
const NO_BACKGROUND = { documents: 1_000, documentFrequencies: new Map() };

const prepare = (body: string, provider: string, title = `a${body.slice(1)}`) =>
  preparePost(IncomingPost.parse({ ...{ provider, externalId: '1', createdAt: '2026-01-01T00:00:00Z' }, title, body }));
const asStored = (text: string, provider: string) => {
  const { title, text: body } = prepare(text, provider);
  return { title, text: body, author: null, provider, repository: null, createdAt: 0 };
};
type Stored = ReturnType<typeof asStored>;
/** Posts that share the text between them and agree on what fails, so that a name and a brief are written. */
const asSignal = (text: string, provider: string, posts: number) =>
  Array.from({ length: posts }, (_, at) => {
    const part = text.slice((at * text.length) / posts, ((at + 1) * text.length) / posts);
    const { title, text: body } = prepare(part, provider, `${TOPIC} ${part.slice(0, 200)}`);
    return documentOf(at, { title, text: body, provider, repository: 'acme/widgets' });
  });
type Posts = ReturnType<typeof asSignal>;

const SCORE: BriefInput['signal']['score'] = {
  ...{ signalId: 'signal', score: 50, growth: 0.5, riseP: 1, trending: false, emerging: false },
  scoreParts: { volume: 0.5, growth: 0.5, breadth: 0.5, severity: 0.5, recency: 0.5, confidence: 0.5, cap: 1 },
};
const subjectOf = (posts: Posts): BriefInput['signal'] => ({
  id: 'signal',
  description: { topic: TOPIC, summary: '', painType: null, macroArea: null, macroAreaConfidence: null },
  figures: figuresOf({ volume: posts.length, authors: posts.length }),
  score: SCORE,
});

function split(posts: Posts) {
  const vocabulary = new Vocabulary(NO_BACKGROUND.documents);
  const builder = new RowBuilder();
  for (const { title, text } of posts) {
    const terms = [...countPostTerms(title, text).keys()].map((term) => vocabulary.idOf(term));
    builder.add(terms, vocabulary.weights, terms.length);
  }
  const numbers = Int32Array.from(posts.keys());
  splitSubjects({
    ...{ rows: builder.build(vocabulary.size), groups: numbers.map(() => 0), documents: posts.map(() => 1) },
    ...{ together: numbers, saysPain: () => false, neighbours: 10, coherence: 0.1 },
  });
}

/** By what reaches them: a text of any length, or a post as it is stored. */
const OF_TEXT: Record<string, (text: string, provider: string) => unknown> = {
  'a post': prepare,
  'a post, secrets alone': scrub,
  'a title': (text) => cleanTitle(text, () => false),
  'a command': (text) => parseCommandOrText(text, 0),
  'a message': (text) => parseNaturalLanguage(text, 0),
  'a question': (text) => topicOfQuestion(text),
  'a shared message': parseMessage,
  'an answer over MCP': (text) =>
    parseExcerpts(
      { content: [{ type: 'text', text: `https://a${text}` }] },
      { signalId: '1', page: 0, size: 10, mode: 'summary' },
    ),
  'a search': (text) => parseQuery(text.slice(0, SEMANTIC_QUERY_LENGTH.max)),
};
const OF_STORED: Record<string, (post: Stored) => unknown> = {
  'a signal of one post, named': (post) => nameSignal([post], NO_BACKGROUND),
  'a post, its pain type': (post) => classifyPainType([post]),
  'a post, its area': (post) => classifyMacroArea([post]),
  'a post, whether it is about trouble': (post) => isAboutTrouble([post]),
  'a post, its matching sentence': ({ title, text }) => matchingSentence(title, [{ chunkId: '1', text }], ['token']),
};
const OF_SIX: Record<string, (posts: Posts) => unknown> = {
  'a signal of six posts, named': (posts) => nameSignal(posts, NO_BACKGROUND),
  'a signal of six posts, its brief': (posts) =>
    writeBrief({
      ...{ signal: subjectOf(posts), documents: posts, background: NO_BACKGROUND, now: NOW },
      newId: () => '1',
    }),
};

const SLOW_MS = 20;

function cpuMs(read: () => unknown): number {
  const before = process.threadCpuUsage();
  read();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const random = seededRandom(1);
const costs = new Map<string, { ms: number; of: string }[]>();
for (let index = -WARM_UP; index < TEXTS; index += 1) {
  const text = hostileText(random, LENGTH);
  const provider = PROVIDERS[Math.abs(index) % PROVIDERS.length] ?? '';
  const measure = (name: string, read: () => unknown) => {
    let ms = cpuMs(read);
    // Compiling and collecting garbage are not the text's, and come once.
    if (ms > SLOW_MS) ms = Math.min(ms, cpuMs(read), cpuMs(read));
    const cost = { ms, of: `${provider} ${JSON.stringify(text.slice(0, 24))}` };
    if (index >= 0) costs.set(name, (costs.get(name) ?? []).concat(cost));
  };
  for (const [name, read] of Object.entries(OF_TEXT)) measure(name, () => read(text, provider));
  const post = asStored(text, provider);
  for (const [name, read] of Object.entries(OF_STORED)) measure(name, () => read(post));
  const six = asSignal(text, provider, 6);
  for (const [name, read] of Object.entries(OF_SIX)) measure(name, () => read(six));
  if (index % 10 === 0) {
    const many = asSignal(text, provider, 60);
    measure('a signal of 60 posts, parted', () => split(many));
  }
}
for (const [name, measured] of costs) {
  const [slowest] = measured.sort((one, other) => other.ms - one.ms);
  const middle = median(measured.map(({ ms }) => ms)).toFixed(1);
  printFigure(
    `${name}, 100 KB, CPU ms: median ${middle}, slowest of ${TEXTS}`,
    slowest?.ms.toFixed(1) ?? '',
    'under 50',
  );
  console.log(`  ${slowest?.of}`);
}
