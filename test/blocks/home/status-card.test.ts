import { describe, expect, it } from 'vitest';
import { type Status, statusCard } from '#blocks/home/status-card.ts';
import { NOW, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';

const HOUR = 3_600_000;
const service = { answeredAt: NOW, isStale: false, snapshotAt: SNAPSHOT_AT, signals: 1_234, posts: 'sample' as const };
const searches = { left: 45, warnedUntil: null };
const budget = { left: 57, calls: 60, windowMs: 60_000, searches };
const shown = (change: Partial<Status> = {}) =>
  cardText(statusCard({ service, budget, version: '1.2.3', now: NOW, ...change }));

describe('the status', () => {
  it('tells that the service answers, how old its figures are, and what is left', () => {
    expect(shown()).toMatchInlineSnapshot(`
      ""The service is up, and scores are up to date. Service: ✓ Up. Checked <!date^1774008000^{date_short_pretty} at {time}|2026-03-20 12:00 UTC>. Scores: ✓ Up to date. Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>. Signals: 1,234 active in the last 30 days. Posts: Sample data (made-up posts to try the app with). API requests: 57 of 60 left this minute. Version: 1.2.3."
      # The service is up, and scores are up to date.
      Service: ✓ *Up.* Checked <!date^1774008000^{date_short_pretty} at {time}|2026-03-20 12:00 UTC>
      Scores: ✓ *Up to date.* Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      Signals: 1,234 active in the last 30 days
      Posts: *Sample data* (made-up posts to try the app with)
      API requests: 57 of 60 left this minute
      [Refresh] [Help]
      ~ Pain Signals 1.2.3"
    `);
  });

  it.each([
    [29, 'scores are up to date'],
    [31, 'Scores are 1 day old'],
    [50, 'Scores are 2 days old'],
    [24 * 400, 'Scores are 400 days old'],
    [-5, 'scores are up to date'],
  ])('after %i hours: %s', (hours, words) => {
    expect(shown({ now: Date.parse(SNAPSHOT_AT) + hours * HOUR })).toContain(words);
  });

  it('tells invented signals, and those that are mixed with others', () => {
    expect(shown({ service: { ...service, posts: 'mixed' } })).toContain('Sample data mixed with real posts');
    expect(shown({ service: { ...service, posts: 'real' } })).not.toContain('Sample data');
  });

  it('says that nothing was scored yet', () => {
    expect(shown({ service: { ...service, snapshotAt: null, signals: 0 } })).toContain('No scores yet');
  });

  it('says that the service does not answer, and why', () => {
    expect(shown({ service: { code: 'unreachable' } })).toMatch(
      /# Can’t reach the service\.[\s\S]*✗ \*Unavailable\.\* Checked <!date[^>]*>\nIt’s down/,
    );
    expect(shown({ service: { ...service, isStale: true } })).toContain('✗ *Not responding.* Last response');
  });

  it('says that no search is left, and that the service warns', () => {
    const warnedUntil = NOW + 7 * 24 * HOUR;
    const warned = shown({ budget: { ...budget, searches: { left: 0, warnedUntil } } });
    expect(warned).toContain('*None left for now.* Questions are answered from names and summaries');
    expect(warned).toContain(`warned this API key of fair use.* Until <!date^${warnedUntil / 1_000}`);
  });

  it('does without a budget that nobody knows', () => {
    expect(shown({ budget: null })).not.toContain('API requests');
    expect(shown({ budget: { ...budget, left: 0, calls: 10, windowMs: 5_000 } })).toContain(
      'API requests: 0 of 10 left in 5 seconds',
    );
  });
});
