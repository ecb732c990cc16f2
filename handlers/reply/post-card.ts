import { withTimeout } from '@pain-signals/contract';
import { insertPicture } from '#blocks/charts/picture.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import type { Card } from '#blocks/kit/card.ts';
import type { Locale } from '#blocks/kit/format.ts';
import type { Deps, UploadedChart } from '../ports.ts';
import { findLocale } from '../request-context.ts';
import type { Message, PostResult, SlackPort } from '../slack-port.ts';
import type { IllustratedCard } from './card-renderer.ts';
import { isFileError, isLayoutError, openDm, sendRichest, sendWithFallback } from './deliver.ts';
import { optional } from './service-responses.ts';

/** Slack processes a new file for some seconds and refuses messages with it until then. */
const PROCESSING_MS = [500, 1_000, 2_000, 3_000];

type Target = Parameters<SlackPort['postMessage']>[0];
type Posted = Awaited<ReturnType<SlackPort['postMessage']>>;
type Post = (message: Message) => Promise<Posted>;
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
): Promise<Posted> {
  let isMine: Promise<boolean> | undefined;
  const claimOnce = () => (isMine ??= claim());
  const post = (message: Message) => deps.slack.postMessage(to, message, claimOnce);
  const description = card.chart ? await optional(deps, card.chart()) : null;
  const result = description && (await postIllustrated(deps, post, card, description));
  return result === null || isLayoutError(result)
    ? sendWithFallback(deps, { surface: 'channel', send: post }, card)
    : result;
}

/** Null when there is no picture. */
async function postIllustrated(deps: PostDeps, post: Post, card: Card, description: ChartDescription) {
  const chart = await uploadInTime(deps, description);
  if (chart === null) return null;
  const result = await postWithPicture(deps, post, card, chart);
  if (chart.isNew || !isFileError(result)) return result;
  // Somebody deleted the file.
  const again = await uploadInTime(deps, description);
  return again === null ? null : postWithPicture(deps, post, card, again);
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

async function postWithPicture(deps: PostDeps, post: Post, card: Card, chart: UploadedChart): Promise<Posted> {
  const { fileId, altText, isNew } = chart;
  const illustrated = insertPicture(card, { altText, at: { fileId } });
  const postOnceProcessed: Post = async (message) => {
    let result = await post(message);
    for (const ms of isNew ? PROCESSING_MS : []) {
      if (!isFileError(result)) break;
      await deps.wait(ms);
      result = await post(message);
    }
    return result;
  };
  const result = await sendRichest(deps, { surface: 'channel', send: postOnceProcessed }, illustrated);
  // An unconfirmed message may need its file.
  if (result.ok || !result.isConfirmed) await deps.charts.keep(chart);
  else {
    deps.logger.warn({ slackError: result.error }, 'picture refused');
    await deps.charts.discard(chart);
  }
  return result;
}

/** Sends a card as a direct message, in the person's locale. */
export async function sendDm(
  deps: Deps,
  userId: string,
  draw: (locale: Locale) => IllustratedCard,
): Promise<PostResult> {
  const opened = await openDm(deps.slack, userId);
  // Nothing was posted yet, whatever became of the call.
  if (!opened.ok) return { ...opened, isConfirmed: true };
  return postCard(deps, opened, draw(await findLocale(deps.people, userId)));
}
