import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPackage } from '../../pack.ts';

const INSTALLED = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  types: ['node'],
  skipLibCheck: true,
};

let folder: string;

/** A stranger's folder, with the package in it as npm would unpack it, and what it depends on. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pain-signals-stranger-'));
  const client = join(folder, 'node_modules/@pain-signals/client');
  mkdirSync(client, { recursive: true });
  buildPackage('client', client);
  const { dependencies, bundleDependencies } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'));
  const others = Object.keys(dependencies).filter((name) => !bundleDependencies.includes(name));
  for (const name of [...others, '@types']) symlinkSync(join(INSTALLED, name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('runs in plain JavaScript below node_modules, without this repository', () => {
  const program = `import { createPainClient, UnreachableError } from '@pain-signals/client';
    const client = createPainClient({ apiUrl: 'http://127.0.0.1:9', apiKey: 'pain_a_b' });
    console.log((await client.budget()).left, UnreachableError.name);
    await client.close();`;
  writeFileSync(join(folder, 'program.js'), program);
  const said = execFileSync(process.execPath, ['program.js'], { cwd: folder, encoding: 'utf8' });
  expect(said).toBe('60 UnreachableError\n');
});

it('gives the types that the first example of its README needs', () => {
  const [, example = ''] = /```ts\n(.*?)```/s.exec(README) ?? [];
  expect(example).toContain('createPainClient');
  writeFileSync(join(folder, 'example.ts'), example);
  writeFileSync(join(folder, 'wrong.ts'), example.replace('signal.topic', 'signal.topik'));
  const check = (file: string) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: [file] }));
    const tsc = join(INSTALLED, 'typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' }).stdout;
  };
  expect(check('example.ts')).toBe('');
  expect(check('wrong.ts')).toContain("'topik' does not exist");
});
