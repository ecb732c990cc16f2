import { OperatorError } from '@pain-signals/storage';
import { Command, InvalidArgumentError } from 'commander';
import { createApiKey, MAX_KEY_NAME_LENGTH } from '../../accounts/keys/api-keys.ts';
import { isoInstant } from '../../model/day.ts';
import type { Account, ApiKeyRecord, FairUseRecord } from '../../store/index.ts';
import { plainName } from '../../text/plain-name.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { findAccount, withStore } from '../context/with-store.ts';
import { parseEmail } from './user.ts';

export function keyCommand(context: CliContext): Command {
  const key = new Command('key')
    .description('manage API keys')
    .addHelpText(
      'after',
      helpExamples(
        'key create ada@example.com --name laptop',
        'key list ada@example.com',
        'key revoke Ab3dE6gH',
        'key restore ada@example.com',
      ),
    );
  key
    .command('create')
    .description('create a key and print it, once')
    .argument('<email>', "the account's email address", parseEmail)
    .option('--name <name>', 'what the key is for', parseName)
    .option('--add-user', 'create the account first, on the Pro plan, if there is none')
    .addHelpText('after', helpExamples('key create ada@example.com --name laptop'))
    .action((email: string, options: KeyOptions) => createKey(context, email, options));
  key
    .command('list')
    .description("list an account's keys, without their secrets")
    .argument('<email>', "the account's email address", parseEmail)
    .addHelpText('after', helpExamples('key list ada@example.com'))
    .action((email: string) => listKeys(context, email));
  key
    .command('revoke')
    .description('revoke a key; it stops working within two seconds')
    .argument('<prefix>', 'the part between the underscores, as in key list', parsePrefix)
    .addHelpText('after', helpExamples('key revoke Ab3dE6gH'))
    .action((prefix: string) => revokeKey(context, prefix));
  key
    .command('restore')
    .description('lift the suspension of an account, with all its keys and apps, and clear its fair-use warnings')
    .argument('<prefix-or-email>', "the prefix of one of its keys, or the account's email address", parsePrefix)
    .addHelpText('after', helpExamples('key restore Ab3dE6gH', 'key restore ada@example.com'))
    .action((prefixOrEmail: string) => restoreAccount(context, prefixOrEmail));
  return key;
}

interface KeyOptions {
  name?: string;
  addUser?: true;
}

function createKey(context: CliContext, email: string, { name, addUser }: KeyOptions): Promise<void> {
  return withStore(context, async (store) => {
    if (addUser) await store.accounts.create(email, 'pro');
    const account = await findAccount(store, email);
    if ((await store.fairUse.find(account.id))?.suspendedAt != null)
      throw new OperatorError(
        `${email} is suspended. Restore access first, with: npm run -s cli -- key restore ${email}`,
      );
    const { key, prefix, secretHash } = createApiKey();
    await store.keys.create({ accountId: account.id, prefix, secretHash, name: name ?? null });
    if (account.plan !== 'pro')
      context.notify(
        `${email} is on the free plan, so the key returns 403. Upgrade with: npm run -s cli -- user plan ${email} pro`,
      );
    await context.print(key);
  });
}

function listKeys(context: CliContext, email: string): Promise<void> {
  return withStore(context, async (store) => {
    const account = await findAccount(store, email);
    const record = describeFairUse(await store.fairUse.find(account.id));
    const keys = await store.keys.list(account.id);
    for (const key of keys) await context.print(lineOf(key, record));
    if (keys.length === 0 && record !== null) await context.print([email, record, 'no keys'].join('\t'));
    else if (keys.length === 0)
      context.notify(`${email} has no keys. Create one with: npm run -s cli -- key create ${email}`);
  });
}

function lineOf({ prefix, name, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord, record: string | null): string {
  const state = revokedAt === null ? (record ?? 'valid') : `revoked ${isoInstant(revokedAt)}`;
  const used = lastUsedAt === null ? 'never used' : `used ${isoInstant(lastUsedAt)}`;
  return [prefix, state, `created ${isoInstant(createdAt)}`, used, name ?? ''].join('\t').trimEnd();
}

/** Null without warnings or a suspension. */
function describeFairUse(record: FairUseRecord | null): string | null {
  if (record === null) return null;
  const { pagingWarnedAt, searchingWarnedAt, suspendedAt, suspendedFor } = record;
  if (suspendedAt !== null) return `suspended ${isoInstant(suspendedAt)} for ${suspendedFor}`;
  const warnings = [
    pagingWarnedAt === null ? [] : `warned ${isoInstant(pagingWarnedAt)} for paging`,
    searchingWarnedAt === null ? [] : `warned ${isoInstant(searchingWarnedAt)} for searching`,
  ].flat();
  return warnings.length === 0 ? null : `valid, ${warnings.join(', ')}`;
}

function revokeKey(context: CliContext, prefix: string): Promise<void> {
  return withStore(context, async (store) => {
    const found = await store.keys.findByPrefix(prefix);
    if (found === null) throw noKey(prefix);
    if (found.key.revokedAt !== null)
      return context.print(`Key ${prefix} was already revoked on ${isoInstant(found.key.revokedAt)}.`);
    await store.keys.revoke(prefix);
    await context.print(`Key ${prefix} of ${found.account.email} revoked. This is permanent.`);
  });
}

function restoreAccount(context: CliContext, prefixOrEmail: string): Promise<void> {
  return withStore(context, async (store) => {
    // "slack:t012ab3cd" is the account of a workspace.
    const isAccount = /[@:]/.test(prefixOrEmail);
    const found = isAccount ? null : await store.keys.findByPrefix(prefixOrEmail);
    if (found === null && !isAccount) throw noKey(prefixOrEmail);
    const account = found?.account ?? (await findAccount(store, prefixOrEmail));
    if (!(await store.fairUse.restore(account.id))) throw nothingToRestore(account, found?.key);
    await context.print(`${account.email} is restored, with all keys and connected apps. Its warnings are cleared.`);
  });
}

function nothingToRestore({ email }: Account, key: ApiKeyRecord | undefined): OperatorError {
  if (key === undefined || key.revokedAt === null)
    return new OperatorError(`${email} is not suspended and has no warnings.`);
  return new OperatorError(
    `Key ${key.prefix} was revoked on ${isoInstant(key.revokedAt)}, which is permanent. Create a new one with: npm run -s cli -- key create ${email}`,
  );
}

const noKey = (prefix: string): OperatorError =>
  new OperatorError(`There is no key with the prefix ${prefix}. List keys with: npm run -s cli -- key list EMAIL`);

/** Accepts a pasted key too, and takes only its prefix so that the secret is never printed. */
const parsePrefix = (text: string): string => /^[^_@]+_([^_@]+)_/.exec(text)?.[1] ?? text;

/** Names are printed to a terminal, so they must not contain control characters. */
function parseName(text: string): string {
  const name = plainName(text);
  if (name !== '' && text.length <= MAX_KEY_NAME_LENGTH && !/\p{Cc}/u.test(text)) return name;
  throw new InvalidArgumentError(`Use 1 to ${MAX_KEY_NAME_LENGTH} visible characters, without control characters.`);
}
