import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printFigure } from './support/figure.ts';
import { operatorCommand } from './support/operator-command.ts';
import { LAST_DAY, writeSampleFile } from './support/sample-file.ts';

/** How many posts with bodies an import stores and clusters in a second: `node bench/import.ts [POSTS]`. */

const POSTS = Number(process.argv[2] ?? 20_000);
const DAY_MS = 86_400_000;

const folder = await mkdtemp(join(tmpdir(), 'pain-signals-bench-'));
const file = join(folder, 'posts.ndjson');
await writeSampleFile(file, POSTS);

const began = performance.now();
await promisify(execFile)(process.execPath, operatorCommand('import', file), {
  env: { ...process.env, DATA_DIR: join(folder, 'data'), AS_OF: new Date(LAST_DAY + DAY_MS).toISOString() },
  maxBuffer: 64 * 1024 * 1024,
});
const seconds = (performance.now() - began) / 1000;
await rm(folder, { recursive: true, force: true });
printFigure(
  `import of ${POSTS} posts, signals and snapshot included`,
  `${Math.round(POSTS / seconds)} posts/s`,
  '1,000 posts/s',
);
