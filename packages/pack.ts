/**
 * Makes the client or the preview workspace a package that can be installed anywhere: `npm run pack client|slack-preview [FOLDER]`
 * leaves one file there. Node runs no TypeScript below node_modules, so it is compiled; workspaces it imports travel inside.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const SCOPE = '@pain-signals/';

/** What a package is made of besides its compiled `src`. */
const BUILDS = {
  client: { assets: [], program: null },
  'slack-preview': { assets: ['page/assets'], program: 'slack-preview' },
} as const;

type PackageName = keyof typeof BUILDS;
type Dependencies = Record<string, string>;

/** Writes the whole package into `folder`. */
export function buildPackage(name: PackageName, folder: string): void {
  const { assets, program } = BUILDS[name];
  const manifest = readManifest(name);
  const bundled = Object.keys(manifest.dependencies).flatMap((each) =>
    each.startsWith(SCOPE) ? [each.slice(SCOPE.length)] : [],
  );
  const dependencies: Dependencies = { ...manifest.dependencies };
  for (const each of bundled) {
    compile(each, join(folder, 'node_modules', SCOPE + each));
    Object.assign(dependencies, readManifest(each).dependencies);
  }
  compile(name, folder, {
    dependencies,
    bundleDependencies: bundled.map((each) => SCOPE + each),
    ...(program === null ? {} : { bin: { [program]: './dist/bin.js' } }),
  });
  for (const each of assets) cpSync(join(PACKAGES, name, 'src', each), join(folder, 'dist', each), { recursive: true });
  if (program !== null) writeProgram(join(folder, 'dist/bin.js'));
  for (const file of [join(PACKAGES, name, 'README.md'), join(ROOT, 'LICENSE')])
    cpSync(file, join(folder, file.slice(file.lastIndexOf('/') + 1)));
}

function readManifest(name: string): { dependencies: Dependencies } & Record<string, unknown> {
  return JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
}

function compile(name: string, folder: string, additions: object = {}): void {
  const source = join(PACKAGES, name);
  execFileSync(process.execPath, [TSC, '--project', source, '--outDir', join(folder, 'dist')], {
    stdio: 'inherit',
  });
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  const written = { ...readManifest(name), private: undefined, exports, files: ['dist'], ...additions };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
}

function writeProgram(file: string): void {
  writeFileSync(file, "#!/usr/bin/env node\nimport { main } from './main.js';\n\nawait main();\n");
  chmodSync(file, 0o755);
}

/** Leaves the file that `npm install` takes in `target`, and returns its path. */
export function pack(name: PackageName, target: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pain-signals-pack-'));
  try {
    mkdirSync(target, { recursive: true });
    buildPackage(name, folder);
    const made = execFileSync('npm', ['pack', '--silent', '--pack-destination', target], {
      cwd: folder,
      encoding: 'utf8',
    });
    return join(target, made.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [name = '', target = '.'] = process.argv.slice(2);
  if (!Object.hasOwn(BUILDS, name)) {
    console.error(`usage: npm run -s pack ${Object.keys(BUILDS).join('|')} [FOLDER]`);
    process.exit(2);
  }
  console.log(pack(name as PackageName, resolve(target)));
}
