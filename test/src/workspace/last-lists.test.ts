import { describe, expect, it } from 'vitest';
import { createLastLists } from '#src/workspace/last-lists.ts';

const HOUR = 60 * 60 * 1_000;
const ada = { channelId: 'C1', userId: 'U1' };

function listsAt(at = 0) {
  const clock = { at };
  return { clock, lists: createLastLists(() => clock.at).forInstallation('T1') };
}

describe('the list that a person saw last', () => {
  it('knows its numbers, and those of the pages turned before', () => {
    const { lists } = listsAt();
    lists.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    lists.remember(ada, { key: 'top', firstRank: 3, signalIds: ['c'] });
    expect([...(lists.recall(ada) ?? [])]).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('goes when another is shown', () => {
    const { lists } = listsAt();
    lists.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    lists.remember(ada, { key: 'trending', firstRank: 1, signalIds: ['x'] });
    expect([...(lists.recall(ada) ?? [])]).toEqual([[1, 'x']]);
  });

  it('is forgotten after an hour', () => {
    const { lists, clock } = listsAt();
    lists.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a'] });
    clock.at = HOUR - 1;
    expect(lists.recall(ada)?.get(1)).toBe('a');
    clock.at = HOUR;
    expect(lists.recall(ada)).toBeNull();
  });

  it('is nobody else’s, and belongs to one channel', () => {
    const { lists } = listsAt();
    lists.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect(lists.recall({ ...ada, userId: 'U2' })).toBeNull();
    expect(lists.recall({ ...ada, channelId: 'C2' })).toBeNull();
    lists.remember({ channelId: 'C1', userId: null }, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect(lists.recall({ channelId: 'C1', userId: null })).toBeNull();
  });

  it('shown in a thread counts there for all, and for the one who asked in the channel around it', () => {
    const { lists } = listsAt();
    lists.remember({ ...ada, threadTs: '1.1' }, { key: 'top', firstRank: 1, signalIds: ['a'] });
    expect(lists.recall({ ...ada, userId: 'U2', threadTs: '1.1' })?.get(1)).toBe('a');
    expect(lists.recall(ada)?.get(1)).toBe('a');
    expect(lists.recall({ ...ada, userId: 'U2' })).toBeNull();
    lists.remember(ada, { key: 'top', firstRank: 2, signalIds: ['b'] });
    expect(lists.recall({ ...ada, threadTs: '1.1' })?.get(2)).toBeUndefined();
  });

  it('counts in a thread that has none of its own, for that person alone', () => {
    const { lists } = listsAt();
    const inThread = { ...ada, threadTs: '1.1' };
    lists.remember(ada, { key: 'top', firstRank: 1, signalIds: ['a', 'b'] });
    expect(lists.recall(inThread)?.get(2)).toBe('b');
    expect(lists.recall({ ...inThread, userId: 'U2' })).toBeNull();
    lists.remember({ ...inThread, userId: 'U2' }, { key: 'trending', firstRank: 1, signalIds: ['x'] });
    expect([...(lists.recall(inThread) ?? [])]).toEqual([[1, 'x']]);
  });

  it('takes no more memory however many people and pages there are', () => {
    const { lists } = listsAt();
    for (let page = 0; page < 30; page++) {
      const signalIds = ['a', 'b', 'c', 'd', 'e'].map((id) => `${page}${id}`);
      lists.remember(ada, { key: 'search', firstRank: page * 5 + 1, signalIds });
    }
    expect([...(lists.recall(ada)?.keys() ?? [])]).toEqual(Array.from({ length: 100 }, (_, at) => at + 51));
    for (let at = 0; at < 10_000; at++) {
      lists.remember({ channelId: 'C1', userId: `U${at + 2}` }, { key: 'top', firstRank: 1, signalIds: ['a'] });
    }
    expect(lists.recall(ada)).toBeNull();
    expect(lists.recall({ channelId: 'C1', userId: 'U2' })).not.toBeNull();
  });
});
