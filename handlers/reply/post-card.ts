import { withTimeout } from '@pain-signals/contract';
import { insertPicture } from '#blocks/charts/picture.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Deps, UploadedChart } from '../ports.ts';
import type { Message, PostResult, SlackPort } from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { type DeliveryChannel, isFileError, isLayoutError, openDm, sendRichest, sendWithFallback } from './deliver.ts';
import { optional } from './service-responses.ts';

/** Slack processes a new file for some seconds and refuses messages with it until then. */
const PROCESSING_MS = [500, 1_000, 2_000, 3_000];

type Target = Parameters<SlackPort['postMessage']>[0];
type PostingWay = DeliveryChannel<PostResult>;
type PostDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'timeouts' | 'wait' | 'nativeBlocks'>;

/**
 * Posts a card for everybody, without its picture when that is impossible. Calls `claim` once, directly before the first call to
 * Slack, and posts nothing when it returns false.
 */
export async function postCard(
  deps: PostDeps,
  to: Target,
  card: IllustratedCard,
  claim: () => Promise<boolean> = async () => true,
): Promise<PostResult> {
  let isMine: Promise<boolean> | undefined;
  const claimOnce = () => (isMine ??= claim());
  const send = (message: Message) => deps.slack.postMessage(to, message, claimOnce);
  return postThrough(deps, { surface: 'channel', send }, card);
}

/** Posts a card for everybody in this way, without its picture when that is impossible. */
export async function postThrough(deps: PostDeps, way: PostingWay, card: IllustratedCard): Promise<PostResult> {
  const description = card.chart ? await optional(deps, card.chart()) : null;
  const result = description && (await postIllustrated(deps, way, card, description));
  return result === null || isLayoutError(result) ? sendWithFallback(deps, way, card) : result;
}

/** Null when there is no picture. */
async function postIllustrated(deps: PostDeps, way: PostingWay, card: Card, description: ChartDescription) {
  const chart = await uploadInTime(deps, description);
  if (chart === null) return null;
  const result = await postWithPicture(deps, way, card, chart);
  if (chart.isNew || !isFileError(result)) return result;
  // Somebody deleted the file.
  const again = await uploadInTime(deps, description);
  return again === null ? null : postWithPicture(deps, way, card, again);
}

/** Null when the upload takes too long; the late picture is discarded. */
async function uploadInTime({ charts, timeouts }: PostDeps, description: ChartDescription) {
  const uploading = charts.upload(description);
  try {
    return await withTimeout(timeouts.answerMs, uploading);
  } catch {
    void uploading.then((late) => late && charts.discard(late));
    return null;
  }
}

async function postWithPicture(
  deps: PostDeps,
  { surface, send }: PostingWay,
  card: Card,
  chart: UploadedChart,
): Promise<PostResult> {
  const { fileId, altText, isNew } = chart;
  const illustrated = insertPicture(card, { altText, at: { fileId } });
  const postOnceProcessed: PostingWay['send'] = async (message) => {
    let result = await send(message);
    for (const ms of isNew ? PROCESSING_MS : []) {
      if (!isFileError(result)) break;
      await deps.wait(ms);
      result = await send(message);
    }
    return result;
  };
  const sending = sendRichest(deps, { surface, send: postOnceProcessed }, illustrated);
  const result = await sending.catch(async (error: unknown) => {
    // The claim could not be written, so nothing was posted.
    await deps.charts.discard(chart);
    throw error;
  });
  // An unconfirmed message may need its file.
  if (result.ok || !result.isConfirmed) await deps.charts.keep(chart);
  else {
    deps.logger.warn({ slackError: result.error }, 'picture refused');
    await deps.charts.discard(chart);
  }
  return result;
}

export async function sendDm(deps: Deps, userId: string, card: IllustratedCard): Promise<PostResult> {
  const opened = await openDm(deps.slack, userId);
  // Nothing was posted yet, whatever became of the call.
  if (!opened.ok) return { ...opened, isConfirmed: true };
  return postCard(deps, opened, card);
}
