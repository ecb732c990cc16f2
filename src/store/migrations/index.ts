import type { Migration } from 'kysely/migration';
import { createFirstTables } from './0001-first-tables.ts';
import { createChartFiles } from './0002-chart-files.ts';
import { createDigests } from './0010-digests.ts';
import { createWatches } from './0011-watches.ts';
import { createHiddenQuotes } from './0020-hidden-quotes.ts';
import { createWatchBooks } from './0022-watch-books.ts';
import { hideByPost } from './0023-hidden-posts.ts';
import { createOutbox } from './0030-outbox.ts';
import { createRecent } from './0031-recent.ts';
import { createNativeBlocks } from './0034-native-blocks.ts';
import { createConversations } from './0040-conversations.ts';

/** Every change of the tables, in order of name; a published one is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': { up: createFirstTables },
  '0002-chart-files': { up: createChartFiles },
  '0010-digests': { up: createDigests },
  '0011-watches': { up: createWatches },
  '0020-hidden-quotes': { up: createHiddenQuotes },
  '0022-watch-books': { up: createWatchBooks },
  '0023-hidden-posts': { up: hideByPost },
  '0030-outbox': { up: createOutbox },
  '0031-recent': { up: createRecent },
  '0034-native-blocks': { up: createNativeBlocks },
  '0040-conversations': { up: createConversations },
};
