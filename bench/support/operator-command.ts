import { readFileSync } from 'node:fs';

const root = new URL('../..', import.meta.url);

/** The arguments with which `npm run cli` starts Node: npm and a shell in between would be measured too. */
export function operatorCommand(...words: readonly string[]): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { scripts: { cli: string } };
  const [, ...parts] = scripts.cli.split(' ');
  return [...parts.map((part) => (part === 'start.mjs' ? new URL(part, root).pathname : part)), ...words];
}
