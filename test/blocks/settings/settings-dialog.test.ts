import { describe, expect, it } from 'vitest';
import { formatChanges } from '#blocks/settings/settings-dialog.ts';

const at = Date.parse('2026-03-20T02:00:00Z');
const logged = (setting: string, from: string | null, to: string | null, times = 1) =>
  formatChanges([{ at, userId: 'U0ADALOVEL', setting, from, to, times }])[0]?.text?.text;

describe('the change log', () => {
  it.each([
    ['signal', null, 'Flaky tests', 1, 'hid “Flaky tests”, '],
    ['signal', 'Flaky tests', null, 1, 'restored “Flaky tests”, '],
    ['signal', null, null, 6, 'hid or restored signals (6 changes), '],
    ['quote', 'shown', 'hidden', 1, 'hid a post, '],
    ['hiddenQuote', 'hidden', 'shown', 1, 'restored a post, '],
    ['quote', 'shown', 'hidden', 3, 'hid posts (3 changes), '],
  ])('says of %s, %s to %s, %i times, what was done', (setting, from, to, times, says) => {
    expect(logged(setting, from, to, times)).toContain(`<@U0ADALOVEL> ${says}`);
  });
});
