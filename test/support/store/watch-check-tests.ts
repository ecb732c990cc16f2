import { isDeepStrictEqual } from 'node:util';
import { initialMemory, type Watch } from '@pain-signals/domain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DueWatch, NewWatch } from '#handlers/subscription-ports.ts';
import { noticesOf } from '#handlers/watches/watch-notices.ts';
import type { Store } from '#src/store/open-store.ts';
import { idOf } from '../service/sample-signals.ts';

const HOUR = 3_600_000;
const RULE = { when: 'growth', above: 1 } as const;

export const aWatch = (at: number): NewWatch => ({
  ...{
    ownerId: 'U1',
    channelId: 'C1',
    mayReachOthers: false,
    rule: RULE,
    quiet: null,
    mostADay: 3,
    timeZone: null,
    snapshot: null,
  },
  subject: { of: 'signal', id: idOf(at), topic: `Pain ${at}` },
  memory: initialMemory(RULE, []),
});

/** Watches have their turn with one process alone, whichever database it is. */
export function testWatchChecks(open: (now: () => number) => Promise<readonly [Store, Store]>): void {
  let now: number;
  let stores: readonly [Store, Store];
  beforeEach(async () => {
    now = Date.now();
    stores = await open(() => now);
  });
  afterEach(async () => {
    for (const store of new Set(stores)) await store.close();
  });

  const settle = async (store: Store, watch: DueWatch, id: string): Promise<boolean> => {
    const result = { memory: initialMemory(RULE, []), subject: watch.subject, snapshot: null };
    const alert = {
      id,
      key: id,
      kind: 'alert',
      sourceId: watch.id,
      ownerId: 'U1',
      channelId: 'C1',
      text: 'It grows.',
    } as const;
    return (await store.watchChecks.settleWithAlert(watch, result, alert)) !== null;
  };
  const makeDue = async (count: number) => {
    for (let at = 1; at <= count; at++) await stores[0].watches.insert('T1', aWatch(at));
    now += HOUR;
  };
  const takeOne = async (store: Store): Promise<DueWatch> => {
    const [watch] = await store.watchChecks.claimDue(1);
    if (watch === undefined) throw new Error('none is due');
    return watch;
  };

  it('adds a watch once, and none over what a person may have, however many ask at the same moment', async () => {
    const books = stores.map((store) => store.forWorkspace('T1').watches);
    const twice = await Promise.all(books.flatMap((book) => [book.create(aWatch(1)), book.create(aWatch(1))]));
    const ids = twice.map((created) => ('watch' in created ? created.watch.id : null));
    expect(new Set(ids).size).toBe(1);
    expect(twice.filter((created) => 'watch' in created && !created.isKnown)).toHaveLength(1);

    const many = await Promise.all(
      books.flatMap((book, at) => Array.from({ length: 15 }, (_, each) => book.create(aWatch(100 * (at + 1) + each)))),
    );
    expect(many.filter((created) => 'watch' in created)).toHaveLength(19);
    expect(await stores[0].watches.count('T1')).toBe(20);
  });

  it('gives each watch whose hour has come to one of two processes', async () => {
    await makeDue(30);
    const taken = await Promise.all(
      stores.flatMap(({ watchChecks }) => [watchChecks.claimDue(10), watchChecks.claimDue(10)]),
    );
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const rest = await stores[0].watchChecks.claimDue(100);
    expect(ids.length + rest.length).toBe(30);
  });

  it('spreads checks over the hour, equal queries at the same minute, and gives two processes at once what is due', async () => {
    now = Math.ceil(now / HOUR) * HOUR;
    for (let at = 1; at <= 60; at += 1) {
      await stores[0].watches.insert('T1', aWatch(at));
      await stores[1].watches.insert('T2', aWatch(at));
    }
    const took: number[] = [];
    for (let part = 0; part < 4; part += 1) {
      now += HOUR / 4;
      const both = await Promise.all(stores.map(({ watchChecks }) => watchChecks.claimDue(5)));
      const rest = await stores[0].watchChecks.claimDue(100);
      const due = [...both.flat(), ...rest];
      expect(both.map(({ length }) => length)).toEqual([5, 5]);
      const subjects = due.map(({ workspaceId, subject }) => [workspaceId, JSON.stringify(subject)]);
      const of = (id: string) => subjects.filter(([workspaceId]) => workspaceId === id).map(([, subject]) => subject);
      expect(of('T1').toSorted()).toEqual(of('T2').toSorted());
      for (const watch of due) await stores[0].watchChecks.release(watch, 'next-hour');
      took.push(due.length);
    }
    expect(took.reduce((sum, each) => sum + each, 0)).toBe(120);
    expect(Math.max(...took)).toBeLessThan(60);
  });

  it('lets only the one speak that has the watch now, after a lease is over', async () => {
    await makeDue(1);
    const slow = await takeOne(stores[0]);
    now += HOUR;
    const quick = await takeOne(stores[1]);
    const spoke = await Promise.all([settle(stores[0], slow, 'slow'), settle(stores[1], quick, 'quick')]);
    expect(spoke).toEqual([false, true]);
  });

  it('lets nobody speak for a watch that was changed or stopped meanwhile', async () => {
    await makeDue(2);
    const [changed, stopped] = (await stores[0].watchChecks.claimDue(2)) as [DueWatch, DueWatch];
    await stores[1].watches.change('T1', changed.id, { mostADay: 1 });
    await stores[1].watches.remove('T1', stopped.id);
    expect(await settle(stores[0], changed, 'one')).toBe(false);
    expect(await settle(stores[0], stopped, 'two')).toBe(false);
  });

  it.each([
    ['adjusted', { mostADay: 9 }],
    ['muted', { mutedUntil: 1 }],
  ])('checks a watch again whose alert was refused while it was %s', async (_, change) => {
    await makeDue(1);
    const watch = await takeOne(stores[0]);
    const memory = { signals: {}, toldAt: [now] };
    const result = { memory, subject: watch.subject, snapshot: 'seen' };
    const message = { id: 'refused', key: 'refused', kind: 'alert', sourceId: watch.id, ownerId: 'U1' } as const;
    const alert = await stores[0].watchChecks.settleWithAlert(watch, result, {
      ...message,
      channelId: 'C1',
      text: 'It grows.',
    });
    if (alert === null) throw new Error('somebody else has it');
    await stores[1].watches.change('T1', watch.id, change);
    await stores[0].watchChecks.undo(watch, alert, { findings: [], before: {}, toldAt: now }, 'soon');
    now += HOUR;
    expect(await takeOne(stores[1])).toMatchObject({ memory: watch.memory, snapshot: null, ...change });
  });

  it('keeps every change of one moment: who mutes, who adjusts and what is paused', async () => {
    await makeDue(8);
    const watches = await stores[0].watches.list('T1', { ownerId: 'U1', channelId: null });
    const changes = watches.flatMap(({ id }) => [
      stores[0].watches.change('T1', id, { mutedUntil: now + HOUR }),
      stores[1].watches.change('T1', id, { mostADay: 9 }),
      stores[0].watchChecks.pause('T1', { id }, 'outsider', () => []),
      stores[1].watches.change('T1', id, { rule: { when: 'score', above: 70 } }),
    ]);
    await Promise.all(changes);
    const changed = await stores[1].watches.list('T1', { ownerId: 'U1', channelId: null });
    const all = { mutedUntil: now + HOUR, mostADay: 9, paused: 'outsider', rule: { when: 'score', above: 70 } };
    expect(changed).toEqual(watches.map((watch) => ({ ...watch, ...all })));
  });

  it('saves one of two edits of a watch that were read alike, and no edit over a pause or a removal made meanwhile', async () => {
    const { id } = await stores[0].watches.insert('T1', aWatch(1));
    const read = await stores[0].watches.find('T1', id);
    const isAsRead = (watch: Watch) => isDeepStrictEqual(watch, read);
    const adjust = (store: Store, mostADay: number) =>
      store.watches.adjust('T1', id, { ...aWatch(1), mostADay }, null, isAsRead);
    const both = await Promise.all(stores.map((store, at) => adjust(store, 9 + at)));
    const [saved, ...others] = both.filter((result) => result !== 'changed');
    expect(others).toEqual([]);
    expect(saved).toMatchObject({ watch: (await stores[0].watches.find('T1', id)) ?? {} });
    const other = await stores[0].watches.insert('T1', aWatch(2));
    await stores[0].watchChecks.pause('T1', { id: other.id }, 'no-channel', () => []);
    const edit = () =>
      stores[1].watches.adjust('T1', other.id, aWatch(2), null, (now) => isDeepStrictEqual(now, other));
    expect(await edit()).toBe('changed');
    expect(await stores[0].watches.find('T1', other.id)).toEqual({ ...other, paused: 'no-channel' });
    await stores[0].watches.remove('T1', other.id);
    expect(await edit()).toBeNull();
  });

  it('puts an edited watch back as it was, with its memory, unless somebody changed it since', async () => {
    const { id } = await stores[0].watches.insert('T1', aWatch(1));
    const asStored = async () => [
      await stores[1].watches.find('T1', id),
      JSON.parse((await stores[1].watches.memory('T1', id)) ?? ''),
    ];
    const edit = async () => {
      const rule = { when: 'score', above: 70 } as const;
      const edited = await stores[0].watches.adjust(
        'T1',
        id,
        { ...aWatch(1), channelId: 'C2', rule },
        null,
        () => true,
      );
      return edited !== null && edited !== 'changed' && 'undo' in edited ? edited : expect.fail();
    };
    const before = await asStored();
    const first = await edit();
    expect(await asStored()).not.toEqual(before);
    expect(await first.undo()).toBe(true);
    expect(await asStored()).toEqual(before);
    const second = await edit();
    await stores[1].watches.change('T1', id, { mostADay: 9 });
    expect(await second.undo()).toBe(false);
    expect(await stores[0].watches.find('T1', id)).toMatchObject({ channelId: 'C2', mostADay: 9 });
    await stores[1].watches.remove('T1', id);
    expect(await second.undo()).toBe(false);
  });

  it('joins notices about an owner’s missing signals, whichever process pauses the watches, and loses none to one that is told', async () => {
    const watches: Watch[] = [];
    for (let at = 1; at <= 6; at++) watches.push(await stores[0].watches.insert('T1', aWatch(at)));
    const pause = (some: readonly Watch[]) =>
      Promise.all(
        some.map(({ id }, at) =>
          stores[at % 2 ? 1 : 0].watchChecks.pause('T1', { id }, 'no-signal', (paused) =>
            noticesOf(paused, 'no-signal', now),
          ),
        ),
      );
    await pause(watches.slice(0, 4));
    expect(await stores[0].outbox.free(10, [])).toEqual([]);
    now += 3 * HOUR;
    const [free, ...others] = await stores[0].outbox.free(10, []);
    if (free === undefined) throw new Error('nothing to tell');
    expect(others).toEqual([]);
    const [told] = await Promise.all([stores[1].outbox.claim(free), pause(watches.slice(4, 5))]);
    await pause(watches.slice(5));
    now += 3 * HOUR;
    const later = (await stores[0].outbox.free(10, [])).filter(({ id }) => id !== free.id);
    const rest = await Promise.all(later.map((each) => stores[0].outbox.claim(each)));
    const ids = [told, ...rest].flatMap((message) => (message?.kind === 'alert' ? (message.pausedWatches ?? []) : []));
    expect(ids.toSorted()).toEqual(watches.map(({ id }) => id).toSorted());
    expect(rest).toHaveLength(1);
  });

  it('hands an alert whose process died to one who tells its owner, again and again until that is done', async () => {
    await makeDue(1);
    await settle(stores[0], await takeOne(stores[0]), 'lost');
    const take = async () => {
      const claimed = stores.map(async ({ outbox }) =>
        Promise.all((await outbox.free(10, [])).map((free) => outbox.claim(free))),
      );
      return (await Promise.all(claimed)).flat().filter((message) => message !== null);
    };
    expect(await take()).toEqual([]);
    now += HOUR;
    const lost = {
      id: 'lost',
      workspaceId: 'T1',
      ownerId: 'U1',
      channelId: 'C1',
      text: 'It grows.',
      state: 'unconfirmed',
    };
    expect(await take()).toMatchObject([lost]);
    expect(await take()).toEqual([]);
    now += HOUR;
    const [alert] = await take();
    expect(alert).toMatchObject(lost);
    if (alert !== undefined) await stores[0].outbox.change('T1', alert, { state: 'told', freeAt: null });
    now += HOUR;
    expect(await take()).toEqual([]);
  });

  it('goes on with the signal that the watched one was merged into', async () => {
    await makeDue(1);
    const watch = await takeOne(stores[0]);
    const subject = { of: 'signal', id: idOf(9), topic: 'The whole pain' } as const;
    await stores[0].watchChecks.settle(watch, {
      memory: initialMemory(RULE, []),
      subject,
      snapshot: null,
    });
    expect(await stores[1].watches.find('T1', watch.id)).toMatchObject({ subject });
  });
}
