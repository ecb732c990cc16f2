import { readdirSync, readFileSync } from 'node:fs';
import { VERSION } from '@pain-signals/contract';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url);
const packages = readdirSync(new URL('packages', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `packages/${name}/package.json`);

it.each(['package.json', ...packages])('%s has the version that the programs report', (file) => {
  expect(JSON.parse(readFileSync(new URL(file, root), 'utf8')).version).toBe(VERSION);
});

it('the newest section of the changelog is of that version', () => {
  expect(readFileSync(new URL('CHANGELOG.md', root), 'utf8')).toMatch(new RegExp(`^# Changelog\\s+## ${VERSION} `));
});
