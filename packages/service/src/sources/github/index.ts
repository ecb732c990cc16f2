import { defineSource, type Feed, type SourceDeps } from '../source.ts';
import { createGithubApi } from './github-api.ts';
import { checkIssues, readIssues } from './issues-feed.ts';
import { GithubEntry } from './schema.ts';
import { searchIssues } from './search-feed.ts';

/** Issues on GitHub: of repositories by name, or whatever a search finds. Pull requests are left out. */
export const github = defineSource(
  'github',
  GithubEntry,
  ({ repositories = [], labels, query }, deps: SourceDeps): Feed[] => {
    const api = createGithubApi(deps);
    const suffix = labels.length > 0 ? ` labels ${[...labels].sort().join(',')}` : '';
    const checkDeleted: Feed['checkDeleted'] = (posts) => checkIssues(api, posts);
    if (query !== undefined) {
      const search = [query, ...labels.map((label) => `label:"${label}"`)].join(' ');
      return [
        {
          key: `github search ${search}`,
          fetchSince: (cursor) => searchIssues(api, search, cursor, deps.now()),
          checkDeleted,
        },
      ];
    }
    return repositories.map((repository) => ({
      key: `github ${repository}${suffix}`,
      fetchSince: (cursor) => readIssues(api, { repository, labels }, cursor, deps.now()),
      checkDeleted,
    }));
  },
);
