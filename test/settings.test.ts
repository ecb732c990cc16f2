import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { namesIn, SETTINGS } from './support/settings.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

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
