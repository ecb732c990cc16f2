import { createPainClient } from '@pain-signals/client';
import { ConfigurationError } from '@pain-signals/storage';
import { WebClient } from '@slack/web-api';
import { type Config, readConfigWithLauncherDefaults } from './config.ts';
import { createOperatorRoutes } from './workspace/api-keys.ts';

export interface Finding {
  ok: boolean;
  text: string;
}

const TIMEOUT_MS = 5_000;

interface CheckOptions {
  environment?: Record<string, string | undefined>;
  /** Also opens PUBLIC_URL. */
  isLive?: boolean;
}

/** Checks the app's settings, Slack, the service and Redis, each once. */
export async function checkSlackApp({ environment, isLive = false }: CheckOptions = {}): Promise<Finding[]> {
  try {
    const { config, usesStandIn, usesLocalKey } = readConfigWithLauncherDefaults(environment);
    return [
      ...(usesStandIn
        ? [{ ok: true, text: 'Slack: no credentials, so `npm start` opens the stand-in' }]
        : await checkSlack(config)),
      ...(await checkService(config, usesLocalKey)),
      ...(isLive && config.publicUrl !== null ? [await checkPublicUrl(config.publicUrl)] : []),
    ];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.errors.map((message) => ({ ok: false, text: `Slack app: ${message}` }));
  }
}

/** Opens the app's public address as Slack would. */
const checkPublicUrl = (publicUrl: string): Promise<Finding> =>
  check('address', 'Check PUBLIC_URL and what is in front of the app, or start it', async () => {
    const { status } = await fetch(`${publicUrl}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (status !== 200) throw new Error(`${publicUrl}/readyz answers ${status}`);
    return `${publicUrl} is ready`;
  });

async function checkSlack({ botToken, appToken, slackApiUrl }: Config): Promise<Finding[]> {
  const options = { slackApiUrl, timeout: TIMEOUT_MS, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  const findings: Finding[] = [];
  if (botToken === null)
    findings.push({
      ok: true,
      text: 'Slack: workspaces install the app at /slack/install, each with a token of its own',
    });
  else
    findings.push(
      await check('Slack', 'Check SLACK_BOT_TOKEN', async () => {
        const { team } = await new WebClient(botToken, options).auth.test();
        return `the bot token works, in ${team ?? 'a workspace'}`;
      }),
    );
  if (appToken !== null)
    findings.push(
      await check('Slack', 'Check SLACK_APP_TOKEN, and that Socket Mode is on', async () => {
        await new WebClient(appToken, options).apps.connections.open();
        return 'the app token works';
      }),
    );
  return findings;
}

async function checkService(
  { painApiUrl, painMcpUrl, painApiKey, painOperatorToken, redisUrl }: Config,
  usesLocalKey: boolean,
): Promise<Finding[]> {
  const warnings: string[] = [];
  const client = createPainClient({
    apiUrl: painApiUrl,
    mcpUrl: painMcpUrl ?? undefined,
    apiKey: painApiKey,
    redisUrl: redisUrl ?? undefined,
    warn: (message) => warnings.push(message),
  });
  try {
    const findings: Finding[] = [];
    if (usesLocalKey) findings.push({ ok: true, text: 'service: the local one; `npm start` makes its key' });
    else if (painApiKey !== null) {
      const service = await check('service', 'Check PAIN_API_URL and PAIN_API_KEY', async () => {
        const { data } = await client.pipeline();
        return `${painApiUrl} answers, last updated ${data.latestSnapshotAt ?? 'never'}`;
      });
      findings.push(service);
      if (service.ok)
        findings.push(
          await check('excerpts', 'Check PAIN_MCP_URL; until then evidence comes as titles only', async () => {
            await client.checkExcerpts();
            return `the MCP server at ${client.health().mcp.url} answers`;
          }),
        );
    }
    if (painOperatorToken)
      findings.push(
        await check(
          'service',
          'Check PAIN_API_URL and PAIN_OPERATOR_TOKEN, and OPERATOR_TOKEN of the service',
          async () => {
            // A workspace that doesn't exist, so nothing changes.
            await createOperatorRoutes(painApiUrl, painOperatorToken).revokeKey('T000000000');
            return 'each workspace gets its own account and key';
          },
        ),
      );
    if (redisUrl !== null) {
      await client.budget();
      findings.push(
        client.health().budget === 'redis'
          ? { ok: true, text: 'Redis: reached, calls are counted together' }
          : {
              ok: false,
              text: 'Redis: cannot be reached, so each process counts alone. Check REDIS_URL, or start Redis',
            },
      );
    }
    return findings;
  } finally {
    await client.close();
  }
}

async function check(what: string, advice: string, ask: () => Promise<string>): Promise<Finding> {
  try {
    return { ok: true, text: `${what}: ${await ask()}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, text: `${what}: ${reason.replace(/\.$/, '')}. ${advice}` };
  }
}
