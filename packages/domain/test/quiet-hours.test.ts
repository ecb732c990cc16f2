import { expect, it } from 'vitest';
import { isQuietAt } from '../src/evaluate-watch.ts';

const at = (time: string) => Date.parse(time);

it('is quiet by the clock of the person, also over midnight', () => {
  const night = { from: 22, to: 7 };
  expect(isQuietAt(night, 'Europe/Stockholm', at('2026-01-10T21:00:00Z'))).toBe(true);
  expect(isQuietAt(night, 'Europe/Stockholm', at('2026-01-10T20:59:00Z'))).toBe(false);
  expect(isQuietAt(night, 'Europe/Stockholm', at('2026-01-10T05:59:00Z'))).toBe(true);
  expect(isQuietAt(night, 'Europe/Stockholm', at('2026-01-10T06:00:00Z'))).toBe(false);
  expect(isQuietAt(night, 'Pacific/Kiritimati', at('2026-01-10T08:00:00Z'))).toBe(true);
});

it('follows the change of the clocks', () => {
  const night = { from: 22, to: 7 };
  expect(isQuietAt(night, 'America/New_York', at('2026-03-07T11:30:00Z'))).toBe(true);
  expect(isQuietAt(night, 'America/New_York', at('2026-03-08T11:30:00Z'))).toBe(false);
});

it('takes UTC where the zone is unknown, and is never quiet without quiet hours', () => {
  for (const zone of [null, 'Mars/Olympus']) {
    expect(isQuietAt({ from: 1, to: 3 }, zone, at('2026-01-10T02:00:00Z'))).toBe(true);
    expect(isQuietAt({ from: 1, to: 3 }, zone, at('2026-01-10T03:00:00Z'))).toBe(false);
  }
  expect(isQuietAt(null, 'Europe/Stockholm', at('2026-01-10T23:00:00Z'))).toBe(false);
});
