import { describe, expect, it } from 'vitest';
import { lastDays } from '../../src/queries/signals.ts';

describe('the last days', () => {
  it('are UTC days, oldest first, today the last', () => {
    expect(lastDays(Date.parse('2026-03-01T23:59:59Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(lastDays(Date.parse('2026-03-01T00:00:00Z'), 1)).toEqual(['2026-03-01']);
  });

  it('are never skipped nor doubled over a year', () => {
    const days = lastDays(Date.parse('2024-12-31T12:00:00Z'), 365);
    expect(new Set(days).size).toBe(365);
    expect(days[0]).toBe('2024-01-02');
    expect(days).toContain('2024-02-29');
  });
});
