import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One file imports another, types included. Paths are relative to the repository. */
export interface ImportEdge {
  from: string;
  to: string;
}

/** Every source file of the programs and packages; tests, benches and documents are not among them. */
export const sourceFiles = (root: string): string[] =>
  globSync(['src/**/*.ts', 'handlers/**/*.ts', 'blocks/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root }).sort();

/** Every specifier of a static, type, dynamic or re-exporting import. */
const specifiersIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)]
    .map(([, specifier]) => specifier ?? '')
    .filter((specifier) => !specifier.endsWith('.json'));

/** The file of this repository that a specifier leads to; null for a library. */
function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  if (specifier.startsWith('#')) return specifier.slice(1);
  const [, workspace, folder = ''] = /^@pain-signals\/([^/]+)(.*)/.exec(specifier) ?? [];
  return workspace === undefined ? null : `packages/${workspace}/src${folder}/index.ts`;
}

export const importsOf = (root: string, files: readonly string[]): ImportEdge[] =>
  files.flatMap((from) =>
    specifiersIn(readFileSync(join(root, from), 'utf8')).flatMap((specifier) => {
      const to = resolveImport(from, specifier);
      return to === null || to === from ? [] : [{ from, to }];
    }),
  );

/** Pairs of folders that import each other, as "a <-> b". A folder and its subfolder are two folders. */
export function twoWayFolders(edges: readonly ImportEdge[]): string[] {
  const arrows = new Set(edges.map(({ from, to }) => `${dirname(from)} -> ${dirname(to)}`));
  const pairs = edges.flatMap(({ from, to }) => {
    const [a, b] = [dirname(from), dirname(to)];
    return a < b && arrows.has(`${b} -> ${a}`) && arrows.has(`${a} -> ${b}`) ? [`${a} <-> ${b}`] : [];
  });
  return [...new Set(pairs)];
}

/** Groups of files that reach each other by imports (Tarjan's strongly connected components of two files or more). */
export function importCycles(edges: readonly ImportEdge[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const at = order.size;
    order.set(file, at);
    lowest.set(file, at);
    open.push(file);
    for (const { to } of next.get(file) ?? []) {
      const reached = order.has(to) ? (open.includes(to) ? (order.get(to) ?? at) : at) : visit(to);
      lowest.set(file, Math.min(lowest.get(file) ?? at, reached));
    }
    if (lowest.get(file) === at) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) cycles.push(group);
    }
    return lowest.get(file) ?? at;
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
