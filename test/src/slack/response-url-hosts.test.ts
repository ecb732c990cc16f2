import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { createSlackPort } from '#src/slack/web-api.ts';

/** No call leaves: what is answered is what was asked for. */
function openPort() {
  const before = getGlobalDispatcher();
  const agent = new MockAgent();
  agent.disableNetConnect();
  setGlobalDispatcher(agent);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await agent.close();
  });
  const port = createSlackPort({ web: {} as never, timeoutMs: 1_000, slackApiUrl: 'https://slack.com/api/' });
  return { port, agent };
}

it.each(['https://hooks.slack.com', 'https://hooks.slack-gov.com', 'https://slack.com'])(
  'answers at %s',
  async (origin) => {
    const { port, agent } = openPort();
    agent.get(origin).intercept({ path: '/actions/T1/1/x', method: 'POST' }).reply(200, 'ok');
    expect(await port.deleteAtUrl(`${origin}/actions/T1/1/x`)).toEqual({ ok: true });
  },
);

it.each([
  'http://hooks.slack.com/x',
  'https://evilslack.com/x',
  'https://hooks.slack.com.evil.example/x',
  'https://hooks.slack.com@evil.example/x',
  'https://hooks.slack.community/x',
  'ftp://hooks.slack.com/x',
])('answers nothing at %s', async (url) => {
  const { port } = openPort();
  const refused = { ok: false, error: 'foreign_address', isConfirmed: true };
  expect(await port.deleteAtUrl(url)).toEqual(refused);
  expect(await port.postToUrl(url, { text: 'x' })).toEqual(refused);
  expect(await port.respond(url, { text: 'x' }, { replaceOriginal: false, threadTs: null })).toEqual(refused);
});
