import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKey, parseApiKey, secretMatches } from '../../../src/accounts/keys/api-keys.ts';

describe('an API key', () => {
  it('has three parts of letters and digits, the last at least 32 long', () => {
    for (let times = 0; times < 50; times += 1) {
      expect(createApiKey().key).toMatch(/^pain_[A-Za-z0-9]{8}_[A-Za-z0-9]{32,}$/);
    }
  });

  it('is never made twice', () => {
    const keys = Array.from({ length: 1_000 }, () => createApiKey());
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1_000);
    expect(new Set(keys.map(({ prefix }) => prefix)).size).toBe(1_000);
  });

  it('matches what was stored of it, which holds no secret', () => {
    const { key, prefix, secretHash } = createApiKey();
    const parsed = parseApiKey(key);
    expect(parsed?.prefix).toBe(prefix);
    expect(secretMatches(parsed?.secret ?? '', secretHash)).toBe(true);
    expect(secretHash).not.toContain(parsed?.secret);
  });

  it('does not match with another secret, nor where no key is known', () => {
    const { secretHash } = createApiKey();
    const other = parseApiKey(createApiKey().key)?.secret ?? '';
    expect(secretMatches(other, secretHash)).toBe(false);
    expect(secretMatches(other, null)).toBe(false);
    expect(secretMatches('', null)).toBe(false);
  });

  it('is not read out of anything that has another form', () => {
    const { key } = createApiKey();
    for (const text of [
      `${key} `,
      ` ${key}`,
      `${key}\n`,
      `x${key}`,
      key.slice(0, -20),
      key.replace('pain_', 'pane_'),
    ]) {
      expect(parseApiKey(text)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => parseApiKey(text) === null));
  });
});
