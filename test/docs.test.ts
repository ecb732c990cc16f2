import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DATABASE_NAME, openStore } from '#src/store/open-store.ts';
import { temporaryFolder } from '../packages/storage/test/support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'blocks/**/*.md', 'packages/**/*.md'], {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
}).sort();

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** Headings as the anchors that a Git host makes of them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** Links to files of this repository: their path from its root, and the anchor. */
const linksOf = (page: string): { path: string; anchor: string | null }[] =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor = null] = link.split('#');
    return [{ path: path === '' ? page : normalize(join(dirname(page), path)), anchor }];
  });

/** Paths in backticks that begin with a folder of the repository. Patterns and placeholders are not looked up. */
const pathsOf = (page: string): string[] =>
  [...read(page).matchAll(/`((?:src|handlers|blocks|test|bench|docs|packages)\/[^`\s]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !/[<>*{}…]/.test(path));

describe.each(PAGES)('%s', (page) => {
  it('links only to files and headings that exist', () => {
    const broken = linksOf(page).filter(({ path, anchor }) => {
      if (!existsSync(join(ROOT, path))) return true;
      return anchor !== null && path.endsWith('.md') && !anchorsOf(read(path)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names only files and folders that exist', () => {
    expect(pathsOf(page).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('names every column that says who somebody is in Slack among those to erase', async () => {
  const dataDir = temporaryFolder();
  await (await openStore({ databaseUrl: null, dataDir, encryptionKeys: null })).close();
  const file = new DatabaseSync(join(dataDir, `${DATABASE_NAME}.sqlite`));
  const named = file.prepare(
    "select distinct c.name from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'",
  );
  const people = named.all().flatMap(({ name }) => (/^(?:user_id|owner_id|\w+_by)$/.test(String(name)) ? [name] : []));
  file.close();
  const erased = /To erase one person[\s\S]+?\n\n/.exec(read('docs/data.md'))?.[0] ?? '';
  expect(people).toContain('owner_id');
  expect(people.filter((column) => !erased.includes(`\`${column}\``))).toEqual([]);
});

it('keeps the README to 150 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
});

it('indexes every decision', () => {
  const decisions = PAGES.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  const indexed = linksOf('docs/decisions/README.md').map(({ path }) => path);
  expect(decisions.filter((page) => !indexed.includes(page))).toEqual([]);
  expect(decisions.length).toBeGreaterThan(40);
});
