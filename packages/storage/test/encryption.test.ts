import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEncryption, DecryptionError, EncryptionKeys, keyFile } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const cell = ['tokens', 'token_sealed', 'T1'] as const;

test('a value comes back from its own cell alone, and never looks the same twice', () => {
  const encryption = createEncryption(() => [first]);
  const sealed = encryption.seal('xoxb-geheim-ä', cell);
  expect(sealed).not.toContain('geheim');
  expect(encryption.seal('xoxb-geheim-ä', cell)).not.toBe(sealed);
  expect(encryption.open(sealed, cell)).toBe('xoxb-geheim-ä');
  for (const other of [
    ['tokens', 'token_sealed', 'T2'],
    ['tokens', 'other', 'T1'],
    ['keys', 'token_sealed', 'T1'],
  ] as const) {
    expect(() => encryption.open(sealed, other)).toThrow(DecryptionError);
  }
});

test('a value that was changed or cut is refused', () => {
  const encryption = createEncryption(() => [first]);
  const sealed = encryption.seal('secret', cell);
  const [version, id, content = ''] = sealed.split('.');
  for (const wrong of [content.slice(0, -4), `${content[0] === 'A' ? 'B' : 'A'}${content.slice(1)}`, '']) {
    expect(() => encryption.open([version, id, wrong].join('.'), cell)).toThrow(DecryptionError);
  }
});

test('the first key encrypts, all decrypt, and an unknown one is named without being told', () => {
  const old = createEncryption(() => [first]).seal('secret', cell);
  const both = createEncryption(() => [second, first]);
  expect(both.open(old, cell)).toBe('secret');
  expect([both.isCurrent(old), both.isCurrent(both.seal('secret', cell))]).toEqual([false, true]);
  expect(() => createEncryption(() => [second]).open(old, cell)).toThrow(/ENCRYPTION_KEYS does not hold/);
});

test.each(['', 'short', `${first.toString('base64')},`, first.toString('hex')])('no key is read from "%s"', (text) => {
  expect(EncryptionKeys.safeParse(text).success).toBe(false);
});

test('keys made in a folder stay, are nobody else’s to read, and a new one counts at once', () => {
  const folder = temporaryFolder();
  const [one, other] = [keyFile(folder), keyFile(folder)];
  const [made] = one.keys();
  expect(other.keys()).toEqual([made]);
  expect(statSync(join(folder, 'encryption-keys')).mode & 0o777).toBe(0o600);
  other.add();
  expect(one.keys()).toEqual(other.keys());
  expect(one.keys()).toHaveLength(2);
  expect(one.keys()[1]).toEqual(made);
  expect(readdirSync(folder)).toEqual(['encryption-keys']);
});
