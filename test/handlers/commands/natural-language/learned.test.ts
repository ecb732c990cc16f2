import { describe, expect, it } from 'vitest';
import { understand } from '#handlers/commands/natural-language/understand.ts';
import { learnFrom, readExamples, readTitles } from '../../../../bench/language/learn.ts';

const EXAMPLES = readExamples();
const ASKED = { show: 'ask', question: 'any', page: 0 } as const;
/** The last sets by others, each written before the examples that followed it. */
const LEFT_OUT = ['free-phrasings-8', 'free-phrasings-11', 'free-phrasings-12'];

function misread(examples: typeof EXAMPLES, models?: ReturnType<typeof learnFrom>): string[] {
  return examples.flatMap(({ intent, isAboutSignal, said }) => {
    const understood = understand(said.text, said.hasPeriod, ASKED, models);
    const isElse = understood?.query.show === 'find' && understood.query.otherwise !== undefined && !isAboutSignal;
    return understood?.intent === intent || isElse ? [] : [`${said.text}: ${understood?.intent}, not ${intent}`];
  });
}

describe('what sentences ask for', () => {
  it('is learned from the examples as they are', () => {
    expect(misread(EXAMPLES).length / EXAMPLES.length).toBeLessThan(0.04);
  });

  it('is understood of writers that nothing was learned from', () => {
    const unseen = EXAMPLES.filter(({ author }) => LEFT_OUT.includes(author));
    const missed = misread(
      unseen,
      learnFrom([...EXAMPLES.filter(({ author }) => !LEFT_OUT.includes(author)), ...readTitles()]),
    );
    expect(unseen.length).toBeGreaterThan(100);
    expect(1 - missed.length / unseen.length, missed.join('\n')).toBeGreaterThan(0.7);
  });
});
