import { expect, test } from 'vitest';
import { latentVectors, type SparseVector, symmetricEigen } from '../../bench/topics/latent-space.ts';

const TERMS = ['login', 'token', 'session', 'docker', 'image', 'layer'];

function vectorOf(...terms: string[]): SparseVector {
  return {
    ids: Int32Array.from(terms, (term) => TERMS.indexOf(term)),
    weights: new Float64Array(terms.length).fill(1 / Math.sqrt(terms.length)),
  };
}

const dot = (one: Float64Array, other: Float64Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

test('texts without a common word come near each other when others use their words together', () => {
  const vectors = [
    vectorOf('login'),
    vectorOf('session'),
    vectorOf('docker'),
    vectorOf('login', 'token'),
    vectorOf('token', 'session'),
    vectorOf('docker', 'image'),
    vectorOf('image', 'layer'),
    vectorOf('docker', 'layer'),
  ];
  const [login, session, docker] = latentVectors(vectors, vectors, 2);
  if (login === undefined || session === undefined || docker === undefined) throw new Error('a vector is missing');
  expect(dot(login, session)).toBeGreaterThan(0.9);
  expect(Math.abs(dot(login, docker))).toBeLessThan(0.1);
});

test('with as many dimensions as vectors nothing is lost of the words they share', () => {
  const vectors = [vectorOf('login', 'token'), vectorOf('token', 'login'), vectorOf('docker'), vectorOf('docker')];
  const [one, two, three] = latentVectors(vectors, vectors, 3);
  if (one === undefined || two === undefined || three === undefined) throw new Error('a vector is missing');
  expect(dot(one, two)).toBeCloseTo(1, 6);
  expect(dot(one, three)).toBeCloseTo(0, 6);
});

test('eigenvectors of a symmetric matrix are found, the greatest value first', () => {
  const matrix = [
    [4, 1, 0.5],
    [1, 3, 0.2],
    [0.5, 0.2, 1],
  ].map((row) => Float64Array.from(row));
  const found = symmetricEigen(matrix);
  expect(found.map(({ value }) => value)).toEqual(found.map(({ value }) => value).toSorted((a, b) => b - a));
  for (const { value, vector } of found) {
    expect(dot(vector, vector)).toBeCloseTo(1, 9);
    matrix.forEach((row, index) => {
      expect(dot(row, vector)).toBeCloseTo(value * (vector[index] ?? 0), 6);
    });
  }
});
