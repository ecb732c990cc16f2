import { describe, expect, it } from 'vitest';
import { createAnswerCache } from '../../src/queries/revision.ts';

describe('answers kept until the store changes', () => {
  it('are loaded once, also when asked for at the same time', async () => {
    const keep = createAnswerCache(() => 1);
    let loads = 0;
    const load = async () => {
      loads += 1;
      return { loads };
    };
    const [first, second] = await Promise.all([keep('a', load), keep('a', load)]);
    expect(second).toBe(first);
    expect(await keep('a', load)).toBe(first);
    expect(await keep('b', load)).toEqual({ loads: 2 });
  });

  it('are loaded anew after a change', async () => {
    let revision = 1;
    const keep = createAnswerCache(() => revision);
    expect(await keep('a', async () => 'old')).toBe('old');
    revision = 2;
    expect(await keep('a', async () => 'new')).toBe('new');
  });

  it('are asked for again after a failure', async () => {
    const keep = createAnswerCache(() => 1);
    await expect(keep('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await keep('a', async () => 'back')).toBe('back');
  });

  it('do not grow without end', async () => {
    const keep = createAnswerCache(() => 1);
    let loads = 0;
    const load = async () => {
      loads += 1;
    };
    for (let question = 0; question < 1_500; question += 1) await keep(String(question), load);
    await keep('0', load);
    expect(loads).toBe(1_501);
  });
});
