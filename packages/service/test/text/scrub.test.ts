import { describe, expect, it } from 'vitest';
import { scrub } from '../../src/text/scrub.ts';

/** Put together here, so that nobody who searches for leaked secrets finds one. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `MIIE${String(at).padStart(2, '0')}`.padEnd(64, 'aB3+'));
const keyOf = (end: string) => ['-----BEGIN RSA PRIVATE KEY-----', ...lines(4), end].join('\n');
const token = `npm_${'abcdefghij'.repeat(3)}`;

describe('scrubbing', () => {
  it('keeps a version of four numbers and redacts an address', () => {
    expect(scrub('since 4.18.2.40 from 81.2.69.160')).toBe('since 4.18.2.40 from [redacted]');
  });

  it('takes a private key to its end and leaves the words behind it', () => {
    const text = `It fails with ${keyOf('-----END RSA PRIVATE KEY-----')} since we moved, and nobody knows why.`;
    expect(scrub(text)).toBe('It fails with [redacted] since we moved, and nobody knows why.');
  });

  it('leaves no half of a token that stands behind a private key', () => {
    expect(scrub(`${keyOf('-----END RSA PRIVATE KEY-----')}, ${token}`)).toBe('[redacted], [redacted]');
    expect(scrub(`${keyOf('and then')} ${token}`)).toBe('[redacted]\nand then [redacted]');
  });

  it('takes an encrypted key with its headers, and all of a key on one line', () => {
    const headers = 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF';
    const key = keyOf('-----END RSA PRIVATE KEY-----').replace('-----\n', `-----\n${headers}\n\n`);
    expect(scrub(key)).toBe('[redacted]');
    expect(scrub(key.replaceAll('\n', ' '))).toBe('[redacted]');
  });

  it.each([
    ['https://hooks.slack.com/services/', `T0000/B0000/${'x1'.repeat(12)}`],
    ['https://discord.com/api/webhooks/', `123456/${'Ab-_'.repeat(17)}`],
  ])('takes the secret part of %s', (address, secret) => {
    expect(scrub(`posting to ${address}${secret} answers 404`)).toBe(`posting to ${address}[redacted] answers 404`);
  });

  it('takes the secret that stands beside an AWS key id', () => {
    const secret = 'wJalr/XUtn+FEMI0'.repeat(3).slice(0, 40);
    expect(scrub(`AWS AKIA${'Q'.repeat(16)} ${secret} is refused`)).toBe('AWS [redacted] [redacted] is refused');
  });
});
