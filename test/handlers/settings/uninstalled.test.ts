import { expect, it } from 'vitest';
import { uninstalled } from '#handlers/settings/uninstalled.ts';

const named = { team_id: 'T1', enterprise_id: 'E1' };

it.each([
  ['a workspace', { team_id: 'T1' }, ['T1'], []],
  ['a workspace of an organisation', { ...named, authorizations: [install(false)] }, ['T1'], []],
  ['an organisation', { ...named, authorizations: [install(true)] }, ['E1'], []],
  ['one of the two, unsaid which', named, ['T1'], ['E1']],
  ['an organisation alone', { enterprise_id: 'E1' }, ['E1'], []],
])('removes the app from %s', async (_, body, workspaceIds, organizationIds) => {
  const removed: unknown[] = [];
  await uninstalled(async (each) => void removed.push(each), { body: { ...body, event: { type: 'app_uninstalled' } } });
  expect(removed).toEqual([{ workspaceIds, organizationIds, at: 0 }]);
});

function install(isEnterprise: boolean) {
  return { ...named, is_enterprise_install: isEnterprise };
}
