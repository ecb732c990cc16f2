import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'copy.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;
type AssetName = keyof typeof TYPES;

const loadAsset = (name: AssetName) => {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  return { content, version: hash('sha256', content, 'hex').slice(0, 12) };
};
const ASSETS = {
  'pages.css': loadAsset('pages.css'),
  'copy.js': loadAsset('copy.js'),
  'icon.svg': loadAsset('icon.svg'),
};

/** The version is part of the address, so that browsers may keep the file for good. */
export const assetPath = (name: AssetName): string => `/assets/${ASSETS[name].version}/${name}`;

export function addAssets(app: FastifyInstance): void {
  for (const name of Object.keys(TYPES) as AssetName[]) {
    app.get(assetPath(name), { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(TYPES[name]).send(ASSETS[name].content),
    );
  }
}
