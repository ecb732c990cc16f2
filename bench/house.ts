/**
 * How the code is laid out: `node bench/house.ts`. Sizes of files and folders, folders that import each other, and how many
 * files and functions run for three everyday requests. Signs of health, not targets.
 */
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evidenceTool, startScriptedMcp } from '../packages/client/test/support/scripted-mcp.ts';
import { importCycles, importsOf, sourceFiles, twoWayFolders } from '../test/support/imports.ts';
import { startFakeService } from '../test/support/service/fake-service.ts';
import { startRecordingSlack } from '../test/support/slack/recording-slack.ts';
import { openTemporaryStore } from '../test/support/store/temporary-store.ts';
import { createDigestProgram, subscribe } from '../test/support/worlds/digest-program.ts';
import { startWorld } from '../test/support/worlds/slack-world.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const APP = /^(src|handlers|blocks|packages\/(client|contract|domain|storage)\/src)\//;
const MONDAY = Date.parse('2026-03-16T08:00:00Z');

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function printSizes(): void {
  const files = sourceFiles(ROOT).filter((file) => !file.includes('/sources/sample/'));
  const lines = files.map((file) => readFileSync(`${ROOT}${file}`, 'utf8').split('\n').length - 1);
  const total = lines.reduce((sum, each) => sum + each, 0);
  console.log(`production files: ${files.length}, lines: ${total}, median lines of a file: ${median(lines)}`);
  const large = [...Map.groupBy(files, (file) => dirname(file))].filter(([, held]) => held.length > 20);
  console.log(
    `folders of more than 20 files: ${large.map(([folder, { length }]) => `${folder} ${length}`).join(', ') || 0}`,
  );
  const edges = importsOf(ROOT, sourceFiles(ROOT));
  console.log(
    `folders that import each other: ${twoWayFolders(edges).length}, cycles of files: ${importCycles(edges).length}`,
  );
}

/** The app's files and functions that run during `work`, by V8's coverage. Code that ran before, while loading, doesn't count. */
async function printWhatRuns(name: string, work: () => Promise<unknown>): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const ran = result.flatMap(({ url, functions }) => {
    const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '';
    const called = functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0);
    return APP.test(file) && called.length > 0 ? [{ file, called: called.length }] : [];
  });
  const functions = ran.reduce((sum, { called }) => sum + called, 0);
  console.log(`${name}: ${ran.length} files, ${functions} functions`);
  if (process.argv.includes('--files')) for (const { file, called } of ran) console.log(`    ${called} ${file}`);
}

const EXCERPT = {
  ...{
    chunkId: 'c1',
    documentId: 'd1',
    provider: 'github',
    externalId: '1',
    postTitle: 'Login fails after the update',
  },
  ...{ excerpt: 'Since the update everybody is logged out.', url: 'https://example.com/1', author: 'ada' },
  createdAt: '2026-03-10T08:00:00Z',
};

async function printCommands(): Promise<void> {
  const mcp = await startScriptedMcp({ tools: [evidenceTool()], result: { structuredContent: { items: [EXCERPT] } } });
  const world = await startWorld({ mcpUrl: mcp.url });
  try {
    for (const text of ['help', 'trending', 'evidence 3']) await world.ask(text);
    await world.idle();
    for (const text of ['help', 'evidence 3']) {
      await printWhatRuns(`/pain ${text}`, async () => {
        await world.ask(text);
        await world.idle();
      });
    }
  } finally {
    await world.close();
    await mcp.close();
  }
}

async function printDigest(): Promise<void> {
  let now = MONDAY - 3_600_000;
  const service = await startFakeService();
  const slack = await startRecordingSlack(() => now);
  const store = await openTemporaryStore(() => now);
  const program = createDigestProgram({ store, slackUrl: slack.url, serviceUrl: service.url, now: () => now });
  await subscribe(store, 'T1', ['C1']);
  await program.runDueNow();
  now = MONDAY;
  await printWhatRuns('one weekly digest', () => program.runDueNow());
  if (slack.posts.length === 0) throw new Error('No digest was posted.');
  await program.stop();
  await store.close();
  await slack.close();
  await service.close();
}

printSizes();
await printCommands();
await printDigest();
