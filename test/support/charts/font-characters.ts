import { readFileSync } from 'node:fs';

/**
 * The characters a font file has a glyph for, from the segmented coverage of its character map.
 * https://learn.microsoft.com/typography/opentype/spec/cmap
 */
export function charactersOf(path: string): Set<number> {
  const font = readFileSync(path);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const map = tables.find((table) => font.toString('latin1', table, table + 4) === 'cmap');
  if (map === undefined) throw new Error(`${path} has no character map`);
  return new Set(readGroups(font, segmentedCoverage(font, font.readUInt32BE(map + 8))));
}

const SEGMENTED_COVERAGE = 12;

function segmentedCoverage(font: Buffer, map: number): number {
  const starts = Array.from(
    { length: font.readUInt16BE(map + 2) },
    (_, at) => map + font.readUInt32BE(map + 8 + 8 * at),
  );
  const start = starts.find((at) => font.readUInt16BE(at) === SEGMENTED_COVERAGE);
  if (start === undefined) throw new Error('The character map has no segmented coverage');
  return start;
}

function* readGroups(font: Buffer, start: number): Generator<number> {
  const groups = font.readUInt32BE(start + 12);
  for (let at = start + 16; at < start + 16 + 12 * groups; at += 12) {
    const [first, last] = [font.readUInt32BE(at), font.readUInt32BE(at + 4)];
    for (let character = first; character <= last; character += 1) yield character;
  }
}
