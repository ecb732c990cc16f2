import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetLocalKey, freePort, localKey, requireFreePorts, START, StartError } from './local-setup.ts';

/**
 * Everything on one machine: runs service, Slack app and, without Slack credentials, the preview workspace side by side. It
 * imports none of them: they are the same programs that run apart elsewhere.
 */
export async function main(environment: Environment = process.env): Promise<void> {
  const plan = await planOrExit(environment);
  if (plan.errors.length > 0) await exitWithErrors(plan, plan.programs);
  let end = await run(plan, await keyOrExit(plan));
  if (end === 'key refused') {
    await forgetLocalKey(plan.dataDir);
    end = await run(plan, await keyOrExit(plan));
  }
  if (end === 'signal') process.exit(0);
  if (end === 'key refused') console.error('The service refuses the key that was made for it. See what `doctor` says.');
  else if (plan.errors.length === 0) console.error(stoppedMessage(end));
  reportErrors(plan);
  process.exit(1);
}

type Environment = Record<string, string | undefined>;
type Program = 'service' | 'slack' | 'preview';

/** A signal, a key that the database doesn't know, or the programs that stopped by themselves. */
type End = 'signal' | 'key refused' | Ended[];

interface Ended {
  name: Program;
  signal: NodeJS.Signals | null;
  exitCode: number | null;
}

interface Plan {
  programs: Program[];
  environment: Environment;
  /** `NAME: what is wrong` in the configuration, as the programs say it. */
  errors: string[];
  /** What was printed already, so that no other program says the same. */
  said: Set<string>;
  /** Settings that the launcher makes from others, whose errors are said. */
  derived: ReadonlySet<string>;
  dataDir: string;
  /** The launcher makes the key of the local service. */
  makesKey: boolean;
  /** Only the embedded database starts with sample data. */
  hasSample: boolean;
  address: Record<Program, string>;
}

const STOP_TIMEOUT_MS = 10_000;
/** Each program either refuses its settings or starts listening. This ends the wait for one that hangs. */
const SETTLE_TIMEOUT_MS = 60_000;
const TITLE = { service: 'the service', slack: 'the Slack app', preview: 'the preview workspace' } as const;
const PORT_SETTING = { service: 'SERVICE_PORT', slack: 'PORT', preview: 'PREVIEW_PORT' } as const;
const SLACK_CREDENTIALS = ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET', 'SLACK_CLIENT_ID'];

async function planOrExit(environment: Environment): Promise<Plan> {
  try {
    return await makePlan(environment);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function makePlan(given: Environment): Promise<Plan> {
  const set = (name: string) => given[name] || undefined;
  const isSet = (name: string) => set(name) !== undefined || set(`${name}_FILE`) !== undefined;
  const host = set('HOST') ?? '127.0.0.1';
  const port = {
    service: set('SERVICE_PORT') ?? '4000',
    slack: set('PORT') ?? '3000',
    preview: set('PREVIEW_PORT') ?? '3001',
  };
  const address = addressesOf(host, port);
  const programs: Program[] = [];
  const environment: Environment = { ...given, LOG_LEVEL: set('LOG_LEVEL') ?? 'warn' };
  if (set('PAIN_API_URL') === undefined) {
    programs.push('service');
    environment.PAIN_API_URL = address.service;
    // With PAIN_API_URL set, the Slack app would expect another service without signal pages.
    environment.SIGNAL_URL =
      set('SIGNAL_URL') ?? `${withoutTrailingSlash(set('SERVICE_URL') ?? address.service)}/signals/{id}`;
  }
  programs.push('slack');
  if (!SLACK_CREDENTIALS.some(isSet)) {
    programs.push('preview');
    environment.SLACK_SIGNING_SECRET = randomBytes(16).toString('hex');
    environment.SLACK_BOT_TOKEN = `xoxb-preview-${randomBytes(12).toString('hex')}`;
    environment.SLACK_API_URL = `${address.preview}/api/`;
  }
  const ports = programs.map((name) => [PORT_SETTING[name], port[name]] as const);
  const errors = portErrors(ports);
  if (errors.length === 0) await requireFreePorts(host, ports);
  // The programs, elsewhere, say what else is wrong.
  else for (const name of programs) environment[PORT_SETTING[name]] = port[name] = await freePort();
  const makesKey = programs.includes('service') && !isSet('PAIN_API_KEY');
  return {
    programs,
    environment,
    errors,
    said: new Set(),
    derived: new Set(Object.keys(environment).filter((name) => environment[name] !== given[name])),
    dataDir: set('DATA_DIR') ?? './data',
    makesKey,
    hasSample: set('DATABASE_URL') === undefined,
    address: addressesOf(host, port),
  };
}

const addressesOf = (host: string, port: Record<Program, string>): Record<Program, string> => ({
  service: localUrl(host, port.service),
  slack: localUrl(host, port.slack),
  preview: localUrl(host, port.preview),
});

/** One program would answer for another, or find its port taken. */
function portErrors(ports: readonly (readonly [setting: string, port: string])[]): string[] {
  const same = [...Map.groupBy(ports, ([, port]) => Number(port)).values()].filter(({ length }) => length > 1);
  return same.map(
    (those) => `${new Intl.ListFormat('en-GB').format(those.map(([setting]) => setting).sort())}: must differ`,
  );
}

/** Null when the settings name the key. When it can't be made, the other programs report their own errors too. */
async function keyOrExit(plan: Plan): Promise<string | null> {
  if (!plan.makesKey) return null;
  try {
    return await localKey(plan.dataDir, plan.environment);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (!addErrors(plan, error.message)) printOnce(plan, error.message);
    const others = plan.programs.filter((name) => name !== 'service');
    return exitWithErrors(plan, others);
  }
}

/** Starts these programs for the errors in their settings only. */
async function exitWithErrors(plan: Plan, programs: Program[]): Promise<never> {
  const quiet = plan.derived.has('LOG_LEVEL') ? { LOG_LEVEL: 'error' } : {};
  const children = startAll({ ...plan, programs }, { ...plan.environment, ...quiet, PAIN_API_KEY: 'pain_not_made' });
  await awaitStoppedPrograms(children, plan);
  await stopAll([...children.values()]);
  reportErrors(plan);
  process.exit(1);
}

/** Without the lines that were printed before. */
function printOnce({ said }: Plan, text: string): void {
  const lines = text
    .replace(/^error: /gm, '')
    .trimEnd()
    .split('\n');
  const fresh = lines.filter((line) => !said.has(line));
  for (const line of fresh) said.add(line);
  if (fresh.length > 0) console.error(fresh.join('\n'));
}

/** Runs the programs until one of them stops, or a signal stops all. */
async function run(plan: Plan, key: string | null): Promise<End> {
  const environment = key === null ? plan.environment : { ...plan.environment, PAIN_API_KEY: key };
  const children = startAll(plan, environment);
  const ended = Promise.race([...children.values()].map(whenEnded)).then(() => 'ended' as const);
  const { stopped, ignore } = stopOnSignal([...children.values()]);
  const ready = Promise.all(plan.programs.map((name) => waitUntilAlive(plan.address[name])));
  const refused = ready.then(async () => {
    if (key !== null && (await isKeyRejected(plan.address.service, key))) return 'key refused' as const;
    announce(plan);
    if (key !== null && plan.hasSample) await untilSampleIsReady(plan.address.service, key);
    return new Promise<never>(() => {});
  });
  let end: End | 'ended' = await Promise.race([ended, stopped, refused]);
  if (end === 'ended') end = await awaitStoppedPrograms(children, plan);
  await stopAll([...children.values()]);
  ignore();
  return end;
}

/** Returns the programs that stopped by themselves, once each has either stopped or started listening. */
async function awaitStoppedPrograms(children: Children, { address }: Plan): Promise<Ended[]> {
  const settled = [...children].map(([name, child]) => Promise.race([whenEnded(child), waitUntilAlive(address[name])]));
  await Promise.race([Promise.all(settled), sleep(SETTLE_TIMEOUT_MS)]);
  return [...children]
    .filter(([, child]) => hasEnded(child))
    .map(([name, { signalCode: signal, exitCode }]) => ({ name, signal, exitCode }));
}

/** Reads the errors that a program found in its configuration. False when it says something else. */
function addErrors({ errors }: Plan, said: string): boolean {
  if (!/^(?:error: )?The configuration has /.test(said)) return false;
  errors.push(...[...said.matchAll(/^ {2}- (.+)$/gm)].map(([, error = '']) => error));
  return true;
}

/** One list, however many programs read a setting. */
function reportErrors({ errors, derived }: Plan): void {
  const byName = new Map(errors.map((error) => [error.split(':')[0] ?? '', error]));
  const given = [...byName].filter(([name]) => !derived.has(name)).map(([, error]) => error);
  if (given.length === 0) return;
  const count = given.length === 1 ? 'an error' : `${given.length} errors`;
  console.error([`The configuration has ${count}:`, ...given.map((error) => `  - ${error}`)].join('\n'));
}

/** What fails says why; what was ended from outside doesn't. */
function stoppedMessage(ended: readonly Ended[]): string {
  const names = ended.map(
    ({ name, signal, exitCode }) => `${TITLE[name]} stopped (${signal ?? `exit code ${exitCode}`})`,
  );
  const said = ended.filter(({ exitCode }) => (exitCode ?? 0) !== 0).length;
  const where = said === 0 ? '' : ` See the error${said === 1 ? '' : 's'} above.`;
  return `${new Intl.ListFormat('en').format(names).replace(/^t/, 'T')}, so everything was stopped.${where}`;
}

/** False when the service doesn't answer: its exit is reported separately. */
const isKeyRejected = (address: string, key: string): Promise<boolean> =>
  fetch(`${address}/api/meta/pipeline`, { headers: { authorization: `Bearer ${key}` } }).then(
    ({ status }) => status === 401,
    () => false,
  );

/** A wildcard address can't be opened, so it becomes the loopback address. */
function localUrl(host: string, port: string): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

const withoutTrailingSlash = (address: string): string => address.replace(/\/+$/, '');

type Children = ReadonlyMap<Program, ChildProcess>;

const startAll = (plan: Plan, environment: Environment): Children =>
  new Map(plan.programs.map((name) => [name, start(name, environment, plan)]));

function start(name: Program, environment: Environment, plan: Plan): ChildProcess {
  const child = spawn(process.execPath, [...(name === 'slack' ? HEAP_FLAGS : []), START, name], {
    env: environment,
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    serialization: 'json',
  });
  child.stderr?.on('data', (said: Buffer) => {
    if (addErrors(plan, said.toString())) return;
    if (plan.said.size > 0) printOnce(plan, said.toString());
    else process.stderr.write(said);
  });
  return child;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Once all it said has been read. */
const whenEnded = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const isRead = child.stderr === null || child.stderr.closed;
    return hasEnded(child) && isRead ? resolve() : child.once('close', () => resolve());
  });

/** Until `ignore` is called, a signal stops the programs instead of this process. */
function stopOnSignal(children: ChildProcess[]): { stopped: Promise<'signal'>; ignore: () => void } {
  const { promise: stopped, resolve } = Promise.withResolvers<'signal'>();
  let isStopping = false;
  const stop = (): void => {
    // A second Ctrl-C stops at once.
    if (isStopping) for (const child of children) child.kill('SIGKILL');
    isStopping = true;
    resolve('signal');
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, stop);
  const ignore = (): void => {
    for (const signal of signals) process.removeListener(signal, stop);
  };
  return { stopped, ignore };
}

async function stopAll(children: ChildProcess[]): Promise<void> {
  const running = children.filter((child) => !hasEnded(child));
  const ended = Promise.all(running.map(whenEnded));
  for (const child of running) child.kill('SIGTERM');
  const late = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(late);
}

async function waitUntilAlive(address: string): Promise<void> {
  for (;;) {
    const alive = await fetch(`${address}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (alive) return;
    await sleep(100);
  }
}

const CHECK_EVERY_MS = 1_000;
/** The programs run meanwhile, and cards wait for the data by themselves. */
const SAMPLE_TIMEOUT_MS = 60_000;

interface Watching {
  print: (line: string) => void;
  wait: (ms: number) => Promise<unknown>;
  now: () => number;
}

/** Says how far the sample data of a first start is. Later starts have it already. */
export async function untilSampleIsReady(
  address: string,
  key: string,
  { print, wait, now }: Watching = { print: console.log, wait: sleep, now: Date.now },
): Promise<void> {
  const began = now();
  let shown = '';
  while (now() - began < SAMPLE_TIMEOUT_MS) {
    const step = await sampleStep(address, key);
    if (step === null) break;
    if (step !== shown) print(`${shown === '' ? 'Preparing sample data (usually 10 to 20 seconds): ' : '  '}${step}`);
    shown = step;
    // The longer it takes, the less often: each check is one of the sixty calls a minute that the app has with the same key.
    await wait(Math.max(CHECK_EVERY_MS, (now() - began) / 3));
  }
  if (shown !== '') print(`  done after ${Math.round((now() - began) / 1_000)} s\n`);
}

interface PipelineState {
  latestSnapshotAt?: unknown;
  sample?: unknown;
  /** Missing until they are counted. */
  samplePosts?: { stored: number; total: number };
}

/** Null when there is nothing to wait for, or the service can't say. */
const sampleStep = (address: string, key: string): Promise<string | null> =>
  fetch(`${address}/api/meta/pipeline`, { headers: { authorization: `Bearer ${key}` } })
    .then(async (response) => {
      const { latestSnapshotAt, sample, samplePosts } = (await response.json()) as PipelineState;
      if (!response.ok || latestSnapshotAt !== null || sample !== true) return null;
      if (samplePosts === undefined) return 'writing posts…';
      const [stored, total] = [samplePosts.stored, samplePosts.total].map((count) => count.toLocaleString('en-US'));
      return stored === total ? 'finding and scoring signals…' : `writing posts… ${stored} of ${total}`;
    })
    .catch(() => null);

function announce({ programs, address }: Plan): void {
  const lines = [
    'Pain Signals is running.',
    '',
    ...(programs.includes('preview')
      ? [`  Try it     ${address.preview}  a preview of Slack: open it and type /pain trending`]
      : []),
    ...(programs.includes('service')
      ? [`  Service    ${address.service}  REST; its interface is at /openapi.json`]
      : []),
    `  Slack app  ${address.slack}  takes Slack's requests at /slack/events`,
    '',
    'Ctrl-C stops everything.',
  ];
  console.log(lines.join('\n'));
}

/**
 * V8 flags of the Slack app, the same as in `npm run slack`, systemd and Docker. The app needs 45 MiB; by default V8 lets the heap grow to three times that
 * and keeps 100 MiB for new objects. Stricter flags (--optimize-for-size) halve the throughput.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=30'];
