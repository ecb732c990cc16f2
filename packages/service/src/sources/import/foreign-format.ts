/** Enough of a file to know it by. */
export const SNIFFED_BYTES = 64;

const COMPRESSED: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['a gzip file', [0x1f, 0x8b], 'gunzip'],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04], 'unzip'],
  ['a bzip2 file', [0x42, 0x5a, 0x68], 'bunzip2'],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unxz'],
  ['a Zstandard file', [0x28, 0xb5, 0x2f, 0xfd], 'unzstd'],
];
const UTF_16_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** What a file is that does not hold what its name says, and what to do, as one sentence goes on; null for one that may. */
export function unsupportedFormat(start: Buffer, extension: string): string | null {
  const begins = (bytes: readonly number[]) =>
    bytes.length <= start.length && bytes.every((byte, at) => start[at] === byte);
  const packed = COMPRESSED.find(([, bytes]) => begins(bytes));
  if (packed !== undefined) return `is ${packed[0]}: unpack it first, with ${packed[2]}`;
  if (UTF_16_MARKS.some(begins)) return 'is UTF-16: make UTF-8 of it, with iconv -f UTF-16 -t UTF-8';
  if (extension === '.ndjson' && /^\ufeff?\s*\[/.test(start.toString()))
    return "is one JSON array: write one object a line, with jq -c '.[]'";
  return null;
}
