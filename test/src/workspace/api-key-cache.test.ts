import { beforeEach, describe, expect, it } from 'vitest';
import { type ApiKeyCache, createApiKeyCache } from '#src/workspace/api-keys.ts';

let now: number;
let stored: Map<string, string>;
let readings: number;
let keys: ApiKeyCache;
beforeEach(() => {
  now = 0;
  readings = 0;
  stored = new Map([['T1', 'one']]);
  keys = createApiKeyCache({
    now: () => now,
    async load(workspaceId) {
      readings += 1;
      return stored.get(workspaceId) ?? null;
    },
  });
});

describe('the keys in use', () => {
  it('are read once for all that asks at the same time', async () => {
    expect(await Promise.all([keys.find('T1'), keys.find('T1'), keys.find('T2')])).toEqual(['one', 'one', null]);
    expect(readings).toBe(2);
  });

  it('change within a second when another process changes them', async () => {
    await keys.find('T1');
    stored.set('T1', 'two');
    now += 1_000;
    expect(await keys.find('T1')).toBe('two');
  });

  it('change at once when this process does', async () => {
    await keys.find('T1');
    stored.delete('T1');
    keys.forget('T1');
    expect(await keys.find('T1')).toBeNull();
  });

  it('are asked for again when the database failed', async () => {
    const failing = createApiKeyCache({
      now: () => now,
      load: async () => {
        readings += 1;
        if (readings === 1) throw new Error('no database');
        return 'one';
      },
    });
    await expect(failing.find('T1')).rejects.toThrow('no database');
    expect(await failing.find('T1')).toBe('one');
  });
});
