import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MIXED_MARK, withTimeout } from '@pain-signals/contract';
import { describeDatabaseError } from '@pain-signals/storage';
import { Command } from 'commander';
import type { ServiceConfig } from '../../config/config.ts';
import { ignoredIn } from '../../jobs/import-folder.ts';
import { describeMissing, feedsWithTooManyMissing } from '../../jobs/missing-posts.ts';
import { describeThreadFailure } from '../../jobs/thread-work.ts';
import { createEmbed } from '../../language-model/embeddings.ts';
import { probeModel } from '../../language-model/probe-model.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../model/day.ts';
import { countOf } from '../../model/pluralize.ts';
import { describeFileError } from '../../model/system-errors.ts';
import type { Feed } from '../../sources/feed/source.ts';
import { loadSources, openFeeds } from '../../sources/sources-file.ts';
import type { Store } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { withStore } from '../context/with-store.ts';

interface Finding {
  ok: boolean;
  text: string;
}

const ok = (text: string): Finding => ({ ok: true, text });
const problem = (text: string): Finding => ({ ok: false, text });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const MODEL_TIMEOUT_MS = 10_000;
/** A local model may load first. */
const CHAT_TIMEOUT_MS = 60_000;
/** Of each source, as `doctor --live` reads it. */
const LIVE_DAYS = 7;
const FEED_TIMEOUT_MS = 60_000;
const ADDRESS_TIMEOUT_MS = 10_000;
/** Well below the time for which a process may work on something before another one takes it over. */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;
const STALE_AFTER_MS = 36 * HOUR_MS;

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description('check the configuration and the database, and suggest fixes')
    .option('--live', 'also read one page of every source, and open SERVICE_URL and PUBLIC_URL')
    .addHelpText('after', helpExamples('doctor', 'doctor --live'))
    .action(({ live = false }: { live?: boolean }) => runChecks(context, live));
}

async function runChecks(context: CliContext, isLive: boolean): Promise<void> {
  const config = await context.config();
  const findings = [
    configurationFinding(config),
    ...(await databaseFindings(context, config)),
    ...(await sourceFindings(context, config, isLive)),
    ...(config.importFolder === null ? [] : [await folderFinding(config.importFolder)]),
    ...(isLive ? [await addressFinding(config)] : []),
    ...(await modelFindings(config)),
  ];
  for (const { ok, text } of findings) await context.print(`${ok ? 'ok ' : 'FIX'} ${text}`);
  if (findings.some(({ ok }) => !ok)) context.fail();
}

function configurationFinding({ databaseUrl, dataDir, asOf, serviceUrl }: ServiceConfig): Finding {
  const where = databaseUrl === null ? `SQLite in ${resolve(dataDir)}` : 'PostgreSQL at DATABASE_URL';
  const now = asOf === null ? '' : `, AS_OF ${isoInstant(asOf)}`;
  return ok(`configuration: ${where}${now}, service at ${serviceUrl}`);
}

async function databaseFindings(context: CliContext, config: ServiceConfig): Promise<Finding[]> {
  try {
    return await withStore(context, async (store) => [
      ok('database: connected, tables are up to date'),
      ...(await writeFindings(store)),
      ...(await restoreFindings(store)),
      ...clockFindings(await store.clockAhead()),
      ...(await contentFindings(store, config)),
      ...(await store.threadFailures.all()).map((failure) => problem(describeThreadFailure(failure))),
    ]);
  } catch (error) {
    const advice = describeDatabaseError(error);
    if (advice !== null) return [problem(`database: ${advice}`)];
    return [problem(`database: ${reasonOf(error)}. Check DATABASE_URL, or that DATA_DIR is writable.`)];
  }
}

const writeFindings = (store: Store): Promise<Finding[]> =>
  store.proveWritable().then(
    () => [],
    (error) => [problem(`database: ${describeDatabaseError(error) ?? reasonOf(error)}`)],
  );

const restoreFindings = (store: Store): Promise<Finding[]> =>
  store.dropRestoreRemains().then(
    (remains) => (remains === 'in use' ? [ok('restore: one is running')] : []),
    (error) => [problem(`restore: ${reasonOf(error)}`)],
  );

/** @param ahead by how many ms the clock of the database is ahead; null without another clock */
function clockFindings(ahead: number | null): Finding[] {
  if (ahead === null || Math.abs(ahead) <= MAX_CLOCK_DIFFERENCE_MS) return [];
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  return [
    problem(
      `clock: ${countOf(seconds, 'second')} ${ahead > 0 ? 'behind' : 'ahead of'} the database's. Processes whose clocks differ take each ` +
        "other's work for abandoned. Keep all machines in step, with chrony or systemd-timesyncd",
    ),
  ];
}

async function contentFindings(
  store: Store,
  { asOf, databaseUrl, sourcesFile, importFolder }: ServiceConfig,
): Promise<Finding[]> {
  const now = asOf ?? Date.now();
  const hasSample = [databaseUrl, sourcesFile, importFolder].every((real) => real === null);
  const kinds = await store.posts.kinds();
  const snapshot = await store.snapshots.latest();
  if (!kinds.imported && !kinds.sample)
    return [
      ok(
        `posts: none yet. ${hasSample ? 'Start the service for sample data, or run' : 'Run'}: npm run -s cli -- import FILE.ndjson`,
      ),
    ];
  const posts = !kinds.sample
    ? `${(await store.rebuild.countPosts()).toLocaleString('en')} stored`
    : kinds.imported
      ? `sample data ${MIXED_MARK}`
      : 'sample data only';
  if (snapshot === null) return [problem(`posts: ${posts}, but no snapshot. Take one with: snapshot`)];
  const at = isoInstant(snapshot.at);
  const findings = [
    ok(`posts: ${posts}`),
    now - snapshot.at <= STALE_AFTER_MS
      ? ok(`snapshot: ${at}, ${countOf(snapshot.totalActiveSignals, 'active signal')}`)
      : problem(`snapshot: ${at} is out of date. Keep the service running for the nightly one, or run: snapshot`),
  ];
  if ((await store.counters.refreshDue()) !== null)
    findings.push(problem('import: one was interrupted. Import the file again, or run: snapshot'));
  findings.push(nightlyFinding(await store.counters.get('nightAt'), now));
  const missing = await feedsWithTooManyMissing(store, Date.now());
  findings.push(...missing.map((feed) => problem(`feeds: ${describeMissing(feed)}`)));
  return findings;
}

function nightlyFinding(nightAt: number, now: number): Finding {
  if (nightAt === 0) return ok('nightly job: not run yet. It runs at 02:00 UTC and when the service starts');
  const last = `nightly job: last ran ${isoInstant(nightAt)}`;
  if (nightAt - now > STALE_AFTER_MS)
    return problem(
      `${last}, which is in the future. Check this machine's clock; the next nightly job, or a restart, corrects the entry`,
    );
  if (now - nightAt <= STALE_AFTER_MS) return ok(last);
  return problem(`${last}, too long ago. Keep the service running; if it is running, see its log for the error`);
}

/** Files are moved within the folder, so it must be writable. */
async function folderFinding(folder: string): Promise<Finding> {
  const fault = await access(folder, constants.R_OK | constants.W_OK).then(() => null, describeFileError);
  if (fault !== null) return problem(`import folder: ${folder}: ${fault}`);
  const [ignored] = await ignoredIn(folder).catch(() => []);
  if (ignored === undefined) return ok(`import folder: ${folder}`);
  return problem(
    `import folder: ${folder}: ${ignored} is a link, a pipe or a folder, or its name is not UTF-8. Only files are imported.`,
  );
}

/** Checks the SOURCES file; contacts the sources only when asked to. */
async function sourceFindings(context: CliContext, config: ServiceConfig, isLive: boolean): Promise<Finding[]> {
  const { sourcesFile, credentials } = config;
  if (sourcesFile === null) return [ok('sources: none. To follow some, set SOURCES to a YAML file that lists them')];
  const http = await context.openHttp(config);
  try {
    const { feeds, errors } = openFeeds(await loadSources(sourcesFile), { http, credentials, now: Date.now });
    return [
      ok(`sources: ${countOf(feeds.length, 'feed')} in ${sourcesFile}`),
      ...errors.map(({ message }) => problem(`sources: ${message}`)),
      ...(isLive ? await feedFindings(feeds) : []),
    ];
  } catch (error) {
    return [problem(`sources: ${reasonOf(error)}`)];
  } finally {
    await http.close();
  }
}

/** Reads the first page of each feed and stores nothing. */
async function feedFindings(feeds: readonly Feed[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const since = Date.now() - LIVE_DAYS * DAY_MS;
  for (const feed of feeds) {
    const read = async () => {
      for await (const { posts } of feed.fetchSince({ since, reached: since })) return posts.length;
      return 0;
    };
    try {
      const posts = await withTimeout(FEED_TIMEOUT_MS, read());
      findings.push(ok(`source ${feed.key}: answers, ${countOf(posts, 'post')} read`));
    } catch (error) {
      findings.push(problem(`source ${feed.key}: ${reasonOf(error)}`));
    }
  }
  return findings;
}

/** Opens the service's public address as others would. */
async function addressFinding({ serviceUrl }: ServiceConfig): Promise<Finding> {
  try {
    const { status } = await fetch(`${serviceUrl}/readyz`, { signal: AbortSignal.timeout(ADDRESS_TIMEOUT_MS) });
    return status === 200
      ? ok(`address: ${serviceUrl} is ready`)
      : problem(
          `address: ${serviceUrl}/readyz answers ${status}. Check SERVICE_URL and what is in front of the service`,
        );
  } catch {
    return problem(`address: ${serviceUrl} cannot be opened from here. Start the service, or correct SERVICE_URL`);
  }
}

/** Sends each configured model one small request. Models are optional. */
const modelFindings = ({ chat, embeddings }: ServiceConfig): Promise<Finding[]> =>
  Promise.all([
    chat === null
      ? ok('language model: none, built-in wording. To use one, set CHAT_URL and CHAT_MODEL')
      : endpointFinding('language model', 'CHAT', async () => {
          const { topic } = await probeModel(chat, CHAT_TIMEOUT_MS);
          return `${chat.model} named three sample posts "${topic}"`;
        }),
    embeddings === null
      ? ok('embeddings: none, built-in search. To use an embedding model, set EMBEDDINGS_URL and EMBEDDINGS_MODEL')
      : endpointFinding('embeddings', 'EMBEDDINGS', async () => {
          await createEmbed(embeddings)(['The build is slow.'], MODEL_TIMEOUT_MS);
          return `${embeddings.model} responds`;
        }),
  ]);

async function endpointFinding(name: string, prefix: string, ask: () => Promise<string>) {
  try {
    return ok(`${name}: ${await ask()}`);
  } catch (error) {
    return problem(`${name}: ${reasonOf(error)} Check ${prefix}_URL, ${prefix}_MODEL and ${prefix}_API_KEY.`);
  }
}
