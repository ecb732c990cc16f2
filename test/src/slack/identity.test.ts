import { expect, it } from 'vitest';
import type { Person } from '#handlers/ports.ts';
import { createStandingCheck } from '#src/slack/identity.ts';

const MEMBER: Person = {
  ...{ id: 'U1', name: 'Ada', isAdmin: false, isGuest: false, isExternal: false },
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
  const access = { botToken: 'x', workspaceId: async () => home, enterpriseId: null, installedBy: null, name: 'x' };
  const standingOf = createStandingCheck(access, { find: async () => person });
  expect(await standingOf({ userId: 'U1', userTeamId })).toBe(standing);
  expect(await standingOf({ userId: null, userTeamId })).toBe('unknown');
});
