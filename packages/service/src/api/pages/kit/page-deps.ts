import type { Accounts } from '../../../accounts/index.ts';
import type { AdmitAccount } from '../../../accounts/keys/require-key.ts';
import type { FairUse } from '../../../accounts/limits/fair-use.ts';
import type { OAuth } from '../../../accounts/oauth/index.ts';
import type { Queries } from '../../../queries/index.ts';
import type { Visits } from './visit.ts';

export interface PageDeps {
  accounts: Accounts;
  oauth: OAuth;
  queries: Queries;
  visits: Visits;
  admitAccount: AdmitAccount;
  noteListed: FairUse['noteListed'];
  noteSearch: FairUse['noteSearch'];
  /** The public address, an origin. */
  serviceUrl: string;
}
