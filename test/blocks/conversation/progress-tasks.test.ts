import { expect, it } from 'vitest';
import { describeFound } from '#blocks/conversation/progress-tasks.ts';
import { formatDate } from '#blocks/kit/format.ts';

it('says in the details of a step what the answer says: dates, links and citations as plain text', () => {
  const since = formatDate('2026-07-04T09:00:00Z', 'day');
  const until = formatDate('2026-07-05T09:30:00Z', 'minute');
  const link = '<https://pain.example/signals/1|Docker layer cache not used>';
  const text = `143 posts since ${since} report “${link}” [1], 3 of them until ${until}. See [2](https://evil.example).`;
  expect(describeFound({ text, blocks: [] })).toBe(
    '143 posts since Jul 4, 2026 report “Docker layer cache not used” [1], 3 of them until Jul 5, 2026 09:30 UTC. See 2 (https://evil.example).',
  );
});

it('names no channel or person by an id', () => {
  const text = 'Watching. I’ll post in <#C0DEVPAIN1> when it grows. Set up by <@U0ADALOVEL>.';
  expect(describeFound({ text, blocks: [] })).toBe(
    'Watching. I’ll post in the channel when it grows. Set up by someone.',
  );
});
