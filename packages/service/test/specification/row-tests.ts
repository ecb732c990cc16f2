import { expect, it } from 'vitest';
import { ROWS } from './rows.ts';

export type Section = keyof typeof ROWS;
export type RowOf<Of extends Section> = (typeof ROWS)[Of][number];

const chapterOf = (section: Section): string => section.split('.')[0] ?? '';
const numberOf = (section: Section, row: string): string =>
  `${section}.${(ROWS[section] as readonly string[]).indexOf(row) + 1}`;

/** The tests of one chapter of the interface specification, each under the number of the row that it holds the service to. */
export function rowTests(chapter: string) {
  const tested = new Set<string>();
  return {
    /** `sentence` goes on from the row's own words. */
    row<Of extends Section>(section: Of, row: RowOf<Of>, sentence: string, check: () => unknown): void {
      const number = numberOf(section, row);
      tested.add(number);
      it(`${number} ${row} ${sentence}`, async () => {
        await check();
      });
    },
    /** Comes last: a row that the specification has and no test shows here. */
    everyRow(): void {
      it(`${chapter} has a test for each of its rows`, () => {
        const sections = (Object.keys(ROWS) as Section[]).filter((section) => chapterOf(section) === chapter);
        const rows = sections.flatMap((section) => ROWS[section].map((row) => numberOf(section, row)));
        expect(rows.length).toBeGreaterThan(0);
        expect([...tested].toSorted()).toEqual(rows.toSorted());
      });
    },
  };
}
