import { loadSources, openFeeds } from '../sources/open-feeds.ts';
import type { CliContext } from './context.ts';

/** Whether the SOURCES file can be followed; asks no platform. */
export async function sourceFindings(context: CliContext): Promise<{ ok: boolean; text: string }[]> {
  const { sourcesFile, credentials } = await context.config();
  if (sourcesFile === null)
    return [{ ok: true, text: 'sources: none. To follow some, set SOURCES to a YAML file that lists them' }];
  const http = await context.openHttp();
  try {
    const { feeds, faults } = openFeeds(await loadSources(sourcesFile), { http, credentials, now: Date.now });
    return [
      { ok: true, text: `sources: ${feeds.length} to read, by ${sourcesFile}` },
      ...faults.map(({ message }) => ({ ok: false, text: `sources: ${message}` })),
    ];
  } catch (error) {
    return [{ ok: false, text: `sources: ${error instanceof Error ? error.message : String(error)}` }];
  } finally {
    await http.close();
  }
}
