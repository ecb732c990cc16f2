import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { importCycles, importsOf, sourceFiles, twoWayFolders } from './support/imports.ts';

/**
 * Every folder, top to bottom. A file imports from its own folder or from folders further down, types included, so no two
 * folders import each other. A new folder gets its line where its imports allow it.
 */
const FLOORS = [
  // The Slack app
  'src',
  'src/jobs',
  'src/install',
  'src/charts',
  'src/workspace',
  'src/slack',
  'src/store',
  'src/store/migrations',
  'handlers/listeners',
  'handlers/conversation',
  'handlers/settings',
  'handlers/sharing',
  'handlers/actions',
  'handlers/workflow',
  'handlers/watches',
  'handlers/digest',
  'handlers/home',
  'handlers/evidence',
  'handlers/compare',
  'handlers/charts',
  'handlers/briefs',
  'handlers/signals',
  'handlers/reply',
  'handlers',
  'handlers/commands/natural-language',
  'handlers/commands',
  'blocks/workflow',
  'blocks/home',
  'blocks/watches',
  'blocks/digest',
  'blocks/sharing',
  'blocks/settings',
  'blocks/conversation',
  'blocks/compare',
  'blocks/briefs',
  'blocks/evidence',
  'blocks/help',
  'blocks/errors',
  'blocks/signals',
  'blocks/charts',
  'blocks/charts/drawing',
  'blocks/charts/plots',
  'blocks/kit',
  'packages/domain/src',
  // The service
  'packages/service/src',
  'packages/service/src/cli',
  'packages/service/src/cli/commands',
  'packages/service/src/cli/context',
  'packages/service/src/api',
  'packages/service/src/api/pages',
  'packages/service/src/api/pages/oauth',
  'packages/service/src/api/pages/signals',
  'packages/service/src/api/pages/settings',
  'packages/service/src/api/pages/sign-in',
  'packages/service/src/api/pages/kit',
  'packages/service/src/api/mcp',
  'packages/service/src/api/mcp/tools',
  'packages/service/src/api/rest',
  'packages/service/src/api/http',
  'packages/service/src/jobs/schedule',
  'packages/service/src/jobs',
  'packages/service/src/jobs/refresh',
  'packages/service/src/jobs/pipeline',
  'packages/service/src/config',
  'packages/service/src/queries/search',
  'packages/service/src/queries',
  'packages/service/src/accounts',
  'packages/service/src/accounts/oauth',
  'packages/service/src/accounts/sign-in',
  'packages/service/src/accounts/keys',
  'packages/service/src/accounts/limits',
  'packages/service/src/language-model',
  'packages/service/src/language-model/acceptance',
  'packages/service/src/language-model/prompts',
  'packages/service/src/sources',
  'packages/service/src/sources/platforms',
  'packages/service/src/sources/import',
  'packages/service/src/sources/feed',
  'packages/service/src/sources/http',
  'packages/service/src/sources/sample',
  'packages/service/src/sources/sample/noise',
  'packages/service/src/sources/sample/voices',
  'packages/service/src/sources/sample/pains',
  'packages/service/src/sources/sample/parts',
  'packages/service/src/store',
  'packages/service/src/store/jobs',
  'packages/service/src/store/signals',
  'packages/service/src/store/posts',
  'packages/service/src/store/accounts',
  'packages/service/src/store/migrations',
  'packages/service/src/store/database',
  'packages/service/src/briefs',
  'packages/service/src/naming',
  'packages/service/src/search',
  'packages/service/src/classify',
  'packages/service/src/scoring',
  'packages/service/src/clustering',
  'packages/service/src/text',
  'packages/service/src/text/secrets',
  'packages/service/src/model',
  // The stand-in for Slack
  'packages/slack-preview/src',
  'packages/slack-preview/src/page',
  'packages/slack-preview/src/page/blocks',
  'packages/slack-preview/src/page/text',
  'packages/slack-preview/src/to-app',
  'packages/slack-preview/src/web-api',
  'packages/slack-preview/src/workspace',
  'packages/slack-preview/src/limits',
  // What the programs share
  'packages/client/src',
  'packages/client/src/mcp',
  'packages/client/src/resilience',
  'packages/client/src/rate-limit',
  'packages/client/src/http',
  'packages/contract/src',
  'packages/telemetry/src',
  'packages/storage/src',
  'packages/storage/src/backup',
  'packages/storage/src/database',
];

const PURE_STAGES = /^packages\/service\/src\/(briefs|naming|search|classify|scoring|clustering|text)\b/;

/** What a folder must not import although it is further down, and why. */
const NEVER: readonly { from: RegExp; to: RegExp; because: string }[] = [
  { from: /^blocks\//, to: /^packages\/(client|storage|service)\//, because: 'blocks draw, they call nobody' },
  {
    from: /^handlers\//,
    to: /^packages\/(storage|service|slack-preview)\//,
    because: 'src hands handlers what they need',
  },
  {
    from: /^(src|handlers|blocks)\//,
    to: /^packages\/(service|slack-preview)\//,
    because: 'the app knows the service as a client only',
  },
  { from: /^src\/store\//, to: /^packages\/client\//, because: 'tables do not call the service' },
  { from: /^packages\/domain\//, to: /^packages\/(?!domain|contract)/, because: 'the domain knows the contract alone' },
  { from: /^packages\/contract\//, to: /^packages\/(?!contract)/, because: 'the contract knows nobody' },
  { from: /^packages\/storage\//, to: /^packages\/(?!storage)/, because: 'storage knows nobody' },
  { from: /^packages\/client\//, to: /^packages\/(?!client|contract)/, because: 'the client knows the contract alone' },
  {
    from: /^packages\/slack-preview\//,
    to: /^packages\/(?!slack-preview|storage)/,
    because: 'the preview is a stand-in for Slack alone',
  },
  {
    from: /^packages\/service\//,
    to: /^packages\/(client(?!\/src\/rate-limit\/index\.ts)|slack-preview|domain)\//,
    because: 'the service is reached over HTTP; of the client it uses the rate limiter',
  },
  {
    from: /^packages\/service\/src\/api\/(rest|mcp|pages)\b/,
    to: /^packages\/service\/src\/(store|sources|jobs)\b/,
    because: 'doors call queries and accounts',
  },
  {
    from: /^packages\/service\/src\/api\/rest\b/,
    to: /^packages\/service\/src\/api\/(mcp|pages)\b/,
    because: 'doors do not know each other',
  },
  {
    from: /^packages\/service\/src\/api\/mcp\b/,
    to: /^packages\/service\/src\/api\/(rest|pages)\b/,
    because: 'doors do not know each other',
  },
  {
    from: /^packages\/service\/src\/api\/pages\b/,
    to: /^packages\/service\/src\/api\/(rest|mcp)\b/,
    because: 'doors do not know each other',
  },
  {
    from: PURE_STAGES,
    to: /^packages\/service\/src\/(store|sources|language-model)\b/,
    because: 'stages are pure: jobs join them',
  },
  { from: /^packages\/service\/src\/store\b/, to: PURE_STAGES, because: 'the store keeps, it does not decide' },
];

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = sourceFiles(ROOT);
const EDGES = importsOf(ROOT, FILES);
const floorOf = (file: string): number => FLOORS.indexOf(dirname(file));

it('names every folder, and no other', () => {
  const folders = new Set(FILES.map((file) => dirname(file)));
  expect(FLOORS.filter((folder) => !folders.has(folder))).toEqual([]);
  expect([...folders].filter((folder) => !FLOORS.includes(folder))).toEqual([]);
  expect(FILES.length).toBeGreaterThan(500);
});

it('lets a folder import only from folders below it', () => {
  const upward = EDGES.filter(({ from, to }) => dirname(from) !== dirname(to) && floorOf(to) < floorOf(from));
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

it('keeps apart what must not know each other', () => {
  const offences = EDGES.flatMap(({ from, to }) =>
    NEVER.filter((rule) => rule.from.test(from) && rule.to.test(to)).map(
      ({ because }) => `${from} imports ${to}: ${because}`,
    ),
  );
  expect(offences).toEqual([]);
});

it('has no two folders that import each other, and no cycle of files', () => {
  expect(twoWayFolders(EDGES)).toEqual([]);
  expect(importCycles(EDGES)).toEqual([]);
});

it(`has no folder of more than 20 files`, () => {
  const large = [...Map.groupBy(FILES, (file) => dirname(file))].filter(([, files]) => files.length > 20);
  expect(large.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
});
