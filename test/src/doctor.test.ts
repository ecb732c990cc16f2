import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkSlackApp } from '#src/doctor.ts';
import { API_KEY, startFakeService } from '../support/service/fake-service.ts';

/** Slack, which takes one token and no other. */
async function startSlack(token: string): Promise<string> {
  const server = createServer((request, response) => {
    const isRight = request.headers.authorization === `Bearer ${token}`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isRight ? { ok: true, team: 'Acme' } : { ok: false, error: 'invalid_auth' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
}

const told = async (environment: Record<string, string>) =>
  (await checkSlackApp({ environment, isLive: environment.PUBLIC_URL !== undefined })).map(
    ({ ok, text }) => `${ok ? 'ok' : 'FIX'} ${text}`,
  );

it('finds a fresh machine well, where nothing is set', async () => {
  expect(await told({})).toEqual([
    'ok Slack: no credentials, so `npm start` opens the stand-in',
    'ok service: the local one; `npm start` makes its key',
  ]);
});

it('names every fault of the settings, and no value', async () => {
  const findings = await told({ SLACK_BOT_TOKEN: 'xapp-hunter2', SLACK_SIGNING_SECRET: 's', REDIS_URL: 'hunter2' });

  expect(findings).toEqual([
    expect.stringMatching(/^FIX Slack app: REDIS_URL: must start with redis:/),
    expect.stringMatching(/^FIX Slack app: SLACK_BOT_TOKEN: /),
  ]);
  expect(findings.join()).not.toContain('hunter2');
});

it('tries the token, the key and Redis, and says what to check', async () => {
  const service = await startFakeService();
  onTestFinished(() => service.close());
  service.quote([]);
  const slack = await startSlack('xoxb-right');
  const right = {
    SLACK_BOT_TOKEN: 'xoxb-right',
    SLACK_SIGNING_SECRET: 'signing',
    SLACK_API_URL: slack,
    PAIN_API_URL: service.url,
    PAIN_API_KEY: API_KEY,
  };
  const wrong = {
    ...right,
    SLACK_BOT_TOKEN: 'xoxb-wrong',
    PAIN_API_KEY: 'pain_wrong_wrong',
    REDIS_URL: 'redis://127.0.0.1:1',
  };

  const [whenRight, whenWrong] = await Promise.all([told(right), told(wrong)]);
  expect(whenRight).toEqual([
    'ok Slack: the bot token works, in Acme',
    expect.stringMatching(/^ok service: http:.* answers, last updated /),
    `ok excerpts: the MCP server at ${service.url}/mcp answers`,
  ]);
  expect(whenWrong).toEqual([
    expect.stringMatching(/^FIX Slack: .*invalid_auth\. Check SLACK_BOT_TOKEN$/),
    expect.stringMatching(/^FIX service: .*\. Check PAIN_API_URL and PAIN_API_KEY$/),
    expect.stringMatching(/^FIX Redis: .* Check REDIS_URL/),
  ]);
});

it('says that evidence comes without excerpts where only REST answers', async () => {
  const [rest, mcp] = await Promise.all([startFakeService(), startFakeService()]);
  onTestFinished(() => Promise.all([rest.close(), mcp.close()]).then(() => {}));
  mcp.quote([]);
  const findings = (mcpUrl: string) =>
    told({
      SLACK_BOT_TOKEN: 'xoxb-right',
      SLACK_SIGNING_SECRET: 'signing',
      SLACK_API_URL: 'http://127.0.0.1:1/api/',
      PAIN_API_URL: rest.url,
      PAIN_API_KEY: API_KEY,
      PAIN_MCP_URL: mcpUrl,
    });
  expect((await findings('')).at(-1)).toMatch(
    /^FIX excerpts: .*POST \/mcp \w+\. Check PAIN_MCP_URL; until then evidence comes as titles only$/,
  );
  expect((await findings(mcp.url)).at(-1)).toBe(`ok excerpts: the MCP server at ${mcp.url}/mcp answers`);
});

it('opens the public address when asked to, and says what to check when it cannot', async () => {
  const findings = await told({
    SLACK_BOT_TOKEN: 'xoxb-right',
    SLACK_SIGNING_SECRET: 'signing',
    SLACK_API_URL: await startSlack('xoxb-right'),
    PAIN_API_KEY: API_KEY,
    PUBLIC_URL: 'https://127.0.0.1:1',
  });
  expect(findings.at(-1)).toMatch(/^FIX address: .*Check PUBLIC_URL/);
});
