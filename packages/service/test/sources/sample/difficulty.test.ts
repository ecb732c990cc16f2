import { describe, expect, test } from 'vitest';
import { labelledPosts } from '../../../src/sources/sample/stream.ts';
import { measureClustering } from '../../clustering/support/clustering-measures.ts';
import { clusterByKMeans } from '../../clustering/support/k-means-baseline.ts';

describe('the difficulty of the sample stream', () => {
  test('k-means on TF-IDF, told the number of pains and spared the noise, does not find them', () => {
    const posts = [...labelledPosts('2026-03-01', '2026-07-28')].filter(({ painId }) => painId !== null);
    const truth = posts.map(({ painId }) => painId ?? '');
    const texts = posts.map(({ post }) => `${post.title ?? ''} ${post.body}`);
    const measures = measureClustering(truth, clusterByKMeans(texts, new Set(truth).size));
    expect(measures.ari).toBeLessThan(0.8);
    // Nor is it hopeless: what belongs together does look alike.
    expect(measures.nmi).toBeGreaterThan(0.75);
  });
});
