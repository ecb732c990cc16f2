import { steadyTime } from '@pain-signals/contract';
import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  /** How many values, or how large they may be together when `sizeOf` is given. The least recently used is forgotten first. */
  max: number;
  ttlMs?: number;
  now?: () => number;
  sizeOf?: (value: Value) => number;
}

/** Values in memory by a text key. Room is taken when it is needed, unlike with the `max` of LRUCache. */
export function createCache<Value extends object | string | number | true>({
  max,
  ttlMs,
  now,
  sizeOf = () => 1,
}: CacheOptions<Value>): LRUCache<string, Value> {
  const time = now && steadyTime(now);
  // LRUCache keeps a value that is exactly as old as its TTL, and one that was set at 0 for good.
  const aging = ttlMs && time ? { ttl: ttlMs - 1, ttlResolution: 0, perf: { now: () => time() + 1 } } : {};
  return new LRUCache<string, Value>({ maxSize: max, sizeCalculation: sizeOf, ...aging });
}

/** Loads a value once for everybody who asks at the same time; one that fails is not kept. */
export function loadOnce<Value>(
  cache: LRUCache<string, Promise<Value>>,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = load();
  cache.set(key, value);
  value.catch(() => {
    if (cache.peek(key) === value) cache.delete(key);
  });
  return value;
}
