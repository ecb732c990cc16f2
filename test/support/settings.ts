import { readFileSync } from 'node:fs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/** The first group of every match. */
export const namesIn = (text: string, name: RegExp): string[] =>
  [...text.matchAll(name)].flatMap(([, found]) => found ?? []);

/** The only readers of the environment: each names a setting where it says how to read it. */
const READERS = [
  'src/config.ts',
  'packages/service/src/config/config.ts',
  'packages/slack-preview/src/config.ts',
  'packages/storage/src/environment.ts',
];

/** Every setting that a program reads. */
export const SETTINGS: ReadonlySet<string> = new Set(
  READERS.flatMap((file) => namesIn(read(file), /^\s+([A-Z][A-Z0-9_]+): /gm)),
);
