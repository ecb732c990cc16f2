import { ServiceError } from '../model/service-error.ts';
import type { Account, Alert, Store } from '../store/index.ts';

const MAX_ALERTS = 20;
export const MAX_ALERT_QUERY_LENGTH = 200;
/** Bounds of a threshold: growth is -1 or more, scores and mentions are not negative. */
export const ALERT_BOUNDS = { min: -1, max: 1e9 };
/** No score is above it. */
const HIGHEST_SCORE = 100;

/** A signed-in person's alerts. */
export function createAccountAlerts({ alerts, transaction }: Pick<Store, 'alerts' | 'transaction'>) {
  return {
    /** Empty while the account is not on Pro. */
    list: async ({ id, plan }: Account): Promise<Alert[]> => (plan === 'pro' ? alerts.list(id) : []),
    /** Throws PRO_REQUIRED, QUOTA_EXCEEDED, INVALID_PARAMETER for a score that no signal has. */
    async create(account: Account, alert: Omit<Alert, 'id' | 'createdAt'>): Promise<Alert> {
      if (account.plan !== 'pro') throw new ServiceError('PRO_REQUIRED', 'Alerts require a Pro subscription.');
      if (alert.metric === 'score' && (alert.above < 0 || alert.above >= HIGHEST_SCORE))
        throw new ServiceError('INVALID_PARAMETER', `A score’s threshold is a number below ${HIGHEST_SCORE}.`);
      return transaction(async (stores) => {
        await stores.accounts.lock(account.id);
        if ((await stores.alerts.list(account.id)).length >= MAX_ALERTS)
          throw new ServiceError('QUOTA_EXCEEDED', `You have ${MAX_ALERTS} alerts, the maximum. Remove one first.`);
        return stores.alerts.create(account.id, alert);
      });
    },
    /** False when the account has no such alert. */
    remove: (account: Account, id: string): Promise<boolean> => alerts.remove(account.id, id),
  };
}
