import type { PainClient } from '@pain-signals/client';
import type { Deps } from '#handlers/deps.ts';

/** The client as handlers see it, found anew for each call: the workspace's key can change between two. */
export function createPerCallClient(find: () => Promise<PainClient>): Deps['client'] {
  return {
    trending: async (...given) => (await find()).trending(...given),
    emerging: async (...given) => (await find()).emerging(...given),
    top: async (...given) => (await find()).top(...given),
    signals: async (...given) => (await find()).signals(...given),
    search: async (...given) => (await find()).search(...given),
    signal: async (...given) => (await find()).signal(...given),
    stats: async (...given) => (await find()).stats(...given),
    timeline: async (...given) => (await find()).timeline(...given),
    history: async (...given) => (await find()).history(...given),
    evidenceExcerpts: async (...given) => (await find()).evidenceExcerpts(...given),
    brief: async (...given) => (await find()).brief(...given),
    opportunities: async (...given) => (await find()).opportunities(...given),
    pipeline: async (...given) => (await find()).pipeline(...given),
    budget: async (...given) => (await find()).budget(...given),
  };
}
