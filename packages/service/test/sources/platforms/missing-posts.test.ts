import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/http/index.ts';
import { deletedOf, openFeed, startFakePlatform } from '../support/fake-platform.ts';
import { sendJson } from '../support/local-server.ts';
import { accessToken } from './fixtures/reddit.ts';

const CREDENTIALS = { githubToken: 'ghp_test', reddit: { clientId: 'client', clientSecret: 'secret' } };

type Looks = 'missing' | 'error';
interface Platform {
  entry: Record<string, unknown>;
  post: { provider: string; externalId: string; url: string | null };
  /** What an answer with this status and JSON says of the post; 5xx and 403 never say that it is gone. */
  answers: Record<403 | 404 | 410 | 500, Looks>;
}

const ONE_BY_ONE: Platform['answers'] = { 403: 'error', 404: 'missing', 410: 'missing', 500: 'error' };
/** A list that cannot be read says nothing about the posts in it. */
const BY_LIST: Platform['answers'] = { 403: 'error', 404: 'error', 410: 'error', 500: 'error' };

const PLATFORMS: Record<string, Platform> = {
  github: {
    entry: { source: 'github', repositories: ['acme/widget'] },
    post: { provider: 'github', externalId: '1', url: 'https://github.com/acme/widget/issues/1' },
    answers: ONE_BY_ONE,
  },
  'github-discussions': {
    entry: { source: 'github-discussions', repositories: ['acme/widget'] },
    post: { provider: 'github', externalId: 'discussion-1', url: 'https://github.com/acme/widget/discussions/1' },
    answers: BY_LIST,
  },
  gitlab: {
    entry: { source: 'gitlab', projects: ['group/project'] },
    post: { provider: 'gitlab', externalId: 'gitlab.com:1', url: 'https://gitlab.com/group/project/-/issues/1' },
    answers: ONE_BY_ONE,
  },
  discourse: {
    entry: { source: 'discourse', url: 'https://forum.example' },
    post: { provider: 'discourse', externalId: 'forum.example:1', url: null },
    answers: ONE_BY_ONE,
  },
  'stack-exchange': {
    entry: { source: 'stack-exchange', site: 'stackoverflow', tags: ['kubernetes'] },
    post: { provider: 'stackoverflow', externalId: '1', url: null },
    answers: BY_LIST,
  },
  'hacker-news': {
    entry: { source: 'hacker-news' },
    post: { provider: 'hackernews', externalId: '1', url: null },
    answers: ONE_BY_ONE,
  },
  lobsters: {
    entry: { source: 'lobsters' },
    post: { provider: 'lobsters', externalId: 'abc', url: null },
    answers: ONE_BY_ONE,
  },
  'dev-to': {
    entry: { source: 'dev-to' },
    post: { provider: 'dev.to', externalId: '1', url: null },
    answers: ONE_BY_ONE,
  },
  reddit: {
    entry: { source: 'reddit', subreddits: ['devops'], account: 'acme_ops' },
    post: { provider: 'reddit', externalId: 't3_1', url: null },
    answers: BY_LIST,
  },
};

describe.each(Object.entries(PLATFORMS))('a post of %s', (_, { entry, post, answers }) => {
  it.each(Object.entries(answers))('that is answered with %s is %s', async (status, looks) => {
    const { deps } = await startFakePlatform(({ url }, response) => {
      if (url.host === 'www.reddit.com') sendJson(response, accessToken);
      // As GitHub answers for a repository with single sign-on.
      else sendJson(response, { message: 'Resource protected by organization SAML enforcement.' }, {}, Number(status));
    }, CREDENTIALS);

    const check = deletedOf(openFeed(entry, deps), [post]);

    if (looks === 'missing') expect(await check).toEqual([post.externalId]);
    else await expect(check).rejects.toThrow(SourceError);
  });

  it('whose kind of posts is turned off there is not taken for gone', async () => {
    const { deps } = await startFakePlatform(({ url }, response) => {
      if (url.host === 'www.reddit.com') sendJson(response, accessToken);
      else sendJson(response, { message: 'Issues are disabled for this repo' }, {}, 410);
    }, CREDENTIALS);
    await expect(deletedOf(openFeed(entry, deps), [post])).rejects.toThrow(SourceError);
  });
});
