import { existsSync } from 'node:fs';
import { understand } from '../../handlers/commands/natural-language/understand.ts';
import { learnFrom, readExamples, readTitles, topicOf } from './learn.ts';
import { isUnderstood, missedIn, readPhrasings, said } from './phrasings.ts';

/**
 * How much is understood of writers that nothing was learned from: `node bench/language/measure.ts [AUTHOR…]`. Leaves out one author
 * at a time. With authors it prints what is missed of theirs.
 */

const FOLDER = new URL('../../test/handlers/conversation/', import.meta.url);
const ASKED = { show: 'ask', question: 'any', page: 0 } as const;

const examples = readExamples();
const titles = readTitles();
const chosen = process.argv.slice(2);
const authors = [...new Set(examples.map(({ author }) => author))].filter(
  (each) => chosen.length === 0 || chosen.includes(each),
);
const confusions = new Map<string, number>();
const sum = { examples: 0, intents: 0, topics: 0, both: 0, phrasings: 0, understood: 0 };

for (const author of authors) {
  const models = learnFrom([...examples.filter((each) => each.author !== author), ...titles]);
  const own = examples.filter((each) => each.author === author);
  const right = own.map((each) => {
    const { said, intent, isAboutSignal } = each;
    const found = understand(said.text, said.hasPeriod, ASKED, models);
    const isElse = found?.query.show === 'find' && found.query.otherwise !== undefined && !isAboutSignal;
    const isIntent = found?.intent === intent || isElse;
    const isTopic = found?.topic === topicOf(each);
    if (!isIntent) {
      const pair = `${intent} as ${found?.intent}`;
      confusions.set(pair, (confusions.get(pair) ?? 0) + 1);
    }
    if (chosen.length > 0 && !(isIntent && isTopic))
      console.log(`${said.text}: ${found?.intent} [${found?.topic}], not ${intent} [${topicOf(each)}]`);
    return { isIntent, isTopic };
  });
  const file = new URL(`${author}.txt`, FOLDER);
  const phrasings = existsSync(file) ? readPhrasings(file) : [];
  const understood = phrasings.filter((each) => isUnderstood(each, said, models));
  if (chosen.length > 0) console.log(missedIn(phrasings, said, models).join('\n'));
  const count = (is: (each: (typeof right)[number]) => boolean) => right.filter(is).length;
  const found = {
    examples: own.length,
    intents: count(({ isIntent }) => isIntent),
    topics: count(({ isTopic }) => isTopic),
    both: count((each) => each.isIntent && each.isTopic),
    phrasings: phrasings.length,
    understood: understood.length,
  };
  for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += found[name];
  print(author, found);
}
print('all', sum);
for (const [pair, count] of [...confusions].sort(([, one], [, other]) => other - one).slice(0, 25))
  console.log(`${String(count).padStart(4)} ${pair}`);

function print(author: string, { examples, intents, topics, both, phrasings, understood }: typeof sum): void {
  const share = (count: number, of: number) => (of === 0 ? '    -' : `${((100 * count) / of).toFixed(1)}%`.padStart(6));
  console.log(
    `${author.padEnd(18)} examples ${String(examples).padStart(5)}: intent ${share(intents, examples)}, topic ${share(topics, examples)}, both ${share(both, examples)}`,
    `| whole sentences ${String(phrasings).padStart(4)}: ${share(understood, phrasings)}`,
  );
}
