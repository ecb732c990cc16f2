import { randomBytes } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEncryption, DecryptionError, EncryptionKeys, keyFile } from '../src/index.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const cell = ['tokens', 'token_sealed', 'T1'] as const;

test('a value decrypts in its own cell only and never encrypts to the same text twice', () => {
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

test('a changed or truncated value is rejected', () => {
  const encryption = createEncryption(() => [first]);
  const sealed = encryption.seal('secret', cell);
  const [version, id, content = ''] = sealed.split('.');
  for (const wrong of [content.slice(0, -4), `${content[0] === 'A' ? 'B' : 'A'}${content.slice(1)}`, '']) {
    expect(() => encryption.open([version, id, wrong].join('.'), cell)).toThrow(DecryptionError);
  }
});

test('the first key encrypts, all decrypt, and an error identifies an unknown key without revealing it', () => {
  const old = createEncryption(() => [first]).seal('secret', cell);
  const both = createEncryption(() => [second, first]);
  expect(both.open(old, cell)).toBe('secret');
  expect([both.isCurrent(old), both.isCurrent(both.seal('secret', cell))]).toEqual([false, true]);
  expect(() => createEncryption(() => [second]).open(old, cell)).toThrow(/not in ENCRYPTION_KEYS/);
});

test.each(['', 'short', `${first.toString('base64')},`, first.toString('hex')])('"%s" is rejected as a key', (text) => {
  expect(EncryptionKeys.safeParse(text).success).toBe(false);
});

test('keys in a folder persist, are private, and a new one applies at once', () => {
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

test('a key that is added within the same tick of the file system’s clock applies at once', () => {
  const folder = temporaryFolder();
  const file = keyFile(folder);
  for (const count of [1, 2, 3]) {
    if (count > 1) file.add();
    else file.keys();
    utimesSync(join(folder, 'encryption-keys'), 1, 1);
    expect(file.keys()).toHaveLength(count);
  }
});

test('what was encrypted with any earlier key in a folder can be decrypted, however many were added since', () => {
  const file = keyFile(temporaryFolder());
  const encryption = createEncryption(file.keys);
  const sealed = Array.from({ length: 3 }, (_, turn) => {
    if (turn > 0) file.add();
    return encryption.seal(`secret ${turn}`, cell);
  });
  expect(sealed.map((each) => encryption.open(each, cell))).toEqual(['secret 0', 'secret 1', 'secret 2']);
  expect(sealed.map(encryption.isCurrent)).toEqual([false, false, true]);
});
