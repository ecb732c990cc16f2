import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IncomingPost } from '../../src/model/post.ts';

const POST = { provider: 'github', externalId: '1', title: 'It breaks', createdAt: '2026-02-01T00:00:00Z' };

function faultsOf(fields: Record<string, unknown>): string[] {
  const { error } = IncomingPost.safeParse({ ...POST, ...fields });
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a post as it comes', () => {
  it.each([
    ['2026-03-01T12:00:00Z', Date.UTC(2026, 2, 1, 12)],
    ['2026-03-01T12:00:00.250+02:00', Date.UTC(2026, 2, 1, 10, 0, 0, 250)],
    ['1970-01-01T00:00:00Z', 0],
    ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('was written at %s', (createdAt, at) => {
    expect(IncomingPost.parse({ ...POST, createdAt }).createdAt).toBe(at);
  });

  it.each([
    undefined,
    null,
    1_772_366_400_000,
    'yesterday',
    '2026',
    '2026-03-01',
    '2026-03-01T12:00:00',
    '2026-02-30T12:00:00Z',
    '2026-03-01T25:00:00Z',
    '+012026-03-01T12:00:00Z',
    'Sun, 01 Mar 2026 12:00:00 GMT',
  ])('is refused for having been written at %s, which is no one instant', (createdAt) => {
    expect(faultsOf({ createdAt })).toEqual([
      'createdAt: must be an ISO 8601 instant with a zone, such as "2026-03-01T12:00:00Z"',
    ]);
  });

  it('is refused for a time before 1970', () => {
    expect(faultsOf({ createdAt: '1969-12-31T23:59:59Z' })).toEqual(['createdAt: must not be before 1970']);
  });

  it.each([
    [{ provider: undefined }, /^provider: must be a lower-case name such as "github"/],
    [{ provider: 'GitHub' }, /^provider: must be a lower-case name such as "github"/],
    [{ externalId: '' }, /^externalId: must be a text of 1 to 500 characters or a whole number$/],
    [{ externalId: 1.5 }, /^externalId: must be a text of 1 to 500 characters or a whole number$/],
    [{ title: 7 }, /^title: must be a text or null$/],
    [{ title: 'x'.repeat(100_001) }, /^title: must not be longer than 100000 characters$/],
    [{ url: {} }, /^url: must be a text or null$/],
    [{ reactions: -1 }, /^reactions: must be a whole number, 0 or more$/],
    [{ reactions: true }, /^reactions: must be a whole number, 0 or more$/],
    [{ reactions: 'many' }, /^reactions: must be a whole number, 0 or more$/],
    [{ title: ' ', body: '' }, /^: title and body must not both be empty$/],
  ])('with %j is refused in words of its own', (fields, fault) => {
    expect(faultsOf(fields)).toEqual([expect.stringMatching(fault)]);
  });

  it('is never refused in the words of a library', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('provider', 'externalId', 'createdAt', 'author', 'reactions'),
        fc.anything(),
        (name, value) => {
          for (const fault of faultsOf({ [name]: value })) expect(fault).toMatch(/^\w+: must /);
        },
      ),
    );
    expect(IncomingPost.safeParse([]).error?.issues[0]?.message).toMatch(/^a post must be an object/);
  });

  it('may give its reactions as text, as a CSV file does', () => {
    expect(IncomingPost.parse({ ...POST, reactions: '12' }).reactions).toBe(12);
    expect(IncomingPost.parse({ ...POST, reactions: null }).reactions).toBe(0);
  });
});
