import { ServiceError } from '../model/service-error.ts';
import type { Account, Alert, Store } from '../store/index.ts';

const MAX_ALERTS = 20;
export const MAX_ALERT_QUERY_LENGTH = 200;
/** What a figure may be held against: scores and mentions are not negative, growth is -1 at the least. */
export const ALERT_BOUNDS = { min: -1, max: 1e9 };

/** What a signed-in person wants to be told of. */
export interface AccountAlerts {
  /** They rest while the account has no Pro subscription, since they tell figures. */
  list(account: Account): Promise<Alert[]>;
  /** Throws PRO_REQUIRED, QUOTA_EXCEEDED. */
  create(account: Account, alert: Omit<Alert, 'id' | 'createdAt'>): Promise<Alert>;
  /** False when the account has no such alert. */
  remove(account: Account, id: string): Promise<boolean>;
}

export function createAccountAlerts({ alerts }: Pick<Store, 'alerts'>): AccountAlerts {
  return {
    list: async ({ id, plan }) => (plan === 'pro' ? alerts.list(id) : []),
    async create(account, alert) {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'Alerts need a Pro subscription.');
      if ((await alerts.list(account.id)).length >= MAX_ALERTS)
        throw new ServiceError(
          'QUOTA_EXCEEDED',
          `You have ${MAX_ALERTS} alerts. Remove one that is not needed any more.`,
        );
      return alerts.create(account.id, alert);
    },
    remove: (account, id) => alerts.remove(account.id, id),
  };
}
