import { expect, it } from 'vitest';
import { createHashingTurns } from '../../../src/accounts/sign-in/passwords.ts';

/** Hashes that end when they are told to, in the order in which they began. */
function controlledHashes() {
  const inTurn = createHashingTurns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const hash = (name: string, isAhead?: boolean) =>
    inTurn(() => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    }, isAhead);
  return { hash, begun, endOne: () => ends.shift()?.() };
}

it('hashes two passwords at once, the next when one is done, those of known browsers first', async () => {
  const { hash, begun, endOne } = controlledHashes();
  const done = [hash('1'), hash('2'), hash('3'), hash('known', true)];
  expect(begun).toEqual(['1', '2']);
  endOne();
  expect(await done[0]).toBe('1');
  expect(begun).toEqual(['1', '2', 'known']);
  for (let left = 0; left < 3; left += 1) {
    endOne();
    await Promise.race(done.slice(1));
    await new Promise(setImmediate);
  }
  expect(await Promise.all(done)).toEqual(['1', '2', '3', 'known']);
});

it('turns a flood away at once, and no known browser', async () => {
  const { hash, begun, endOne } = controlledHashes();
  const waiting = Array.from({ length: 12 }, (_, at) => hash(`${at}`));
  await expect(hash('one too many')).rejects.toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '5' } });
  const known = hash('known', true);
  endOne();
  await waiting[0];
  expect(begun).toEqual(['0', '1', 'known']);
  for (let left = 0; left < 12; left += 1) {
    endOne();
    await new Promise(setImmediate);
  }
  expect(await Promise.all([...waiting, known])).toHaveLength(13);
});

it('goes on after a hash that failed', async () => {
  const inTurn = createHashingTurns();
  const failing = () => Promise.reject(new Error('no memory'));
  for (let time = 0; time < 3; time += 1) await expect(inTurn(failing)).rejects.toThrow('no memory');
  expect(await inTurn(async () => 'done')).toBe('done');
});
