import type { Accounts } from '../../../accounts/index.ts';
import type { OAuth } from '../../../accounts/oauth/index.ts';
import type { Queries } from '../../../queries/index.ts';
import type { Visits } from './visit.ts';

export interface PageDeps {
  accounts: Accounts;
  oauth: OAuth;
  queries: Queries;
  visits: Visits;
  /** The public address, an origin. */
  serviceUrl: string;
}
