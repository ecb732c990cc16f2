import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigurationError, Port, parseEnvironment } from '../src/index.ts';

test.each([
  ['0', 0],
  ['4000', 4000],
  ['65535', 65_535],
])('%s is a port', (text, port) => {
  expect(Port.parse(text)).toBe(port);
});

test.each(['0x10', '1e3', ' 80', '80.0', '+80', '-1', '65536', '100000', 'http'])('%j is not a port', (text) => {
  expect(Port.safeParse(text).error?.issues[0]?.message).toBe('must be a port, 0 to 65535');
});

const Settings = z.object({ API_KEY: z.string().min(4, 'is too short').optional(), PORT: Port.default(1) });
const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const errorsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    parseEnvironment(Settings, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.errors;
    throw error;
  }
};

test('a setting is read from the file that NAME_FILE names, without its last newline', () => {
  expect(parseEnvironment(Settings, { API_KEY_FILE: file('key', 'secret\n') })).toEqual({ API_KEY: 'secret', PORT: 1 });
});

test('an error in the content of a file names the setting and not the content', () => {
  expect(errorsOf({ API_KEY_FILE: file('short', 'abc\n') })).toEqual(['API_KEY: is too short']);
});

test.each([
  ['does not exist', { API_KEY_FILE: join(folder, 'none') }, "API_KEY_FILE: names a file that can't be read (ENOENT)"],
  ['is empty', { API_KEY_FILE: file('empty', '\n') }, 'API_KEY_FILE: names an empty file'],
  [
    'comes on top of the value',
    { API_KEY: 'value', API_KEY_FILE: file('both', 'secret') },
    'API_KEY_FILE: is set, and so is API_KEY: set one of the two',
  ],
])('a file that %s is one of the errors, beside those of other settings', (_, environment, error) => {
  expect(errorsOf({ ...environment, PORT: 'http' })).toEqual([error, 'PORT: must be a port, 0 to 65535']);
});

test('a variable that ends in _FILE and belongs to no setting is left alone', () => {
  expect(errorsOf({ SSL_CERT_FILE: '/does/not/exist' })).toEqual([]);
});
