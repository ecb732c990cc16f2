import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importPosts } from '../../../src/jobs/import.ts';
import { scrubOrigin } from '../../../src/jobs/pipeline/prepare-post.ts';
import { productOf } from '../../../src/naming/spelling.ts';
import { tokenize } from '../../../src/text/tokenize.ts';
import { openEmptyStore } from '../../support/filled-store.ts';
import { aPost, NOW } from '../../support/posts.ts';

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const addressOf = (url: string) => scrubOrigin(aPost({ externalId: '1', url })).url;

describe('where a post comes from', () => {
  it.each([
    ['https://github.com/acme/widget/issues/1?page=2#issuecomment-77', undefined],
    ['https://news.ycombinator.com/item?id=41234567', undefined],
    [`https://bob:${TOKEN}@github.com/acme/widget`, 'https://github.com/acme/widget'],
    ['https://forum.example/t/9?page=2&api_key=k1', 'https://forum.example/t/9?page=2'],
    [
      'https://forum.example/t/9?pass=hunter2&user_pass=hunter2&compass=north',
      'https://forum.example/t/9?compass=north',
    ],
    ['https://forum.example/t/9?mail=bob%40example.com', 'https://forum.example/t/9'],
    [`https://forum.example/t/9#access_token=${TOKEN}`, 'https://forum.example/t/9'],
    ['https://forum.example/u/bob%40example.com/9', 'https://forum.example/u/[redacted]/9'],
    ['https://forum.example/100%/9', undefined],
  ])('is linked as %s without what is secret in it', (url, expected = url) => {
    expect(addressOf(url)).toBe(expected);
  });

  it('has one stand-in for each person whose name is an e-mail address', () => {
    const names = ['bob@example.com', 'eve@example.com', 'bob@example.com', TOKEN].map(
      (author) => scrubOrigin(aPost({ externalId: '1', author })).author,
    );
    expect(names[0]).toMatch(/^someone-[0-9a-f]{10}$/);
    expect(names[2]).toBe(names[0]);
    expect(new Set(names).size).toBe(3);
    expect(scrubOrigin(aPost({ externalId: '1', author: 'ann' })).author).toBe('ann');
  });

  it('has one stand-in for each repository and organization whose name holds an email address, and keeps the rest', () => {
    const names = [
      'dev@example.org',
      'users@example.org',
      'Dev@Example.org',
      'https://lists.example/dev@example.org',
    ].map((name) => scrubOrigin(aPost({ externalId: '1', repository: name, owner: name })));
    expect(names[0]?.repository).toMatch(/^\[redacted-\d+\]$/);
    expect(names[2]).toEqual(names[0]);
    expect(names[3]?.repository).toMatch(/^https:\/\/lists\.example\/\[redacted-\d+\]$/);
    for (const part of ['repository', 'owner'] as const) expect(new Set(names.map((name) => name[part])).size).toBe(3);
  });

  it('has a stand-in for a repository that names no product', () => {
    const { repository } = scrubOrigin(aPost({ externalId: '1', repository: 'dev@example.org' }));
    expect(tokenize(repository ?? '')).toEqual([]);
    expect(productOf([{ title: 'Login fails', text: '', repository }], new Set())).toBeUndefined();
  });

  it('leaves nothing of a secret or an e-mail address in the database, and counts the people all the same', async () => {
    const opened = await openEmptyStore();
    const posts = ['bob', 'eve', 'joe'].map((name, index) =>
      aPost({
        externalId: name,
        daysAgo: index + 1,
        author: `${name}@example.com`,
        url: `https://${name}:${TOKEN}@forum.example/t/9?access_token=${TOKEN}&user=${name}%40example.com`,
        repository: `https://x-access-token:${TOKEN}@github.com/acme/widget`,
        owner: `owner-${name}@example.com`,
      }),
    );
    await importPosts({ store: opened.store, now: () => NOW, newId: randomUUID }, posts);
    const [signal] = await opened.store.signals.top({ metric: 'score', limit: 1 });
    expect(signal).toMatchObject({ authorCount: 3 });
    await opened.store.close();

    const files = readdirSync(opened.dataDir).filter((name) => name.includes('.sqlite'));
    const bytes = files.map((name) => readFileSync(join(opened.dataDir, name), 'latin1')).join('');
    expect(bytes).toContain('forum.example');
    for (const secret of [TOKEN, '@example.com', '%40example.com']) expect(bytes).not.toContain(secret);
    await opened.close();
  });
});
