import { expect, it, onTestFinished } from 'vitest';
import { createAttemptLimits } from '../../../src/accounts/limits/attempt-limits.ts';
import type { HashingTurns } from '../../../src/accounts/sign-in/hashing-turns.ts';
import { hashPassword } from '../../../src/accounts/sign-in/passwords.ts';
import { createSignIn } from '../../../src/accounts/sign-in/sign-in.ts';
import { createBrowserToken } from '../../../src/accounts/sign-in/tokens.ts';
import { openEmptyStore } from '../../support/filled-store.ts';

it('hashes a password ahead of strangers’ only for a browser that its owner used before', async () => {
  const { store, close } = await openEmptyStore();
  onTestFinished(close);
  const [email, password] = ['ada@example.com', 'correct horse battery'];
  const account = await store.accounts.create(email, 'free');
  const kept = await hashPassword(password);
  await store.passwords.put(account?.id ?? '', kept);

  const ahead: (boolean | undefined)[] = [];
  const inTurn: HashingTurns = (hash, isAhead) => {
    ahead.push(isAhead);
    return hash();
  };
  const signIn = createSignIn(store, createAttemptLimits(store.attempts), inTurn);
  const browserTokens = [createBrowserToken(account?.id ?? '', kept), createBrowserToken('another', kept), undefined];
  for (const browserToken of browserTokens)
    expect(await signIn({ email, password, ip: '127.0.0.1', browserToken })).toMatchObject({ email });
  expect(ahead).toEqual([true, false, false]);
});
