/**
 * Makes the client a package that can be installed anywhere: `npm run pack:client [FOLDER]` leaves one file there. Node runs no
 * TypeScript below node_modules, so it is compiled; the contract, which is published nowhere, travels inside.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('.', import.meta.url));
const CONTRACT = fileURLToPath(new URL('../contract', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));

/** Writes the whole package into `folder`. */
export function buildPackage(folder: string): void {
  compile(CLIENT, folder, { bundleDependencies: ['@pain-signals/contract'] });
  compile(CONTRACT, join(folder, 'node_modules/@pain-signals/contract'));
  for (const [from, name] of [[CLIENT, 'README.md'] as const, [ROOT, 'LICENSE'] as const])
    cpSync(join(from, name), join(folder, name));
}

function compile(source: string, folder: string, additions: object = {}): void {
  execFileSync(process.execPath, [TSC, '--project', source, '--outDir', join(folder, 'dist')], { stdio: 'inherit' });
  const described = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  const written = { ...described, private: undefined, exports, files: ['dist'], ...additions };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? '.');
  const folder = mkdtempSync(join(tmpdir(), 'pain-signals-client-'));
  try {
    mkdirSync(target, { recursive: true });
    buildPackage(folder);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder, stdio: 'inherit' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
