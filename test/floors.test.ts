import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

/**
 * The house as a table: a folder (or file) and what it may import besides itself and outside libraries. The first match names
 * the zone of a file, so the particular stands before the general.
 */
const HOUSE: readonly { zone: string; path: RegExp; mayImport: readonly string[] }[] = [
  { zone: 'launcher', path: /^src\/(launcher|heap-flags|local-key|free-ports|start-fault)\.ts/, mayImport: [] },
  {
    zone: 'src/main',
    path: /^src\/main\.ts/,
    mayImport: ['src', 'src/stores', 'handlers', 'blocks', 'client', 'storage', 'contract'],
  },
  { zone: 'src/stores', path: /^src\/stores\//, mayImport: ['handlers', 'storage'] },
  { zone: 'src', path: /^src\//, mayImport: ['src/stores', 'handlers', 'blocks', 'client', 'storage', 'contract'] },
  { zone: 'handlers', path: /^handlers\//, mayImport: ['blocks', 'client', 'contract'] },
  { zone: 'blocks', path: /^blocks\//, mayImport: ['contract'] },
  { zone: 'contract', path: /^packages\/contract\//, mayImport: [] },
  { zone: 'client', path: /^packages\/client\//, mayImport: ['contract'] },
  { zone: 'storage', path: /^packages\/storage\//, mayImport: [] },
  { zone: 'slack-preview', path: /^packages\/slack-preview\//, mayImport: ['storage'] },
  {
    zone: 'service main',
    path: /^packages\/service\/src\/(index\.ts|main\.ts|start-service\.ts|log\.ts|night-thread\.ts|night-worker\.ts|fetch-thread\.ts|fetch-worker\.ts|cli\/)/,
    mayImport: [
      'service config',
      'service server',
      'accounts',
      'queries',
      'run',
      'chat',
      'embeddings',
      'sources',
      'stages',
      'store',
      'model',
      'storage',
      'contract',
    ],
  },
  {
    zone: 'service server',
    path: /^packages\/service\/src\/(server|night|schedule)\.ts/,
    mayImport: [
      'rest',
      'mcp',
      'pages',
      'queries',
      'accounts',
      'run',
      'sources',
      'stages',
      'store',
      'model',
      'storage',
      'contract',
    ],
  },
  { zone: 'service config', path: /^packages\/service\/src\/config\.ts/, mayImport: ['storage'] },
  { zone: 'rest', path: /^packages\/service\/src\/rest\//, mayImport: ['queries', 'accounts', 'model', 'contract'] },
  { zone: 'mcp', path: /^packages\/service\/src\/mcp\//, mayImport: ['queries', 'accounts', 'model', 'contract'] },
  { zone: 'pages', path: /^packages\/service\/src\/pages\//, mayImport: ['queries', 'accounts', 'model', 'contract'] },
  { zone: 'accounts', path: /^packages\/service\/src\/accounts\//, mayImport: ['store', 'model', 'contract'] },
  {
    zone: 'queries',
    path: /^packages\/service\/src\/queries\//,
    mayImport: ['embeddings', 'stages', 'store', 'model', 'contract'],
  },
  {
    zone: 'run',
    path: /^packages\/service\/src\/pipeline\/run/,
    mayImport: ['chat', 'sources', 'stages', 'store', 'model', 'storage', 'contract'],
  },
  { zone: 'embeddings', path: /^packages\/service\/src\/embeddings\//, mayImport: ['model', 'contract'] },
  { zone: 'chat', path: /^packages\/service\/src\/chat\//, mayImport: ['stages', 'model', 'contract'] },
  { zone: 'sources', path: /^packages\/service\/src\/sources\//, mayImport: ['model', 'contract'] },
  { zone: 'stages', path: /^packages\/service\/src\/pipeline\//, mayImport: ['model', 'contract'] },
  { zone: 'store', path: /^packages\/service\/src\/store\//, mayImport: ['model', 'storage', 'contract'] },
  { zone: 'model', path: /^packages\/service\/src\/model\//, mayImport: ['contract'] },
];

const PICTURE = `
  SLACK APP  src/main > src/ > src/stores/ > handlers/ > blocks/            then: client, storage, contract
  SERVICE    main, cli > server, night > rest/ mcp/ pages/ > accounts/ queries/ pipeline/run > sources/ chat/ embeddings/ pure stages, store/ > model/
`;

const FILES = globSync(['src/**/*.ts', 'handlers/**/*.ts', 'blocks/**/*.ts', 'packages/*/src/**/*.ts']).sort();

const zoneOf = (file: string) => HOUSE.find(({ path }) => path.test(file));

/** Every specifier of a static, type, dynamic or re-exporting import. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier ?? '');

/** A file of this repository that a specifier leads to; null for a library. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (specifier.startsWith('#')) return specifier.slice(1);
  const [, workspace] = /^@pain-signals\/([^/]+)/.exec(specifier) ?? [];
  return workspace === undefined ? null : `packages/${workspace}/src/index.ts`;
}

function offencesOf(file: string): string[] {
  const zone = zoneOf(file);
  if (!zone) return [`${file} stands on no floor`];
  return importsOf(readFileSync(file, 'utf8')).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    const reached = target === null ? undefined : zoneOf(target);
    const allowed = target === null || reached?.zone === zone.zone || zone.mayImport.includes(reached?.zone ?? '');
    return allowed ? [] : [`${file} (${zone.zone}) imports ${specifier} (${reached?.zone ?? 'nowhere'})`];
  });
}

it('reads every source file', () => {
  expect(FILES.length).toBeGreaterThan(50);
});

it('lets a folder import only from the floors below it', () => {
  const offences = FILES.flatMap(offencesOf);
  expect(offences, `The floors, top to bottom:${PICTURE}`).toEqual([]);
});
