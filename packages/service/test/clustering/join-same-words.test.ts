import { describe, expect, test } from 'vitest';
import { joinSameWords } from '../../src/clustering/join-same-words.ts';
import type { SignalCluster } from '../../src/model/cluster.ts';
import { saysWhichPain } from '../../src/naming/index.ts';
import { rowsOf } from './support/cluster-posts.ts';

const TITLE = 3;
const BODY = 1;

interface Said {
  title: string;
  body?: string;
  posts?: number;
  /** Where it isn't a group of its own. */
  group?: number;
}

const counts = (text: string, count: number) =>
  text.split(' ').flatMap((word): [string, number][] => (word === '' ? [] : [[word, count]]));

/** One cluster a group, of posts that all say the same. */
const clusterOf = ({ title, body = '', posts = 5 }: Said, number: number): SignalCluster => ({
  id: `cluster ${number}`,
  signalId: `signal ${number}`,
  terms: [...counts(title, TITLE), ...counts(body, BODY)],
  documents: posts,
  lastAt: 0,
});

/** Group numbers of the clusters after joining. */
function joined(said: readonly Said[], alone: readonly number[] = []): number[] {
  const clusters = said.map(clusterOf);
  const frequencies = new Map<string, number>();
  for (const { terms, documents } of clusters)
    for (const [term] of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + documents);
  const rows = rowsOf(clusters, { documentFrequencies: frequencies, documents: 500 });
  return [
    ...joinSameWords({
      rows: rows.rows(),
      groups: Int32Array.from(said, ({ group }, number) => group ?? number),
      documents: rows.documents,
      isAlone: (row) => alone.includes(row),
      words: {
        termOf: (term) => rows.termOf(term),
        rarityOf: (term) => rows.rarityOf(term),
        saysPain: (term) => saysWhichPain(rows.termOf(term)),
      },
    }),
  ];
}

describe('groups whose titles say the same', () => {
  test('are one, however many versions there are', () => {
    const versions = ['', 'stack', 'tag'].map((more) => ({ title: `terraform plan show chang ${more}`.trim() }));
    expect(joined(versions)).toEqual([0, 0, 0]);
  });

  test('are one where they share three words, one of them a trouble', () => {
    expect(joined([{ title: 'webhook deliver crash' }, { title: 'webhook deliver crash endpoint' }])).toEqual([0, 0]);
  });

  test('are one where they share all three words of one', () => {
    expect(joined([{ title: 'webhook deliver twice' }, { title: 'webhook deliver twice endpoint' }])).toEqual([0, 0]);
  });

  test('are one where half of the titles of each hold the words', () => {
    const said = ['stack', 'tag'].flatMap((more, group) => [
      { title: `terraform plan show chang ${more}`, group, posts: 6 },
      { title: `terraform plan ${more}`, group },
    ]);
    expect(joined(said)).toEqual([0, 0, 0, 0]);
  });

  test('stay two where they share three words and no trouble, as the name of a component', () => {
    expect(joined([{ title: 'docker layer cach stale' }, { title: 'docker layer cach registri' }])).toEqual([0, 1]);
  });

  test('stay two where most of what they share is a compound and its parts', () => {
    const said = ['calcul', 'window'].map((more) => ({ title: `powertoi power toy run ${more}` }));
    expect(joined(said)).toEqual([0, 1]);
  });

  test('stay two where only their bodies share words, as forms do', () => {
    const body = 'describ expect version system';
    expect(
      joined([
        { title: 'bug layout', body },
        { title: 'bug font', body },
      ]),
    ).toEqual([0, 1]);
  });

  test('stay two where most of their words differ', () => {
    const shared = 'plan show chang twice';
    const own = ['alpha beta gamma delta epsilon zeta', 'eta theta iota kappa lambda mu'];
    expect(joined(own.map((words) => ({ title: `${shared} ${words}` })))).toEqual([0, 1]);
  });

  test('stay two where one has fewer than three posts', () => {
    expect(
      joined([{ title: 'terraform plan show chang' }, { title: 'terraform plan show chang tag', posts: 2 }]),
    ).toEqual([0, 1]);
  });

  test('stay two where an operator keeps one alone', () => {
    const said = [{ title: 'terraform plan show chang' }, { title: 'terraform plan show chang tag' }];
    expect(joined(said, [1])).toEqual([0, 1]);
  });
});
