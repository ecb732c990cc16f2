import { WATCH_PAUSE_REASONS, type Watch } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { watchesPausedCard } from '#blocks/watches/watch-cards.ts';
import { watchDialog } from '#blocks/watches/watch-dialog.ts';
import { watchListCard } from '#blocks/watches/watch-list.ts';
import { describePromise } from '#blocks/watches/watch-texts.ts';
import { cardText } from '../../support/slack/card-text.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const paused = (reason: Watch['paused']): Watch => ({
  id: '7c0f1d1e-1111-4222-8333-444455556666',
  ownerId: 'U0ADA',
  subject: { of: 'signal', id: '8c0f1d1e-1111-4222-8333-444455556666', topic: 'Tokens expire' },
  rule: { when: 'growth', above: 50 },
  channelId: null,
  mayReachOthers: false,
  quiet: null,
  mostADay: 3,
  mutedUntil: null,
  paused: reason,
});

const buttonsOf = (reason: Watch['paused']) =>
  cardText(watchListCard([paused(reason)], { now: NOW, mayChange: () => true }));

describe('the list of watches', () => {
  it('names a watched type as titles of searches do', () => {
    const filter = { area: 'AUTH_IDENTITY', type: 'bug' } as const;
    const watch: Watch = { ...paused(null), subject: { of: 'search', filter }, rule: { when: 'new' } };
    const card = cardText(watchListCard([watch], { now: NOW, mayChange: () => true }));
    expect(card).toContain('*Bugs in Auth &amp; identity*');
    expect(describePromise(watch)).toContain('a new bug in Auth &amp; identity appears');
  });

  it('offers to resume a paused watch, but not one whose signal is gone', () => {
    expect(buttonsOf('no-channel')).toContain('[Resume]');
    expect(buttonsOf('no-signal')).not.toContain('[Resume]');
    expect(buttonsOf('no-signal')).toContain('[Stop]');
  });
});

it('the dialog of a watch on many signals speaks of each of them', () => {
  const many = { ...paused(null), subject: { of: 'search' as const, filter: { area: 'DATABASE_STORAGE' } } };
  const says = JSON.stringify(watchDialog(many, 'U0ADA'));
  expect(says).toContain('A signal grows more than a threshold in a week');
  expect(says).not.toMatch(/"It grows|"Its score/);
  expect(JSON.stringify(watchDialog(paused(null), 'U0ADA'))).toContain('It grows more than a threshold in a week');
});

it.each(WATCH_PAUSE_REASONS)(
  'the message about several watches that are paused (%s) speaks of all, and says what to do',
  (reason) => {
    const other = { ...paused(reason), id: '9c0f1d1e-1111-4222-8333-444455556666' };
    const says = cardText(watchesPausedCard([paused(reason), other], reason));
    expect(says).not.toMatch(/\b(This|The|this) (watch|signal)\b|\bIts\b/);
    expect(says).toMatch(/\*All watches\*|resumes by itself/);
    expect(says).toContain('[All watches]');
  },
);
