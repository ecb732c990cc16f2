import { resolve } from 'node:path';
import { Command } from 'commander';
import type { ServiceConfig } from '../config.ts';
import type { Store } from '../store/index.ts';
import type { CliContext } from './context.ts';
import { modelFindings } from './doctor-models.ts';
import { sourceFindings } from './doctor-sources.ts';
import { helpExamples } from './examples.ts';
import { withStore } from './with-store.ts';

interface Finding {
  ok: boolean;
  text: string;
}

const STALE_AFTER_MS = 36 * 3_600_000;

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description('check the configuration and the database, and say what to do')
    .addHelpText('after', helpExamples('doctor'))
    .action(() => runChecks(context));
}

async function runChecks(context: CliContext): Promise<void> {
  const config = await context.config();
  const findings = [
    configurationFinding(config),
    ...(await databaseFindings(context, config)),
    ...(await sourceFindings(context)),
    ...(await modelFindings(config)),
  ];
  for (const { ok, text } of findings) await context.print(`${ok ? 'ok ' : 'FIX'} ${text}`);
  if (findings.some(({ ok }) => !ok)) context.fail();
}

function configurationFinding({ databaseUrl, dataDir, asOf, serviceUrl }: ServiceConfig): Finding {
  const where = databaseUrl === null ? `SQLite in ${resolve(dataDir)}` : 'PostgreSQL at DATABASE_URL';
  const now = asOf === null ? 'real time' : `AS_OF ${new Date(asOf).toISOString()}`;
  return { ok: true, text: `configuration: ${where}, ${now}, service at ${serviceUrl}` };
}

async function databaseFindings(context: CliContext, { asOf }: ServiceConfig): Promise<Finding[]> {
  try {
    return await withStore(context, async (store) => [
      { ok: true, text: 'database: reached, its tables are up to date' },
      ...(await contentFindings(store, asOf ?? Date.now())),
    ]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ ok: false, text: `database: ${reason}. Check DATABASE_URL, or that DATA_DIR can be written to.` }];
  }
}

async function contentFindings(store: Store, now: number): Promise<Finding[]> {
  const kinds = await store.posts.kinds();
  const snapshot = await store.snapshots.latest();
  if (!kinds.imported && !kinds.sample)
    return [{ ok: true, text: 'posts: none yet. Start the service for the sample stream, or: import FILE.ndjson' }];
  const posts = [kinds.imported ? 'imported' : '', kinds.sample ? 'sample' : ''].filter(Boolean).join(' and ');
  if (snapshot === null) return [{ ok: false, text: `posts: ${posts}, but no snapshot. Take one with: snapshot` }];
  const at = new Date(snapshot.at).toISOString();
  const findings: Finding[] = [
    { ok: true, text: `posts: ${posts}` },
    now - snapshot.at <= STALE_AFTER_MS
      ? { ok: true, text: `snapshot: ${at}, ${snapshot.totalActiveSignals} active signals` }
      : { ok: false, text: `snapshot: ${at} is old. Keep the service running for the nightly one, or: snapshot` },
  ];
  if ((await store.counters.get('refreshDue')) === 1)
    findings.push({
      ok: false,
      text: 'import: one was interrupted. Finish it by importing the file again, or: snapshot',
    });
  findings.push(nightFinding(await store.counters.get('nightAt'), now));
  return findings;
}

function nightFinding(nightAt: number, now: number): Finding {
  if (nightAt === 0)
    return { ok: true, text: 'night: none worked yet. The service works at 02:00 UTC and when it starts' };
  const last = `night: last worked ${new Date(nightAt).toISOString()}`;
  if (now - nightAt <= STALE_AFTER_MS) return { ok: true, text: last };
  return {
    ok: false,
    text: `${last}, which is long ago. Keep the service running; if it runs, its log says why it failed`,
  };
}
