import { Command, InvalidArgumentError } from 'commander';
import { createApiKey, MAX_KEY_NAME_LENGTH } from '../../accounts/keys/api-keys.ts';
import { isoInstant } from '../../model/day.ts';
import type { ApiKeyRecord, FairUseRecord } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
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
        'key restore Ab3dE6gH',
      ),
    );
  key
    .command('create')
    .description('create a key and print it, once')
    .argument('<email>', "the account's email address", parseEmail)
    .option('--name <name>', 'what the key is for', parseName)
    .addHelpText('after', helpExamples('key create ada@example.com --name laptop'))
    .action((email: string, options: { name?: string }) => createKey(context, email, options.name ?? null));
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
    .description('lift the suspension of a key and clear its fair-use warnings')
    .argument('<prefix>', 'the first column of key list', parsePrefix)
    .addHelpText('after', helpExamples('key restore Ab3dE6gH'))
    .action((prefix: string) => restoreKey(context, prefix));
  return key;
}

function createKey(context: CliContext, email: string, name: string | null): Promise<void> {
  return withStore(context, async (store) => {
    const account = await findAccount(store, email);
    const { key, prefix, secretHash } = createApiKey();
    await store.keys.create({ accountId: account.id, prefix, secretHash, name });
    if (account.plan !== 'pro')
      context.notify(`${email} is on the free plan, so the key returns 403. Upgrade with: user plan ${email} pro`);
    await context.print(key);
  });
}

function listKeys(context: CliContext, email: string): Promise<void> {
  return withStore(context, async (store) => {
    const account = await findAccount(store, email);
    const conduct = new Map((await store.fairUse.list(account.id)).map((record) => [record.subject, record]));
    for (const key of await store.keys.list(account.id)) await context.print(lineOf(key, conduct.get(key.prefix)));
    const ofTokens = describeConduct(conduct.get(account.id));
    if (ofTokens !== null) await context.print([account.id, ofTokens, 'connected apps'].join('\t'));
  });
}

function lineOf(
  { prefix, name, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord,
  conduct: FairUseRecord | undefined,
): string {
  const state = revokedAt === null ? (describeConduct(conduct) ?? 'valid') : `revoked ${isoInstant(revokedAt)}`;
  const used = lastUsedAt === null ? 'never used' : `used ${isoInstant(lastUsedAt)}`;
  return [prefix, state, `created ${isoInstant(createdAt)}`, used, name ?? ''].join('\t').trimEnd();
}

/** Null without warnings or a suspension. */
function describeConduct(conduct: FairUseRecord | undefined): string | null {
  if (conduct === undefined) return null;
  const { pagingWarnedAt, searchingWarnedAt, suspendedAt, suspendedFor } = conduct;
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

/** For connected apps the account is suspended, so `subject` is its id; for keys it is the prefix. */
function restoreKey(context: CliContext, subject: string): Promise<void> {
  return withStore(context, async (store) => {
    const found = await store.keys.findByPrefix(subject);
    if (found === null && (await store.accounts.findById(subject)) === null) throw noKey(subject);
    if (found?.key.revokedAt != null)
      throw new OperatorError(
        `Key ${subject} was revoked on ${isoInstant(found.key.revokedAt)}, which is permanent. Create a new one with: key create ${found.account.email}`,
      );
    if (!(await store.fairUse.restore(subject)))
      throw new OperatorError(`${subject} is not suspended and has no warnings.`);
    await context.print(`${subject} is restored, and its warnings are cleared.`);
  });
}

const noKey = (prefix: string): OperatorError =>
  new OperatorError(`There is no key with the prefix ${prefix}. List keys with: key list EMAIL`);

/** Accepts a pasted key too, and takes only its prefix so that the secret is never printed. */
const parsePrefix = (text: string): string => /^[^_]+_([^_]+)/.exec(text)?.[1] ?? text;

/** Names are printed to a terminal, so they must not contain control characters. */
function parseName(text: string): string {
  if (text.trim() !== '' && text.length <= MAX_KEY_NAME_LENGTH && !/\p{Cc}/u.test(text)) return text.trim();
  throw new InvalidArgumentError(`Use 1 to ${MAX_KEY_NAME_LENGTH} characters, without control characters.`);
}
