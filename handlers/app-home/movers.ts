import { moversErrorSection, moversSection } from '#blocks/app-home/movers-section.ts';
import { errorMessage } from '#blocks/failure-words.ts';
import { failureOf } from '../failure-of.ts';
import { freshnessOf, optional } from '../freshness.ts';
import { logFailure } from '../log-failure.ts';
import { findMovers } from '../movers.ts';
import { withTimeout } from '../within.ts';
import type { HomeSection } from './section.ts';

export const moversHomeSection: HomeSection = {
  title: 'What moved',
  async load(deps) {
    const { client, connection, linkTo, timeouts, now } = deps;
    // The first step says what is missing.
    if ((await connection.state()).kind === 'none') return () => [];
    try {
      const asked = optional(deps, client.pipeline());
      const { movers, answers } = await withTimeout(timeouts.answerMs, findMovers(deps, asked));
      const freshness = freshnessOf(await asked, answers);
      return () => moversSection({ movers, freshness, linkTo });
    } catch (error) {
      const failure = failureOf(error, { show: 'home' }, now());
      logFailure(deps, 'warn', { failure, error }, 'Home could not show what moved');
      return () => moversErrorSection(errorMessage(failure));
    }
  },
};
