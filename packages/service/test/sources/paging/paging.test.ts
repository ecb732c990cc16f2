import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  advanceCursor,
  overlapStart,
  pageBackward,
  pageByWindow,
  pageForward,
} from '../../../src/sources/feed/paging.ts';

interface Row {
  id: number;
  at: number;
}

const START = Date.UTC(2026, 10, 20);
const END = START + 86_400_000;
/** Rows in whole seconds of a day, often several in one, oldest first. */
const rowsOfADay = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 86_399 }), fc.constantFrom(7, 3_600)), { maxLength: 60 })
  .map((seconds) =>
    seconds.sort((one, other) => one - other).map((second, id): Row => ({ id, at: START + second * 1_000 })),
  );

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const idsOf = (parts: readonly { rows: readonly Row[] }[]) => parts.flatMap(({ rows }) => rows.map(({ id }) => id));
const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

/** What was handed out up to a part holds everything of the time that the part says was reached. */
function expectNothingLeftBehind(
  parts: readonly { rows: readonly Row[]; reached: number }[],
  all: readonly Row[],
): void {
  const seen = new Set<number>();
  for (const { rows, reached } of parts) {
    for (const { id } of rows) seen.add(id);
    for (const { id, at } of all) if (at < reached) expect(seen).toContain(id);
  }
}

it('reads forward every row, whatever the pages and however many share a moment', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfADay, fc.integer({ min: 2, max: 20 }), async (all, size) => {
      const parts = await collect(
        pageForward<Row>({
          from: START,
          until: END,
          readPage: (from, page) => {
            const found = all.filter(({ at }) => at >= from);
            const rows = found.slice((page - 1) * size, page * size);
            return Promise.resolve({ rows, unreadable: 0, more: found.length > page * size });
          },
          timeOf: ({ at }) => at,
          idOf: ({ id }) => id,
        }),
      );
      expect(sorted([...new Set(idsOf(parts))])).toEqual(all.map(({ id }) => id));
      expectNothingLeftBehind(parts, all);
      expect(parts.at(-1)?.reached).toBe(END);
    }),
  );
});

it('reads every row once in windows that hold no more than the search shows', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfADay, async (all) => {
      // A moment must fit: 60 rows could share one.
      const limit = 60;
      const spans: [number, number][] = [];
      const crowded = [...all, ...all.map(({ id, at }) => ({ id: id + 1_000, at: Math.min(at + 5_000, END - 1_000) }))];
      const fits = (rows: readonly Row[]) => rows.length <= limit;
      const parts = await collect(
        pageByWindow({ from: START, to: END }, ({ from, to }) => {
          const rows = crowded.filter(({ at }) => at >= from && at < to);
          if (fits(rows)) spans.push([from, to]);
          return Promise.resolve(fits(rows) ? { rows } : null);
        }),
      );
      expect(sorted(idsOf(parts))).toEqual(sorted(crowded.map(({ id }) => id)));
      expectNothingLeftBehind(parts, crowded);
      for (const [index, [from]] of spans.entries()) expect(from).toBe(index === 0 ? START : spans[index - 1]?.[1]);
      expect(parts.at(-1)?.reached).toBe(END);
    }),
  );
});

it('walks a list back to where it was, and hands out each row once, oldest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOfADay,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 86_400 }),
      async (all, size, second) => {
        const from = START + second * 1_000;
        const newestFirst = all.toReversed();
        async function* pages() {
          for (let at = 0; at < newestFirst.length; at += size) {
            // The list has moved on by one row since the last page.
            yield { rows: newestFirst.slice(Math.max(0, at - 1), at + size), unreadable: 0 };
          }
        }
        const parts = await collect(
          pageBackward<Row>({ from, until: END, pages: pages(), timeOf: ({ at }) => at, idOf: ({ id }) => id }),
        );
        const wanted = all.filter(({ at }) => at >= from);
        expect(sorted(idsOf(parts))).toEqual(wanted.map(({ id }) => id));
        const times = parts.flatMap(({ rows }) => rows.map(({ at }) => at));
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expectNothingLeftBehind(parts, wanted);
        expect(parts.at(-1)?.reached).toBe(END);
      },
    ),
  );
});

it.each([
  { rows: 30, characters: 1_000_000 },
  { rows: 1_000, characters: 1_500 },
])('holds %o of a list at once, says so, and reads the rest the next times', async (most) => {
  const all = Array.from({ length: 200 }, (_, id) => ({ id, at: START + id * 60_000 }));
  async function* pages() {
    for (let at = all.length; at > 0; at -= 10) yield { rows: all.slice(at - 10, at).toReversed(), unreadable: 0 };
  }
  const of = { timeOf: ({ at }: Row) => at, idOf: ({ id }: Row) => id, most };
  const found = new Set<number>();
  let cursor = { since: START, reached: START };
  for (let run = 0; cursor.reached < END; run += 1) {
    const held = [];
    const before = cursor.reached;
    let error: unknown = null;
    try {
      for await (const part of pageBackward<Row>({ from: overlapStart(cursor), until: END, pages: pages(), ...of })) {
        held.push(...part.rows);
        cursor = advanceCursor(cursor, part.reached);
      }
    } catch (thrown) {
      error = thrown;
    }
    expect(held.length).toBeLessThanOrEqual(most.rows);
    expect(JSON.stringify(held).length).toBeLessThan(most.characters + held.length * 2);
    for (const { id } of held) found.add(id);
    expect(cursor.reached).toBeGreaterThan(before);
    if (cursor.reached < END) expect(String(error)).toMatch(/too large to read at once.*next fetch continues/);
    else expect(error).toBeNull();
    expect(run).toBeLessThan(50);
  }
  expect(found.size).toBe(all.length);
});

it('keeps its place where a row is dated in the future', async () => {
  const rows = [
    { id: 1, at: START },
    { id: 2, at: END + 86_400_000 },
  ];
  const of = { timeOf: ({ at }: Row) => at, idOf: ({ id }: Row) => id, until: END };
  const forward = await collect(
    pageForward<Row>({
      from: START,
      readPage: (_, page) => Promise.resolve({ rows, unreadable: 0, more: page < 2 }),
      ...of,
    }),
  );
  async function* pages() {
    yield { rows: rows.toReversed(), unreadable: 0 };
  }
  const backward = await collect(pageBackward<Row>({ from: START, pages: pages(), ...of }));
  expect([...forward, ...backward].filter(({ reached }) => reached > END)).toEqual([]);
});

it('gives a list up that never ends', async () => {
  async function* endless() {
    for (let id = 0; ; id += 1) yield { rows: [{ id, at: START }], unreadable: 0 };
  }
  const reading = { from: START, until: END, pages: endless(), timeOf: ({ at }: Row) => at, idOf: ({ id }: Row) => id };
  await expect(collect(pageBackward(reading))).rejects.toThrow('Start later with: fetch KIND --since DATE');
});

it('begins ten minutes before the cursor, but never before what is wanted, and never goes back', () => {
  expect(overlapStart({ since: START, reached: END })).toBe(END - 600_000);
  expect(overlapStart({ since: START, reached: START + 60_000 })).toBe(START);
  expect(advanceCursor({ since: START, reached: END }, END - 1)).toEqual({ since: START, reached: END });
  expect(advanceCursor({ since: START, reached: START }, END)).toEqual({ since: START, reached: END });
});
