import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { HEAP_FLAGS } from '#src/launcher.ts';

it.each(['service', 'slack'])('bounds the heap of %s where it runs alone', async (program) => {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(scripts[program]).toBe(`node ${HEAP_FLAGS.join(' ')} start.mjs ${program}`);
});

it('asks of Node only what it understands', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, [...HEAP_FLAGS, '-e', '0']);
  expect(stderr).toBe('');
});
