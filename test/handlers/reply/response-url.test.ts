import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventBody, pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it('sends no answer to a response_url of another host, however it is signed, and still answers', async () => {
  const taken: string[] = [];
  const server = createServer((request, response) => {
    taken.push(request.url ?? '');
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const host of [`http://127.0.0.1:${port}`, `http://hooks.slack.com@127.0.0.1:${port}`]) {
    await sendSigned(world.address, pressForm({ response_url: `${host}/actions/T1/1/x` }));
    expect((await world.slack.nextMessage(isPrivate)).text).toContain('weekly summary');
  }
  await world.idle();
  expect(taken).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});

it('logs nothing that people write or read, and no address to answer at, also at level debug', async () => {
  await world.ask('search zebrafish minscore:1');
  await world.slack.say({
    channelId: 'C0DEVPAIN1',
    userId: 'U0ADALOVEL',
    text: '@painsignals why do zebrafish logins break?',
  });
  const event = { type: 'message', channel: 'D0ADALOVEL', channel_type: 'im', user: 'U0ADALOVEL', ts: '1.1' };
  await sendSigned(world.address, eventBody({ ...event, text: 'zebrafish' }), { contentType: 'application/json' });
  await world.idle();
  const log = JSON.stringify(world.logs);
  expect(log).toContain('request finished');
  expect(log).not.toMatch(/zebrafish|Pain number|response_url|\/actions\/|\/commands\//);
});
