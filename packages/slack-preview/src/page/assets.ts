import { readdirSync, readFileSync } from 'node:fs';

export interface Asset {
  readonly type: string;
  readonly content: string;
}

const FOLDER = new URL('./assets/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page's scripts, styles and icon by file name, read once, so a request cannot name another file. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map(
  readdirSync(FOLDER).map((name) => {
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    return [name, { type, content: readFileSync(new URL(name, FOLDER), 'utf8') }];
  }),
);

// The order matters: later rules are for narrower cases.
export const STYLES = [
  'theme',
  'sidebar',
  'channel',
  'message',
  'text',
  'blocks',
  'controls',
  'composer',
  'modals',
  'narrow',
];
