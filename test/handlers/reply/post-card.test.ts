import { pino } from 'pino';
import { expect, it } from 'vitest';
import { card } from '#blocks/kit/card.ts';
import { header } from '#blocks/kit/elements.ts';
import type { Deps, UploadedChart } from '#handlers/ports.ts';
import { postCard } from '#handlers/reply/post-card.ts';
import type { Message } from '#handlers/slack-port.ts';
import { aSignal, aTimeline } from '../../support/service/sample-signals.ts';

it('posts without a picture that takes too long, and discards the late picture', async () => {
  const posted: Message[] = [];
  const uploaded = Promise.withResolvers<UploadedChart | null>();
  const discarded = Promise.withResolvers<UploadedChart>();
  const deps = {
    slack: {
      postMessage: async (_to: object, message: Message) => {
        posted.push(message);
        return { ok: true, channelId: 'C1', ts: '1.000001' };
      },
    },
    charts: { upload: () => uploaded.promise, discard: async (chart: UploadedChart) => discarded.resolve(chart) },
    timeouts: { answerMs: 1, optionalMs: 1_000 },
    logger: pino({ level: 'silent' }),
  } as unknown as Deps;
  const description = { kind: 'timeline', signal: aSignal(), timeline: aTimeline([1, 2]), isSample: false } as const;

  await postCard(deps, { channelId: 'C1' }, { ...card('text', [header('Topic')]), chart: async () => description });
  const late = { fileId: 'F1', altText: 'x', contentHash: 'h', isNew: true };
  uploaded.resolve(late);

  expect(posted.map(({ blocks }) => blocks?.map(({ type }) => type))).toEqual([['header']]);
  expect(await discarded.promise).toEqual(late);
});
