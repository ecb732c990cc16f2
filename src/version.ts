import { readFileSync } from 'node:fs';
import { z } from 'zod';

const PackageManifest = z.object({ version: z.string() });

/** Of the app, as its package says. */
export function readVersion(): string {
  return PackageManifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
}
