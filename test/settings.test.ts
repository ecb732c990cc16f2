import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const namesIn = (text: string, name: RegExp): string[] => [...text.matchAll(name)].flatMap(([, found]) => found ?? []);

/** The only readers of the environment: each names a setting where it says how to read it. */
const READERS = ['src/config.ts', 'packages/service/src/config/config.ts', 'packages/slack-preview/src/config.ts'];
const SETTINGS = new Set(READERS.flatMap((file) => namesIn(read(file), /^\s+([A-Z][A-Z0-9_]+): /gm)));

/** The first column of the table under "Settings". */
const inOperations = namesIn(read('docs/operations.md'), /^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm).flatMap((names) =>
  namesIn(names, /`([A-Z0-9_]+)`/g),
);
const inExample = namesIn(read('.env.example'), /^([A-Z][A-Z0-9_]+)=/gm);

it.each([
  ['docs/operations.md', inOperations],
  ['.env.example', inExample],
])('%s has every setting that a program reads, once, and no other', (_, names) => {
  expect(names.toSorted()).toEqual([...SETTINGS].toSorted());
});
