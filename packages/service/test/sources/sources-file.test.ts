import { expect, it } from 'vitest';
import { parseSourcesFile, SourcesFileError } from '../../src/sources/sources-file.ts';

const WHOLE = `
# What we follow
- source: github
  repositories: [nodejs/node, vitejs/vite]
  labels: [bug]
- source: github
  query: org:kubernetes label:kind/bug
- source: github-discussions
  repositories: [vercel/next.js]
- source: stack-exchange
  site: stackoverflow
  tags: [kubernetes, c++, .net]
- source: hacker-news
  query: '"build times"'
- source: discourse
  url: https://discuss.python.org
  categories: [help/7]
- source: gitlab
  projects: [gitlab-org/gitlab]
- source: lobsters
- source: dev-to
  tags: [help]
- source: reddit
  subreddits: [devops]
  account: acme_ops
`;

const faultsOf = (text: string): string => {
  try {
    parseSourcesFile(text);
    return '';
  } catch (error) {
    return error instanceof SourcesFileError ? error.message : 'another error';
  }
};

it('reads every kind of entry', () => {
  expect(parseSourcesFile(WHOLE).map(({ name }) => name)).toEqual([
    'github',
    'github',
    'github-discussions',
    'stack-exchange',
    'hacker-news',
    'discourse',
    'gitlab',
    'lobsters',
    'dev-to',
    'reddit',
  ]);
});

it('says that there is one error where there is one', () => {
  expect(faultsOf('- source: gopher')).toMatch(/^The SOURCES file has an error:\n {2}- .*$/);
});

it('names every fault at once, with the entry it is in', () => {
  const faults = faultsOf(`
- source: github
  repositories: [nodejs]
- source: gopher
- source: github
- source: stack-exchange
  site: stackoverflow
  tag: kubernetes
`);
  expect(faults).toContain('entry 1 (github): repositories, number 1: must be owner/name, such as "nodejs/node"');
  expect(faults).toContain('entry 2 (gopher): unknown source; allowed: github, github-discussions,');
  expect(faults).toContain('entry 3 (github): needs either "repositories" or a "query"');
  expect(faults).toMatch(/entry 4 \(stack-exchange\): .*tag/);
});

it.each([
  ['{ source: github, repositories: acme/x }', 'repositories: must be a list, such as [one, two]'],
  ['{ source: github, repositories: [] }', 'repositories: must name at least one'],
  ['{ source: github, query: x, sort: new }', 'there is no setting "sort" for this source'],
  ['{ source: hacker-news, query: 5 }', 'query: must be a text; put quotes around a number or a date'],
  ['{ source: hacker-news, kinds: [job] }', 'kinds, number 1: must be one of story, comment, ask_hn, show_hn'],
  ['{ source: reddit, subreddits: [devops] }', 'account: is missing; it must be a text'],
  ['{ source: gitlab, projects: [a/b], sendToken: maybe }', 'sendToken: must be true or false'],
])('says of %s in plain words what is wrong', (entry, fault) => {
  expect(faultsOf(`- ${entry}`)).toContain(fault);
  expect(faultsOf(`- ${entry}`)).not.toMatch(/invalid|expected|received|unrecognized/i);
});

it.each([
  ['not a list', 'source: github'],
  ['an empty list', '[]'],
  ['nothing', ''],
  ['entries without a source', '- repositories: [a/b]'],
])('refuses %s', (_what, text) => {
  expect(faultsOf(text)).toContain('it must be a list of entries, each with a "source"');
});

it('says where the YAML is invalid', () => {
  expect(faultsOf('- source: [github\n')).toMatch(/invalid YAML: .*line 2/s);
  for (const broken of ['- token: [ghp_secret\n', '- token: ghp_secret: x\n', '- token: "ghp_secret\n'])
    expect(faultsOf(broken)).toMatch(/^(?!.*ghp_secret).*invalid YAML: .*line \d/s);
});

it.each(['ftp://forum.example', 'https://user:pass@forum.example', 'https://forum.example/?page=1', 'forum.example'])(
  'refuses %s as the address of a site',
  (url) => {
    expect(faultsOf(`[{ source: discourse, url: '${url}' }]`)).toContain('entry 1 (discourse): url: must be');
  },
);

it.each(['../../user', 'a/..', 'a/b/c', 'a b/c'])('refuses %s as a repository', (name) => {
  expect(faultsOf(JSON.stringify([{ source: 'github', repositories: [name] }]))).toContain('must be owner/name');
});
