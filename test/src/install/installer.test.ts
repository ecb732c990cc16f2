import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  beginInstall,
  finishInstall,
  HOLDING,
  type HostedWorld,
  NEIGHBOUR,
  startHostedWorld,
} from '../../support/worlds/hosted-world.ts';

let world: HostedWorld;
beforeAll(async () => {
  world = await startHostedWorld();
});
afterAll(() => world.close());

/** What Slack gave for tokens. */
const codes: string[] = [];

const allowed = async (authorizeUrl: string, team: string) => {
  const { headers } = await fetch(`${authorizeUrl}&allow=${team}`, { redirect: 'manual' });
  const location = headers.get('location') ?? '';
  const code = new URL(location).searchParams.get('code');
  if (code !== null) codes.push(code);
  return location;
};

describe('installing the app', () => {
  it('keeps the token of a workspace, encrypted, and says what to do next', async () => {
    const { status, page } = await world.install(NEIGHBOUR.teamId);
    expect(status).toBe(200);
    expect(page).toContain('Neighbour &amp; Sons');
    expect(page).toContain('<code>/pain trending</code>');
    const found = await world.store.installations.find(NEIGHBOUR.teamId);
    expect(found).toMatchObject({ teamId: NEIGHBOUR.teamId, enterpriseId: null, installedBy: 'U0ADALOVEL' });
    expect(found?.token.token).toMatch(/^xoxe\.xoxb-/);
    expect(found?.token.rotation?.expiresAt).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  });

  it('keeps one token for an organisation, which serves all of its workspaces', async () => {
    expect((await world.install(HOLDING.orgId)).page).toContain('The Holding');
    expect(await world.store.installations.find(HOLDING.orgId)).toMatchObject({ teamId: null });
    await world.ask(HOLDING.userId, 'help');
    expect(world.slack.calls.filter(({ method }) => method === 'users.info').every(({ teamId }) => teamId)).toBe(true);
  });

  it('asks Slack for the scopes of the manifest, at an address of the app', async () => {
    const { authorizeUrl } = await beginInstall(world.address);
    const asked = new URL(authorizeUrl).searchParams;
    expect(asked.get('scope')?.split(',')).toEqual(expect.arrayContaining(['commands', 'chat:write', 'users:read']));
    expect(asked.get('redirect_uri')).toBe('https://app.example/slack/oauth_redirect');
  });

  it('takes what comes back once, and from the browser that began it alone', async () => {
    const { cookie, authorizeUrl } = await beginInstall(world.address);
    const other = await beginInstall(world.address);
    const location = await allowed(authorizeUrl, NEIGHBOUR.teamId);
    expect(await finishInstall(world.address, location, other.cookie)).toMatchObject({ status: 400 });
    expect(await finishInstall(world.address, location, '')).toMatchObject({ status: 400 });
    expect(await finishInstall(world.address, location, cookie)).toMatchObject({ status: 200 });
    const again = await allowed(authorizeUrl, NEIGHBOUR.teamId);
    const { status, page } = await finishInstall(world.address, again, cookie);
    expect([status, page]).toEqual([400, expect.stringContaining('was already used')]);
  });

  it('takes no state that is too old or not its own', async () => {
    const { cookie, authorizeUrl } = await beginInstall(world.address);
    const location = await allowed(authorizeUrl, NEIGHBOUR.teamId);
    const forged = location.replace(/state=\d+/, (state) => `${state}0`);
    const forgedCookie = cookie.replace(/=\d+/, (state) => `${state}0`);
    expect(await finishInstall(world.address, forged, forgedCookie)).toMatchObject({ status: 400 });
    world.clock.ahead += 11 * 60_000;
    expect(await finishInstall(world.address, location, cookie)).toMatchObject({ status: 400 });
  });

  it('says what happened when the admin says no, or Slack does', async () => {
    const { cookie, authorizeUrl } = await beginInstall(world.address);
    const cancelled = await finishInstall(world.address, await allowed(authorizeUrl, 'nobody'), cookie);
    expect(cancelled).toMatchObject({ status: 400, page: expect.stringContaining('You canceled the installation.') });
    const second = await beginInstall(world.address);
    world.slack.failNext('oauth.v2.access', { error: 'internal_error' });
    const refused = await finishInstall(
      world.address,
      await allowed(second.authorizeUrl, 'T0PREVIEW01'),
      second.cookie,
    );
    expect(refused).toMatchObject({
      status: 502,
      page: expect.stringContaining('Slack didn’t finish the installation.'),
    });
    expect(await world.store.installations.find('T0PREVIEW01')).toBeNull();
  });

  it.each([
    ['turns', () => vi.spyOn(world.store.seenRequests, 'takeTurn')],
    ['states', () => vi.spyOn(world.store.oauthStates, 'spend')],
    ['installations', () => vi.spyOn(world.store.installations, 'save')],
  ])('blames the database, and not Slack, while it can’t write %s, and installs when asked again', async (_, spyOn) => {
    world.clock.ahead += 61_000;
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const away = (spyOn() as ReturnType<typeof vi.spyOn>).mockRejectedValueOnce(refused);
    onTestFinished(() => void away.mockRestore());
    expect(await world.install(NEIGHBOUR.teamId)).toMatchObject({
      status: 503,
      page: expect.stringContaining('can’t reach its database'),
    });
    expect(await world.install(NEIGHBOUR.teamId)).toMatchObject({ status: 200 });
  });

  it('asks Slack for ten tokens a minute and client, and for fifty in all', async () => {
    const asked = () => world.slack.calls.filter(({ method }) => method === 'oauth.v2.access').length;
    const guess = async (client: string) => {
      const { cookie, authorizeUrl } = await beginInstall(world.address);
      const state = new URL(authorizeUrl).searchParams.get('state');
      const location = `https://app.example/slack/oauth_redirect?code=guessed&state=${state}`;
      return (await finishInstall(world.address, location, cookie, client)).status;
    };
    world.clock.ahead += 61_000;
    const before = asked();

    // What a client claims before the address that the proxy saw changes nothing.
    for (let at = 0; at < 12; at += 1) await guess(`203.0.113.${at}, 198.51.100.1`);
    expect(asked() - before).toBe(10);
    expect(await guess('198.51.100.1')).toBe(429);
    expect(await world.install(NEIGHBOUR.teamId)).toMatchObject({ status: 200 });

    for (let at = 0; at < 50; at += 1) await guess(`203.0.113.${at}`);
    expect(asked() - before).toBe(50);
    world.clock.ahead += 61_000;
    expect(await world.install(NEIGHBOUR.teamId)).toMatchObject({ status: 200 });
  });

  it('asks the database no more than thirty times a minute for one network, which serves every workspace', async () => {
    world.clock.ahead += 61_000;
    const spent = vi.spyOn(world.store.oauthStates, 'spend');
    onTestFinished(() => spent.mockRestore());
    const comeBack = async () => {
      const { cookie, authorizeUrl } = await beginInstall(world.address);
      const state = new URL(authorizeUrl).searchParams.get('state');
      const location = `https://app.example/slack/oauth_redirect?code=guessed&state=${state}`;
      return (await finishInstall(world.address, location, cookie, '2001:db8:1::1')).status;
    };
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1) statuses.push(await comeBack());
    expect(spent).toHaveBeenCalledTimes(30);
    expect(statuses.at(-1)).toBe(429);
    world.clock.ahead += 61_000;
    expect(await world.install(NEIGHBOUR.teamId)).toMatchObject({ status: 200 });
  });

  it.each(['', 'a b', 'app.example:99999'])('refuses what comes back to the host “%s”', async (host) => {
    const status = await new Promise((resolve, reject) => {
      const from = { host: '127.0.0.1', port: new URL(world.address).port, headers: { host } };
      get({ ...from, path: '/slack/oauth_redirect' }, (answer) => resolve(answer.resume().statusCode)).on(
        'error',
        reject,
      );
    });
    expect(status).toBe(400);
  });

  it('finishes an install that is under way when the process stops', async () => {
    const stopping = await startHostedWorld({ isUnhurried: true });
    const { cookie, authorizeUrl } = await beginInstall(stopping.address);
    const location = await allowed(authorizeUrl, NEIGHBOUR.teamId);
    const { installations } = stopping.store;
    const save = installations.save.bind(installations);
    const [saving, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.spyOn(installations, 'save').mockImplementation(async (installation) => {
      saving.resolve();
      await saved.promise;
      return save(installation);
    });
    const finished = finishInstall(stopping.address, location, cookie);
    await saving.promise;
    const stopped = stopping.stop();
    const answer = () => fetch(`${stopping.address}/healthz`).then(String, () => 'refused');
    await expect.poll(answer).toBe('refused');
    saved.resolve();
    expect(await finished).toMatchObject({ status: 200 });
    await stopped;
    expect(await installations.find(NEIGHBOUR.teamId)).toMatchObject({ teamId: NEIGHBOUR.teamId });
    await stopping.close();
  });

  it('leaves no token and no secret in the log', () => {
    const logged = JSON.stringify(world.logs);
    expect(logged).toContain('request finished');
    expect(/xox[a-z]-|client-secret|a-state-secret/.exec(logged)).toBeNull();
    for (const code of codes) expect(logged.includes(code)).toBe(false);
  });
});
