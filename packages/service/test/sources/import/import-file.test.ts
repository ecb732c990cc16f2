import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../storage/test/support/temporary-folder.ts';
import { type ImportRecord, openImportFile } from '../../../src/sources/import/import-file.ts';
import { endOfCsvRecord, endOfLine, splitRecords } from '../../../src/sources/import/records.ts';

const POST = { provider: 'github', externalId: '1', title: 'It breaks', createdAt: '2026-02-01T00:00:00Z' };
const HEADER = 'provider,externalId,title,body,createdAt\n';

async function readFile(name: string, content: string | Buffer): Promise<ImportRecord[]> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  const file = await openImportFile(path);
  const records: ImportRecord[] = [];
  for await (const record of file.records()) records.push(record);
  return records;
}

const outcomes = (records: readonly ImportRecord[]) =>
  records.map((record) => [record.line, 'post' in record ? record.post.externalId : record.fault]);

test('each good line is a post, and a bad one is named by number and reason', async () => {
  const lines = [
    JSON.stringify(POST),
    '{"provider": "github", ',
    '',
    JSON.stringify({ ...POST, externalId: 2, createdAt: 'yesterday' }),
    JSON.stringify({ ...POST, externalId: 3, provider: 'GitHub', title: null }),
    '[]',
    JSON.stringify({ ...POST, externalId: 4 }),
  ];

  const records = await readFile('posts.ndjson', `\ufeff${lines.join('\n')}`);

  expect(outcomes(records)).toEqual([
    [1, '1'],
    [2, expect.stringMatching(/not JSON/)],
    [4, expect.stringMatching(/^createdAt: .*ISO 8601/)],
    [5, expect.stringMatching(/provider: .*lower-case.*/)],
    [6, expect.stringMatching(/object/)],
    [7, '4'],
  ]);
});

test('a line over 5 MB and one that is not UTF-8 are named, and the next one is read', async () => {
  const tooLong = Buffer.from(JSON.stringify({ ...POST, body: 'x'.repeat(5_000_000) }));
  const notText = Buffer.concat([Buffer.from('{"provider":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const newline = Buffer.from('\n');

  const records = await readFile(
    'posts.ndjson',
    Buffer.concat([tooLong, newline, notText, newline, Buffer.from(JSON.stringify(POST))]),
  );

  expect(outcomes(records)).toEqual([
    [1, 'longer than 5 MB'],
    [2, 'not valid UTF-8'],
    [3, '1'],
  ]);
});

test('text that no database keeps alike is made storable before it is compared', async () => {
  const [record] = await readFile('posts.ndjson', JSON.stringify({ ...POST, externalId: 'a\u0000b\ud800' }));

  expect(record).toMatchObject({ post: { externalId: 'ab\ufffd' } });
});

test('a CSV field may hold commas, quotes and line ends, and an empty one is null', async () => {
  const records = await readFile(
    'posts.csv',
    `${HEADER}github,1,"It ""breaks"", often","line one\r\nline two",2026-02-01T00:00:00Z\r\ngithub,2,x,,2026-02-01T00:00:00Z\n`,
  );

  expect(records).toMatchObject([
    { line: 2, post: { title: 'It "breaks", often', body: 'line one\r\nline two' } },
    { line: 4, post: { externalId: '2', body: null } },
  ]);
});

test('a broken CSV record does not take its neighbours with it', async () => {
  const good = (id: number) => `github,${id},It breaks,,2026-02-01T00:00:00Z\n`;

  const records = await readFile(
    'posts.csv',
    `${HEADER}${good(1)}github,2\n${good(3)}github,4,"bad"quote,,2026-02-01T00:00:00Z\n${good(5)}github,6,5" disk,,x\n${good(7)}`,
  );

  expect(outcomes(records)).toEqual([
    [2, '1'],
    [3, expect.stringMatching(/2 fields where the header names 5/)],
    [4, '3'],
    [5, expect.stringMatching(/not CSV/)],
    [6, '5'],
    [7, expect.stringMatching(/not CSV|createdAt/)],
    [8, '7'],
  ]);
});

test('a CSV file without the needed columns is refused with their names', async () => {
  await expect(readFile('posts.csv', 'provider,id,title\ngithub,1,x\n')).rejects.toThrow(
    /missing: externalId, createdAt\. Allowed: provider/,
  );
});

test.each([
  ['posts.txt', /must end in \.ndjson or \.csv/],
  ['missing.ndjson', /no such file/],
])('%s is refused in words', async (name, reason) => {
  await expect(openImportFile(join(temporaryFolder(), name))).rejects.toThrow(reason);
});

test.each([
  ['posts.ndjson', gzipSync(JSON.stringify(POST)), /is a gzip file: unpack it first, with gunzip/],
  ['posts.csv', gzipSync(HEADER), /is a gzip file/],
  ['posts.ndjson', Buffer.from('PK\u0003\u0004'), /is a ZIP archive/],
  ['posts.ndjson', Buffer.from(`\ufeff${JSON.stringify(POST)}`, 'utf16le'), /is UTF-16: convert it to UTF-8/],
  ['posts.ndjson', Buffer.from(`\ufeff [${JSON.stringify(POST)}]`), /is one JSON array: write one object a line/],
])('a %s that holds something else is refused with what to do', async (name, content, reason) => {
  await expect(readFile(name, content)).rejects.toThrow(reason);
});

test('a quote that is never closed is told with all the lines it takes in', async () => {
  const records = await readFile('posts.csv', `${HEADER}github,1,"It breaks,,2026-02-01T00:00:00Z\ngithub,2,x,,x\n`);

  expect(records).toMatchObject([
    { line: 2, lastLine: 4, fault: expect.stringMatching(/a quote in it is never closed/) },
  ]);
});

test('a CSV file whose lines end in a carriage return alone is refused with what to do', async () => {
  const content = `${HEADER}github,1,It breaks,,2026-02-01T00:00:00Z\n`.replaceAll('\n', '\r');

  await expect(readFile('posts.csv', content)).rejects.toThrow(/^The header of the CSV file is split by a carriage/);
});

test('a record that a carriage return cuts in two is told, and never stored without its rest', async () => {
  const cut = 'github,1,It breaks,,2026-02-01T00:00:00Z\rfor everybody';
  const records = await readFile('posts.csv', `${HEADER}${cut}\ngithub,2,"a\rb",,2026-02-01T00:00:00Z\r\n`);

  expect(records).toMatchObject([
    { line: 2, fault: expect.stringMatching(/carriage return/) },
    { line: 3, post: { title: 'a\rb' } },
  ]);
});

test('a CSV file that names a column twice is refused with the numbers of both', async () => {
  await expect(readFile('posts.csv', 'provider,externalId,title,title,createdAt\n')).rejects.toThrow(
    'Columns 3 and 4 of the CSV file have the same name.',
  );
});

test.each([
  ['twice in a file without a header', (secret: string) => `github,1,${secret},${secret},2026-02-01T00:00:00Z`],
  ['twice beside a header', (secret: string) => `provider,externalId,title,createdAt,${secret},${secret}`],
])('a secret that is %s is not told when the file is refused', async (_, firstLine) => {
  const secret = `ghp_${'aB3dE6gH9j'.repeat(10_000)}`;
  const refused = await readFile('posts.csv', `${firstLine(secret)}\n`).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'ImportFileError', message: expect.not.stringContaining('ghp_') });
  expect((refused as Error).message.length).toBeLessThan(300);
});

test('a CSV file whose first line is far too wide is refused', async () => {
  const header = `provider,externalId,title,createdAt,${Array.from({ length: 2_000 }, (_, at) => `field${at}`).join(',')}`;
  await expect(readFile('posts.csv', `${header}\n`)).rejects.toThrow(/2004 columns; at most 2000 are allowed/);
});

test('records are cut alike wherever the chunks of the stream end', async () => {
  const cell = fc.string().map((text) => `"${text.replaceAll('"', '""')}"`);
  const csv = fc
    .array(fc.array(cell, { minLength: 1 }).map((cells) => `${cells.join(',')}\n`))
    .map((rows) => rows.join(''));
  const anyText = fc.oneof(csv, fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'ä') }));

  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: 1, max: 7 }), async (text, size) => {
      const bytes = Buffer.from(text);
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      for (const end of [() => endOfLine, endOfCsvRecord]) {
        const whole = await cut([bytes], end());
        expect(await cut(pieces, end())).toEqual(whole);
      }
    }),
  );
});

async function cut(chunks: readonly Buffer[], recordEnd: typeof endOfLine): Promise<unknown[]> {
  const stream = (async function* () {
    yield* chunks;
  })();
  const records: unknown[] = [];
  for await (const { line, bytes } of splitRecords(stream, recordEnd)) records.push([line, bytes?.toString()]);
  return records;
}

test('a file that the disk refuses to read is refused by itself, with the reason', async () => {
  const path = join(temporaryFolder(), 'posts.ndjson');
  // A regular file whose first bytes can't be read.
  symlinkSync('/proc/self/mem', path);
  await expect(openImportFile(path)).rejects.toThrow(
    expect.objectContaining({ name: 'ImportFileError', message: expect.stringContaining('cannot be read to its end') }),
  );
});
