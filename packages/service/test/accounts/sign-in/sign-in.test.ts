import { scryptSync } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { createAttemptLimits } from '../../../src/accounts/limits/attempt-limits.ts';
import { createPasswordHasher, type HashingTurns } from '../../../src/accounts/sign-in/passwords.ts';
import { createSessions } from '../../../src/accounts/sign-in/sessions.ts';
import { createSignIn } from '../../../src/accounts/sign-in/sign-in.ts';
import { createBrowserToken } from '../../../src/accounts/sign-in/tokens.ts';
import { openEmptyStore } from '../../support/filled-store.ts';

/** Another than that of the hashes that are outdated. */
const CHEAP = { log2Rounds: 5, blockSize: 8, parallelism: 1 };

it('hashes a password ahead of strangers’ only for a browser that its owner used before', async () => {
  const { store, close } = await openEmptyStore();
  onTestFinished(close);
  const [email, password] = ['ada@example.com', 'correct horse battery'];
  const account = await store.accounts.create(email, 'free');
  const kept = await createPasswordHasher(CHEAP).hash(password);
  await store.passwords.put(account?.id ?? '', kept);

  const ahead: (boolean | undefined)[] = [];
  const inTurn: HashingTurns = (hash, isAhead) => {
    ahead.push(isAhead);
    return hash();
  };
  const signIn = createSignIn(store, createAttemptLimits(store.attempts), createPasswordHasher(CHEAP, inTurn));
  const browserTokens = [createBrowserToken(account?.id ?? '', kept), createBrowserToken('another', kept), undefined];
  for (const browserToken of browserTokens)
    expect(await signIn({ email, password, ip: '127.0.0.1', browserToken })).toMatchObject({ account: { email } });
  expect(ahead).toEqual([true, false, false]);
});

/** Somebody who signs in with `old` while the password becomes another one. */
async function signInDuringReset(old: string) {
  const { store, close } = await openEmptyStore();
  onTestFinished(close);
  const account = await store.accounts.create('ada@example.com', 'free');
  if (account === null) throw new Error('not made');
  await store.passwords.put(account.id, old);
  const signIn = createSignIn(
    store,
    createAttemptLimits(store.attempts),
    createPasswordHasher(CHEAP, async (hash) => {
      const result = await hash();
      await store.passwords.put(account.id, 'of the new password');
      return result;
    }),
  );
  const attempt = { email: account.email, password: 'correct horse battery', ip: '127.0.0.1', browserToken: undefined };
  return { store, account, verified: await signIn(attempt) };
}

const outdatedHash = (password: string): string => {
  const key = scryptSync(password, Buffer.alloc(16), 32, { cost: 2 ** 4, blockSize: 8, parallelization: 1 });
  return ['scrypt', 4, 8, 1, Buffer.alloc(16).toString('base64url'), key.toString('base64url')].join('$');
};

it('starts no session with a password that was replaced while it was checked', async () => {
  const { store, verified } = await signInDuringReset(await createPasswordHasher(CHEAP).hash('correct horse battery'));
  expect(verified && (await createSessions(store).start(verified))).toBeNull();
});

it('leaves a new password in place when the old one, hashed the old way, is checked meanwhile', async () => {
  const { store, account } = await signInDuringReset(outdatedHash('correct horse battery'));
  expect(await store.passwords.find(account.id)).toBe('of the new password');
});

it('signs in twice at the same time while the hash of the password is renewed', async () => {
  const { store, close } = await openEmptyStore();
  onTestFinished(close);
  const [email, password] = ['ada@example.com', 'correct horse battery'];
  const account = await store.accounts.create(email, 'free');
  await store.passwords.put(account?.id ?? '', outdatedHash(password));
  const signIn = createSignIn(store, createAttemptLimits(store.attempts), createPasswordHasher(CHEAP));
  const attempt = { email, password, ip: '127.0.0.1', browserToken: undefined };

  const verified = await Promise.all([signIn(attempt), signIn(attempt)]);

  for (const each of verified) expect(each && (await createSessions(store).start(each))).not.toBeNull();
});

it('hashes at a cost that OWASP recommends, unless a test asks for another', async () => {
  expect(await createPasswordHasher().hash('correct horse battery')).toMatch(/^scrypt\$15\$8\$3\$/);
});
