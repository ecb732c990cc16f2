import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadServiceConfig, startService } from '@pain-signals/service';
import { pino } from 'pino';
import { request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { HEAP_FLAGS } from '#src/launcher.ts';
import { namesIn, SETTINGS } from '../support/settings.ts';
import { makeTemporaryFolder } from '../support/worlds/full-stack-world.ts';

/** What docs/operations.md tells an operator to install. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const Environment = z.record(z.string(), z.union([z.string(), z.number()]));
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).optional(),
      environment: Environment.optional(),
      secrets: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })).default({}),
  volumes: z.record(z.string(), z.unknown()).default({}),
});

function documentsOf(file: string): unknown[] {
  const documents = parseAllDocuments(read(file), { merge: true });
  expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
  return documents.map((document) => document.toJS());
}

/** Variables that belong to Node or the supervisor. */
const FOREIGN = new Set(['NODE_ENV']);
const settingOf = (name: string) => (SETTINGS.has(name) ? name : name.replace(/_FILE$/, ''));
const unknown = (names: readonly string[]) =>
  names.filter((name) => !FOREIGN.has(name) && !SETTINGS.has(settingOf(name)));

const PROGRAMS = ['service', 'slack', 'preview', 'cli'];

it.each(['deploy/compose.yml', 'deploy/compose.cluster.yml'])(
  '%s names programs, settings and secrets that exist',
  (file) => {
    const compose = Compose.parse(documentsOf(file)[0]);
    for (const [name, service] of Object.entries(compose.services)) {
      if (service.image !== 'pain-signals') continue;
      expect(PROGRAMS, name).toContain(service.command?.[0]);
      expect(unknown(Object.keys(service.environment ?? {})), name).toEqual([]);
      const mounted = Object.values(service.environment ?? {}).flatMap((value) =>
        namesIn(String(value), /^\/run\/secrets\/(.+)$/g),
      );
      expect(mounted.toSorted(), name).toEqual(service.secrets.toSorted());
    }
    const services = Object.values(compose.services);
    expect(services.flatMap(({ secrets }) => secrets).filter((secret) => !(secret in compose.secrets))).toEqual([]);
    const depended = services.flatMap(({ depends_on: on = [] }) => (Array.isArray(on) ? on : Object.keys(on)));
    expect(depended.filter((name) => !(name in compose.services))).toEqual([]);
    const mounts = services.flatMap(({ volumes }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    const missing = mounts.filter((from) =>
      from.startsWith('.')
        ? !existsSync(join(ROOT, dirname(file), from)) && from !== './secrets'
        : !(from in compose.volumes),
    );
    expect(missing).toEqual([]);
  },
);

it('the proxy sends requests to programs of the compose file', () => {
  const { services } = Compose.parse(documentsOf('deploy/compose.cluster.yml')[0]);
  const upstreams = namesIn(read('deploy/nginx.conf'), /^\s+server ([a-z0-9-]+):\d+ /gm);
  expect(upstreams).toHaveLength(4);
  expect(upstreams.filter((name) => !(name in services))).toEqual([]);
  // A program that restarted must not count as down when the other one restarts.
  expect(namesIn(read('deploy/nginx.conf'), /^\s+server [a-z0-9-]+:\d+ (.*);$/gm)).toEqual(
    Array(4).fill('max_fails=0'),
  );
});

/** The settings of the service and of the app; what the operator fills in is an example. */
function settingsIn(file: string): [service: Settings, app: Settings] {
  const filled = (settings: Settings = {}) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        /^\$\{\w+:\?/.test(String(value)) ? 'https://pain.example.com' : value,
      ]),
    );
  if (file.includes('kubernetes')) {
    const { data } = ConfigMap.parse(documentsOf(file).find((each) => ConfigMap.safeParse(each).success));
    return [data, data];
  }
  const programs = Object.values(Compose.parse(documentsOf(file)[0]).services);
  const settingsOf = (program: string) => filled(programs.find(({ command }) => command?.[0] === program)?.environment);
  return [settingsOf('service'), settingsOf('slack')];
}
type Settings = z.output<typeof Environment>;
const ConfigMap = z.object({ kind: z.literal('ConfigMap'), data: Environment });

it.each(['deploy/compose.yml', 'deploy/compose.cluster.yml', 'deploy/kubernetes/pain-signals.yml'])(
  'the service of %s answers at the addresses that the app of the same file calls',
  async (file) => {
    const [service, app] = settingsIn(file);
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const settings = { DATA_DIR: folder.path, SERVICE_PORT: '0', SERVICE_URL: service.SERVICE_URL?.toString() };
    const { address, stop } = await startService(loadServiceConfig(settings), pino({ level: 'silent' }));
    onTestFinished(stop);
    const port = new URL(address).port;
    const urls = [app.PAIN_API_URL, app.PAIN_MCP_URL ?? app.PAIN_API_URL].map((url) => new URL(String(url)));
    for (const [at, [method, path]] of (
      [
        ['GET', '/api/meta/pipeline'],
        ['POST', '/mcp'],
      ] as const
    ).entries()) {
      const { statusCode } = await request(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { host: urls[at]?.host ?? '', authorization: 'Bearer pain_x_y' },
      });
      // It gets as far as the key.
      expect([path, statusCode]).toEqual([path, 401]);
    }
  },
);

it.each(['deploy/compose.yml', 'deploy/compose.cluster.yml', 'deploy/kubernetes/pain-signals.yml'])(
  'both programs of %s believe a proxy that reaches them over the container network',
  (file) => {
    for (const { TRUSTED_PROXIES } of settingsIn(file)) {
      const { trustedProxies } = loadServiceConfig({ TRUSTED_PROXIES: TRUSTED_PROXIES?.toString() });
      expect(trustedProxies).not.toEqual(['loopback']);
    }
  },
);

it('the proxy logs no paths, which hold one-time links', () => {
  const config = read('deploy/nginx.conf');
  const [format = ''] = namesIn(config, /log_format no_path '(.+)';/g);
  expect(format).not.toMatch(/\$(?:request|request_uri|uri|args|query_string|http_referer)\b/);
  expect(namesIn(config, /access_log \S+ ?(.*);/g)).toEqual(['no_path']);
  // Below this level nginx quotes the request.
  expect(namesIn(config, /error_log \S+ (.+);/g)).toEqual(['crit']);
});

it('the Kubernetes example sets only settings that exist, and mounts each secret it reads', () => {
  const Document = z.looseObject({
    kind: z.string(),
    data: Environment.optional(),
    stringData: Environment.optional(),
  });
  const documents = documentsOf('deploy/kubernetes/pain-signals.yml').map((each) => Document.parse(each));
  const settings = documents.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  const secrets = Object.keys(documents.find(({ kind }) => kind === 'Secret')?.stringData ?? {});
  expect(unknown(Object.keys(settings))).toEqual([]);
  const files = Object.values(settings).flatMap((value) =>
    namesIn(String(value), /^\/run\/secrets\/pain-signals\/(.+)$/g),
  );
  expect(files.toSorted()).toEqual(secrets.toSorted());
  expect(documents.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Job', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress']),
  );
});

it('the example for the Prometheus Operator reads both programs with the token of the other example', () => {
  const monitor = read('deploy/kubernetes/pod-monitor.yml');
  const { spec } = documentsOf('deploy/kubernetes/pod-monitor.yml')[0] as {
    spec: { podMetricsEndpoints: { port: string; authorization: { credentials: { name: string; key: string } } }[] };
  };
  expect(spec.podMetricsEndpoints.map(({ authorization }) => authorization.credentials)).toEqual([
    { name: 'pain-signals', key: 'metrics-token' },
  ]);
  const example = read('deploy/kubernetes/pain-signals.yml');
  for (const app of namesIn(monitor, /(pain-signals-(?:service|slack))/g)) expect(example).toContain(`app: ${app}`);
  expect(namesIn(example, /ports: \[\{ name: (metrics), /g)).toHaveLength(2);
});

it.each(['service', 'slack'])(
  'the systemd unit of the %s starts it from the folder that the guide names',
  (program) => {
    const unit = read(`deploy/systemd/pain-signals-${program}.service`);
    expect(unit).toContain(`ExecStart=/usr/bin/node ${HEAP_FLAGS.join(' ')} /opt/pain-signals/start.mjs ${program}\n`);
    expect(
      unknown(namesIn(unit, /(?:^Environment=|\s)([A-Z][A-Z_]+)=/gm).filter((name) => name !== 'Environment')),
    ).toEqual([]);
  },
);

it('the workflow for continuous integration runs the same script as everybody else', () => {
  const [workflow] = documentsOf('.github/workflows/ci.yml');
  expect(JSON.stringify(workflow)).toContain('"run":".ci/run"');
  expect(execFileSync('git', ['ls-files', '-s', '.ci/run'], { cwd: ROOT, encoding: 'utf8' })).toMatch(/^100755/);
});

/** Names of metrics in the two programs; Prometheus adds suffixes to a histogram's. */
const METRICS = new Set(
  [
    'src/slack/request-tracking.ts',
    'src/metrics.ts',
    'packages/service/src/api/rest/monitoring.ts',
    'packages/telemetry/src/metrics.ts',
  ].flatMap((file) => namesIn(read(file), /'(painsignals_[a-z_]+)'/g)),
);

it.each(['alerts.yml', 'grafana-dashboard.json'])('%s asks only for metrics that the programs have', (file) => {
  const asked = namesIn(read(`deploy/monitoring/${file}`), /\b(painsignals_[a-z_]+)/g);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((name) => !METRICS.has(name) && !METRICS.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual(
    [],
  );
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

it.runIf(hasPromtool)('promtool accepts the alert rules', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', join(ROOT, 'deploy/monitoring/alerts.yml')]);
  expect([status, String(stderr)]).toEqual([0, '']);
});

it.each(namesIn(read('deploy/monitoring/alerts.yml'), /- alert: (\w+)/g))(
  'the guide says what to do when %s fires',
  (alert) => {
    expect(read('docs/operations.md')).toContain(`\`${alert}\``);
  },
);
