import { resolve } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import type { ServiceConfig } from '../../config/config.ts';
import { createAskModel } from '../../language-model/ask-model.ts';
import { createEmbed } from '../../language-model/index.ts';
import { loadSources, openFeeds } from '../../sources/sources-file.ts';
import type { Store } from '../../store/index.ts';
import { type CliContext, helpExamples } from '../context/cli-context.ts';
import { withStore } from '../context/with-store.ts';

const MODEL_TIMEOUT_MS = 10_000;

/** Whether the models of the settings answer; each is asked one small question. None is set by default, and none is needed. */
export async function modelFindings({ chat, embeddings }: ServiceConfig): Promise<{ ok: boolean; text: string }[]> {
  return Promise.all([
    chat === null
      ? { ok: true, text: 'language model: none, our own words. To set one: CHAT_URL and CHAT_MODEL' }
      : endpointFinding('language model', chat.model, 'CHAT', () =>
          createAskModel(chat, MODEL_TIMEOUT_MS)(
            { instructions: 'Answer with the JSON {"ok": true}.', posts: '' },
            z.looseObject({}),
          ),
        ),
    embeddings === null
      ? { ok: true, text: 'embeddings: none, the built-in search. To set some: EMBEDDINGS_URL and EMBEDDINGS_MODEL' }
      : endpointFinding('embeddings', embeddings.model, 'EMBEDDINGS', () =>
          createEmbed(embeddings)(['The build is slow.'], MODEL_TIMEOUT_MS),
        ),
  ]);
}

async function endpointFinding(what: string, model: string, prefix: string, ask: () => Promise<unknown>) {
  try {
    await ask();
    return { ok: true, text: `${what}: ${model} answers` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, text: `${what}: ${reason} Check ${prefix}_URL, ${prefix}_MODEL and ${prefix}_API_KEY.` };
  }
}

/** Whether the SOURCES file can be followed; asks no platform. */
export async function sourceFindings(context: CliContext): Promise<{ ok: boolean; text: string }[]> {
  const { sourcesFile, credentials } = await context.config();
  if (sourcesFile === null)
    return [{ ok: true, text: 'sources: none. To follow some, set SOURCES to a YAML file that lists them' }];
  const http = await context.openHttp();
  try {
    const { feeds, errors } = openFeeds(await loadSources(sourcesFile), { http, credentials, now: Date.now });
    return [
      { ok: true, text: `sources: ${feeds.length} to read, by ${sourcesFile}` },
      ...errors.map(({ message }) => ({ ok: false, text: `sources: ${message}` })),
    ];
  } catch (error) {
    return [{ ok: false, text: `sources: ${error instanceof Error ? error.message : String(error)}` }];
  } finally {
    await http.close();
  }
}

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
