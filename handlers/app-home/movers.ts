import { moversSection, noMoversSection } from '#blocks/app-home/movers-section.ts';
import { wordsOfFailure } from '#blocks/failure-words.ts';
import { TrendingQuestion } from '#blocks/question.ts';
import { failureOf } from '../failure-of.ts';
import { freshnessOf, orNull } from '../freshness.ts';
import { within } from '../within.ts';
import type { HomeSection } from './section.ts';

const ROWS = 5;

export const moversOnHome: HomeSection = {
  title: 'What moved',
  async load(deps) {
    const { client, connection, linkTo, patience, logger, now } = deps;
    // The first step says what is missing.
    if ((await connection.state()).kind === 'none') return [];
    const question = TrendingQuestion.parse({ show: 'trending' });
    try {
      const [answer, pipeline] = await Promise.all([
        within(patience.answerMs, client.trending({ limit: question.limit })),
        orNull(deps, client.pipeline()),
      ]);
      const freshness = freshnessOf(pipeline, [answer]);
      return moversSection({ question, rows: answer.data.slice(0, ROWS), freshness, linkTo });
    } catch (error) {
      const failure = failureOf(error, question, now());
      logger.warn({ failure: failure.kind, err: error }, 'Home could not show what moved');
      return noMoversSection(wordsOfFailure(failure));
    }
  },
};
