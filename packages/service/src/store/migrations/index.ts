import type { Migration } from 'kysely/migration';
import { createFirstTables } from './0001-first-tables.ts';
import { createFeeds } from './0002-feeds.ts';
import { createSessions } from './0003-sessions.ts';
import { createBriefJobs } from './0004-brief-jobs.ts';
import { createAlerts } from './0005-alerts.ts';
import { createMergeLog } from './0006-merge-log.ts';
import { createRemovals } from './0007-removals.ts';
import { createFairUse } from './0008-fair-use.ts';
import { createSignalVectors } from './0010-signal-vectors.ts';
import { addPartsWeekBefore } from './0011-parts-week-before.ts';
import { indexRemovals } from './0012-removal-indexes.ts';
import { addMissingPosts } from './0013-missing-posts.ts';
import { createModelAnswers } from './0014-model-answers.ts';
import { judgeFairUseByAccount } from './0015-fair-use-by-account.ts';
import { markChangedSignals } from './0016-changed-signals.ts';
import { createPostTerms } from './0017-post-terms.ts';

/** Every change of the tables, in order of name; a published one is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-feeds': { up: createFeeds },
  '0003-sessions': { up: createSessions },
  '0004-brief-jobs': { up: createBriefJobs },
  '0005-alerts': { up: createAlerts },
  '0006-merge-log': { up: createMergeLog },
  '0007-removals': { up: createRemovals },
  '0008-fair-use': { up: createFairUse },
  '0010-signal-vectors': { up: createSignalVectors },
  '0011-parts-week-before': { up: addPartsWeekBefore },
  '0012-removal-indexes': { up: indexRemovals },
  '0013-missing-posts': { up: addMissingPosts },
  '0014-model-answers': { up: createModelAnswers },
  '0015-fair-use-by-account': { up: judgeFairUseByAccount },
  '0016-changed-signals': { up: markChangedSignals },
  '0017-post-terms': { up: createPostTerms },
};
