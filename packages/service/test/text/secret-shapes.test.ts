import { expect, test } from 'vitest';
import { normaliseBody } from '../../src/text/normalise.ts';
import { scrub } from '../../src/text/scrub.ts';
import { SECRET_SHAPES } from '../support/secret-shapes.ts';

test.each(SECRET_SHAPES)('$name leaves nothing of the secret behind', ({ text, secret }) => {
  expect(scrub(text)).not.toContain(secret);
  expect(scrub(text)).toContain('[redacted]');
  expect(normaliseBody('github', `It fails like this:\n\n${text}\n\nAny idea?`)).not.toContain(secret);
});

test.each([
  'The token is expired after 30 minutes, and the password is base64-encoded.',
  'Pass the --token flag or set --password to log in; the secret is rotated daily.',
  'Fixed in 3f786850e387550fdab836ed7e6dc881de23001b, see also a1b2c3d4.',
  'Request 550e8400-e29b-41d4-a716-446655440000 failed at 2026-03-01T12:00:00.123Z.',
  'The md5 of the archive is d41d8cd98f00b204e9800998ecf8427e.',
  'It is order 1234567890123456 of 20260301, shard 4000123400001235.',
  'mysql -u root -p asks for the password, mysqldump -P 3306 does not.',
  'curl -u needs a user; curl -X POST http://127.0.0.1:8080/health works.',
  'Upgrade from 10.0.19045.3570 to 4.18.2.40 on port 8080.',
  'useSessionId() returns undefined; sid=null in the log.',
  'ALTER TABLE keys ADD COLUMN token text NOT NULL;',
  'kubernetes/ingress-nginx#4321: secret default/tls-cert not found',
  'GB12 is the newest Raspberry board; NO93 8601 1117 948 is not an account.',
  'api_key: null, apiKey: process.env.API_KEY, secret: $SECRET, token=<your-token>',
  'Jira is slow, facebook login fails, discord and twitter embeds are broken.',
  'pass: 12 of 14 tests, PASS=3 FAIL=0; PASS: libstdc++-v3/test1.cc',
  'authorization: required, Authorization = none, ENV NODE_VERSION 22 and <token>%TOKEN%</token>',
  'ISBN 978-3-16-148410-0 and RFC 9700 section 4.11.2.',
])('ordinary technical text stays as it is: %s', (text) => {
  expect(scrub(text)).toBe(text);
});
