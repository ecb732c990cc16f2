import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { InstallURLOptions, StateStore } from '@slack/oauth';
import { InvalidStateError } from '@slack/oauth';
import type { Store } from '../stores/open-store.ts';

const STATE_LIFETIME_MS = 10 * 60 * 1_000;

interface InstallStateOptions {
  secret: string;
  store: Pick<Store, 'oauthStates'>;
  now: () => number;
  /** What every install asks for. */
  install: InstallURLOptions;
}

/**
 * The state of an OAuth flow: signed, so that issuing one writes nothing; good for ten minutes, and once. That it comes from the
 * same browser Slack's library sees to, by a cookie.
 */
export function createInstallState({ secret, store, now, install }: InstallStateOptions): StateStore {
  const sign = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  return {
    async generateStateParam() {
      const unsigned = `${now() + STATE_LIFETIME_MS}.${randomBytes(16).toString('base64url')}`;
      return `${unsigned}.${sign(unsigned).toString('base64url')}`;
    },
    async verifyStateParam(_now, state) {
      const [expires = '', random = '', signature = ''] = state.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(`${expires}.${random}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new InvalidStateError('The state is none of ours');
      }
      if (Number(expires) <= now()) throw new InvalidStateError('The state is too old');
      if (!(await store.oauthStates.spend(random, Number(expires)))) {
        throw new InvalidStateError('The state was used before');
      }
      return install;
    },
  };
}
