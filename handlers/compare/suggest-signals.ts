import { decodeJson, withTimeout } from '@pain-signals/contract';
import { MAX_WORDS_LENGTH } from '@pain-signals/domain';
import type { PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { CompareOrigin, signalOptions } from '#blocks/compare/compare-dialog.ts';
import { refuseOutsiders } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';

/** Slack waits three seconds for options. */
const WITHIN_MS = 2_500;
const MAX_FOUND = 20;

const Typed = z.object({
  value: z.string().catch(''),
  view: z.object({ private_metadata: z.string() }).optional().catch(undefined),
});

/** What a search menu offers for what somebody has typed: the top signals before that. Empty when the service is slow or down; throws for outsiders. */
export async function suggestSignals(deps: Deps, context: RequestContext, body: unknown): Promise<PlainTextOption[]> {
  await refuseOutsiders(deps, context);
  const { value, view } = Typed.parse(body);
  const words = value.trim().slice(0, MAX_WORDS_LENGTH);
  const found = await optional(deps, withTimeout(WITHIN_MS, findSignals(deps, words)));
  const origin = decodeJson(CompareOrigin, view?.private_metadata ?? '');
  return signalOptions((found ?? []).filter(({ id }) => id !== origin?.id));
}

async function findSignals({ client }: Deps, words: string) {
  if (words === '') return (await client.top({ metric: 'score', limit: 10 })).data;
  const parameters = { query: words, sortBy: 'score', direction: 'desc', page: 0, size: MAX_FOUND } as const;
  return (await client.signals(parameters)).data.items;
}
