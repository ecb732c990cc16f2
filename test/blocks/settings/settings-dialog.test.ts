import { describe, expect, it } from 'vitest';
import { formatChanges } from '#blocks/settings/settings-dialog.ts';

const at = Date.parse('2026-03-20T02:00:00Z');
const logged = (setting: string, from: string | null, to: string | null, times = 1) =>
  formatChanges([{ at, userId: 'U0ADALOVEL', setting, from, to, times }])[0]?.text?.text;

describe('the settings history', () => {
  it.each([
    ['signal', null, 'Flaky tests', 1, 'hid “Flaky tests”, '],
    ['signal', 'Flaky tests', null, 1, 'restored “Flaky tests”, '],
    ['signal', null, null, 6, 'hid or restored signals (6 changes), '],
    ['quote', 'shown', 'hidden', 1, 'hid a post, '],
    ['hiddenQuote', 'hidden', 'shown', 1, 'restored a post, '],
    ['quote', 'shown', 'hidden', 3, 'hid posts (3 changes), '],
    ['key', null, 'pain_abcdefgh', 1, 'connected the API key `pain_abcdefgh`, '],
    ['key', 'pain_abcdefgh', null, 1, 'disconnected the API key `pain_abcdefgh`, '],
    ['key', 'pain_abcdefgh', 'pain_ijklmnop', 1, 'changed the API key: `pain_abcdefgh` → `pain_ijklmnop`, '],
    ['key', null, null, 3, 'changed the API key (3 changes), '],
    ['defaultArea', null, 'FRONTEND_UI', 1, 'changed the default area: all areas → Frontend &amp; UI, '],
    ['defaultChannelId', 'C0PRODUCT1', null, 1, 'changed the default channel: <#C0PRODUCT1> → none, '],
    ['managerIds', '', 'U0KENTHOMP', 1, 'added <@U0KENTHOMP> as a manager, '],
    ['managerIds', 'U0KENTHOMP, U0GRACEHOP', '', 1, 'removed <@U0KENTHOMP> and <@U0GRACEHOP> as managers, '],
    [
      'managerIds',
      'U0KENTHOMP',
      'U0GRACEHOP',
      2,
      'added <@U0GRACEHOP> as a manager and removed <@U0KENTHOMP> as a manager (2 changes), ',
    ],
    ['managerIds', 'U0KENTHOMP', 'U0KENTHOMP', 2, 'changed the managers (2 changes), '],
    [
      'setUpBy',
      'members',
      'managers',
      1,
      'changed who can set up digests and watches for channels: all full members of this workspace → managers and admins, ',
    ],
  ])('says of %s, %s to %s, %i times, what was done', (setting, from, to, times, says) => {
    expect(logged(setting, from, to, times)).toContain(`<@U0ADALOVEL> ${says}`);
  });
});
