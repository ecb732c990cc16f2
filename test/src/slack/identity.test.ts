import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { refuseOutsiders } from '#handlers/permissions.ts';
import type { Person } from '#handlers/ports.ts';
import { createManagerCheck, createPeopleDirectory, createStandingCheck } from '#src/slack/identity.ts';

const MEMBER: Person = {
  ...{ id: 'U1', name: 'Ada', isAdmin: false, isGuest: false, isExternal: false, isElsewhere: false },
  ...{ timeZone: null },
};

it.each<[what: string, home: string | null, team: string | null, person: Person | null, standing: string]>([
  ['somebody of our workspace', 'T1', 'T1', MEMBER, 'member'],
  ['somebody of another workspace', 'T1', 'T2', MEMBER, 'outsider'],
  ['a guest', 'T1', 'T1', { ...MEMBER, isGuest: true }, 'outsider'],
  ['somebody from outside, by what Slack says', 'T1', null, { ...MEMBER, isExternal: true }, 'outsider'],
  ['somebody whom Slack does not describe', 'T1', 'T1', null, 'unknown'],
  ['anybody while Slack does not say which workspace ours is', null, 'T1', MEMBER, 'unknown'],
])('%s', async (_, home, userTeamId, person, standing) => {
  const access = {
    botToken: 'x',
    workspaceId: async () => home,
    enterpriseId: async () => null,
    installedBy: null,
    name: 'x',
  };
  const standingOf = createStandingCheck(access, { find: async () => person });
  expect(await standingOf({ userId: 'U1', userTeamId })).toBe(standing);
  expect(await standingOf({ userId: null, userTeamId })).toBe('unknown');
});

describe('while Slack is slow to say who somebody is', () => {
  const access = {
    botToken: 'x',
    workspaceId: async () => 'T1',
    enterpriseId: async () => null,
    installedBy: 'U1',
    name: 'x',
  };

  /** Answers arrive when they are released; the clock is the test's. */
  function slowSlack() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const waiting: ((answer: object) => void)[] = [];
    const info = () => new Promise<object>((resolve) => waiting.push(resolve));
    const directory = createPeopleDirectory(() => Date.now(), pino({ level: 'silent' }));
    return { waiting, people: directory.forInstallation(access, { users: { info } } as never) };
  }

  it('waits two and a half seconds, and then takes the person for unknown, who spends and changes nothing', async () => {
    const { waiting, people } = slowSlack();
    const standings: string[] = [];
    const standingOf = createStandingCheck(access, people);
    const settings = { get: async () => ({ managerIds: ['U1'] }) } as never;
    void standingOf({ userId: 'U1', userTeamId: 'T1' }).then((standing) => standings.push(standing));
    await vi.advanceTimersByTimeAsync(2_499);
    expect(standings).toEqual([]);

    await vi.advanceTimersByTimeAsync(1);
    expect(standings).toEqual(['unknown']);
    expect(await createManagerCheck(access, people, settings)('U1')).toBe(false);
    await expect(refuseOutsiders({ standingOf }, { userId: 'U1', userTeamId: 'T1' })).rejects.toThrow('unknown-person');
    // Nobody waits for each of these.
    expect(waiting).toHaveLength(1);
  });

  it('asks again after half a minute, and knows who answers in time', async () => {
    const { waiting, people } = slowSlack();
    const found: (Person | null)[] = [];
    void people.find('U1').then((person) => found.push(person));
    await vi.advanceTimersByTimeAsync(2_500);
    expect(found).toEqual([null]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await people.find('U1')).toBeNull();
    expect(waiting).toHaveLength(1);

    await vi.advanceTimersByTimeAsync(1_001);
    const again = people.find('U1');
    await vi.advanceTimersByTimeAsync(2_000);
    waiting[1]?.({ user: { id: 'U1', team_id: 'T1', name: 'ada' } });
    expect(await again).toMatchObject({ id: 'U1', isGuest: false });
  });
});

it.each([
  ['a colleague who is an admin of another workspace alone', 'T1', { is_admin: true }, { teams: ['T2'] }, false],
  ['an admin of the workspace', 'T1', { is_admin: true }, { teams: ['T1', 'T2'] }, true],
  ['an owner of the organization', 'T1', {}, { teams: ['T2'], is_owner: true }, true],
  ['an admin of one workspace, where the organization installed the app', 'E1', { is_admin: true }, {}, false],
  ['an admin of the organization, where it installed the app', 'E1', {}, { is_admin: true }, true],
])('%s', async (_, home, flags, of, isAdmin) => {
  const access = {
    botToken: 'x',
    workspaceId: async () => home,
    enterpriseId: async () => 'E1',
    installedBy: null,
    name: 'x',
  };
  const user = { id: 'U1', team_id: 'T2', ...flags, enterprise_user: { enterprise_id: 'E1', ...of } };
  const directory = createPeopleDirectory(() => 0, pino({ level: 'silent' }));
  const people = directory.forInstallation(access, { users: { info: async () => ({ user }) } } as never);
  expect(await people.find('U1')).toMatchObject({ isExternal: false, isAdmin });
});
