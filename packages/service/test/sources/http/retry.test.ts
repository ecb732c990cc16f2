import { expect, it } from 'vitest';
import { rateLimitedUntil } from '../../../src/sources/http/response.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const read = (headers: Record<string, string>) => rateLimitedUntil((name) => headers[name] ?? null, NOW);

it('reads Retry-After in seconds and as a date', () => {
  expect(read({ 'retry-after': '30' })).toBe(NOW + 30_000);
  expect(read({ 'retry-after': 'Sat, 21 Nov 2026 12:01:00 GMT' })).toBe(NOW + 60_000);
});

it('reads when GitHub and GitLab refill, which is a moment', () => {
  const reset = String(NOW / 1000 + 600);
  expect(read({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })).toBe(NOW + 600_000);
  expect(read({ 'ratelimit-remaining': '0', 'ratelimit-reset': reset })).toBe(NOW + 600_000);
});

it('reads when Reddit refills, which is a time to wait', () => {
  expect(read({ 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '321' })).toBe(NOW + 321_000);
});

it('waits for the later of two', () => {
  const headers = { 'retry-after': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' };
  expect(read(headers)).toBe(NOW + 9_000);
});

it.each([
  { 'retry-after': '9999999999999999' },
  { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'Infinity' },
  { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '99999999999999' },
])('waits a day at most, whatever %j asks for', (headers) => {
  expect(read(headers)).toBe(NOW + 86_400_000);
});

it.each([
  {},
  { 'x-ratelimit-remaining': '17', 'x-ratelimit-reset': '99' },
  { 'x-ratelimit-remaining': '0' },
  { 'retry-after': 'soon' },
])('takes %j for an open budget', (headers) => {
  expect(read(headers)).toBeNull();
});
