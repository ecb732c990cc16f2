import { Command, InvalidArgumentError } from 'commander';
import { createApiKey } from '../../accounts/keys/api-keys.ts';
import type { ApiKeyRecord, FairUseRecord } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { withStore } from '../context/with-store.ts';
import { accountNotFound, parseEmail } from './user.ts';

const MAX_NAME_LENGTH = 100;

export function keyCommand(context: CliContext): Command {
  const key = new Command('key')
    .description('API keys')
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
    .description('make a key and print it, alone and this once')
    .argument('<email>', 'whose key', parseEmail)
    .option('--name <name>', 'what it is for', parseName)
    .addHelpText('after', helpExamples('key create ada@example.com --name laptop'))
    .action((email: string, options: { name?: string }) => createKey(context, email, options.name ?? null));
  key
    .command('list')
    .description('list the keys of an account, without their secrets')
    .argument('<email>', 'whose keys', parseEmail)
    .addHelpText('after', helpExamples('key list ada@example.com'))
    .action((email: string) => listKeys(context, email));
  key
    .command('revoke')
    .description('make a key useless within two seconds')
    .argument('<prefix>', 'the part between the underscores, as key list shows it', parsePrefix)
    .addHelpText('after', helpExamples('key revoke Ab3dE6gH'))
    .action((prefix: string) => revokeKey(context, prefix));
  key
    .command('restore')
    .description('let a key in again that was suspended for unfair use, and forget its warnings')
    .argument('<prefix>', 'the first column of key list', parsePrefix)
    .addHelpText('after', helpExamples('key restore Ab3dE6gH'))
    .action((prefix: string) => restoreKey(context, prefix));
  return key;
}

function createKey(context: CliContext, email: string, name: string | null): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.find(email);
    if (account === null) throw accountNotFound(email);
    const { key, prefix, secretHash } = createApiKey();
    await store.keys.create({ accountId: account.id, prefix, secretHash, name });
    if (account.plan !== 'pro')
      context.notify(`${email} is on the free plan: the key answers 403 until: user plan ${email} pro`);
    await context.print(key);
  });
}

function listKeys(context: CliContext, email: string): Promise<void> {
  return withStore(context, async (store) => {
    const account = await store.accounts.find(email);
    if (account === null) throw accountNotFound(email);
    const conduct = new Map((await store.fairUse.list(account.id)).map((one) => [one.subject, one]));
    for (const key of await store.keys.list(account.id)) await context.print(lineOf(key, conduct.get(key.prefix)));
    const ofTokens = describeConduct(conduct.get(account.id));
    if (ofTokens !== null) await context.print([account.id, ofTokens, 'programs that sign in'].join('\t'));
  });
}

function lineOf(
  { prefix, name, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord,
  conduct: FairUseRecord | undefined,
): string {
  const state = revokedAt === null ? (describeConduct(conduct) ?? 'valid') : `revoked ${dateOf(revokedAt)}`;
  const used = lastUsedAt === null ? 'never used' : `used ${dateOf(lastUsedAt)}`;
  return [prefix, state, `made ${dateOf(createdAt)}`, used, name ?? ''].join('\t').trimEnd();
}

/** Null where there is nothing to say. */
function describeConduct(conduct: FairUseRecord | undefined): string | null {
  if (conduct === undefined) return null;
  const { pagingWarnedAt, searchingWarnedAt, suspendedAt, suspendedFor } = conduct;
  if (suspendedAt !== null) return `suspended ${dateOf(suspendedAt)} for ${suspendedFor}`;
  const warnings = [
    pagingWarnedAt === null ? [] : `warned ${dateOf(pagingWarnedAt)} for paging`,
    searchingWarnedAt === null ? [] : `warned ${dateOf(searchingWarnedAt)} for searching`,
  ].flat();
  return warnings.length === 0 ? null : `valid, ${warnings.join(', ')}`;
}

const dateOf = (at: number): string => new Date(at).toISOString();

function revokeKey(context: CliContext, prefix: string): Promise<void> {
  return withStore(context, async (store) => {
    const found = await store.keys.findByPrefix(prefix);
    if (found === null) throw noKey(prefix);
    if (found.key.revokedAt !== null)
      return context.print(`The key ${prefix} was revoked already, ${dateOf(found.key.revokedAt)}.`);
    await store.keys.revoke(prefix);
    await context.print(`The key ${prefix} of ${found.account.email} is revoked, for good.`);
  });
}

/** Programs that sign in are suspended by their account, whose id stands where keys have their prefix. */
function restoreKey(context: CliContext, subject: string): Promise<void> {
  return withStore(context, async (store) => {
    const found = await store.keys.findByPrefix(subject);
    if (found === null && (await store.accounts.findById(subject)) === null) throw noKey(subject);
    if (found?.key.revokedAt != null)
      throw new OperatorError(
        `The key ${subject} was revoked ${dateOf(found.key.revokedAt)}, which is final. Make another with: key create ${found.account.email}`,
      );
    if (!(await store.fairUse.restore(subject)))
      throw new OperatorError(`${subject} is neither suspended nor warned: there is nothing to restore.`);
    await context.print(`${subject} is let in again, without a warning.`);
  });
}

const noKey = (prefix: string): OperatorError =>
  new OperatorError(`There is no key with the prefix ${prefix}. See them with: key list EMAIL`);

/** Whoever pastes a whole key, or how it begins, means its prefix; and its secret must not be repeated on the terminal. */
const parsePrefix = (text: string): string => /^[^_]+_([^_]+)/.exec(text)?.[1] ?? text;

/** A name is listed on a terminal, where a control character would be obeyed. */
function parseName(text: string): string {
  if (text.trim() !== '' && text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text)) return text.trim();
  throw new InvalidArgumentError(`It must be 1 to ${MAX_NAME_LENGTH} characters long, without control characters.`);
}
