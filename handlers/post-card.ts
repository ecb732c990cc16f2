import type { Card } from '#blocks/card.ts';
import type { ChartDescription } from '#blocks/charts/chart.ts';
import { illustrate } from '#blocks/picture.ts';
import { isLayoutRefused, sendOrSimplify } from './deliver.ts';
import type { Deps, Message, SlackPort, UploadedChart, Verdict } from './deps.ts';
import type { IllustratedCard } from './drawing.ts';
import { orNull } from './freshness.ts';
import { within } from './within.ts';

/** Slack works on a new file for some seconds, and refuses messages with it until then. */
const PROCESSING_MS = [500, 1_000, 2_000, 3_000];

type Target = Parameters<SlackPort['postMessage']>[0];
type Posted = Awaited<ReturnType<SlackPort['postMessage']>>;
type Post = (message: Message) => Promise<Posted>;
type PostDeps = Pick<Deps, 'slack' | 'charts' | 'logger' | 'patience' | 'wait'>;

/** Posts a card for everybody, with its picture where that is possible; without it rather than not at all. */
export async function postCard(deps: PostDeps, to: Target, card: IllustratedCard): Promise<Posted> {
  const post = (message: Message) => deps.slack.postMessage(to, message);
  const description = card.chart ? await orNull(deps, card.chart()) : null;
  const verdict = description && (await postIllustrated(deps, post, card, description));
  return verdict === null || isLayoutRefused(verdict) ? sendOrSimplify(post, card) : verdict;
}

/** null when there is no picture to post with. */
async function postIllustrated(deps: PostDeps, post: Post, card: Card, description: ChartDescription) {
  const chart = await uploadSoon(deps, description);
  if (chart === null) return null;
  const verdict = await postWithPicture(deps, post, card, chart);
  if (chart.isNew || !isAboutFile(verdict)) return verdict;
  // Somebody deleted the file that we remembered.
  const again = await uploadSoon(deps, description);
  return again === null ? null : postWithPicture(deps, post, card, again);
}

/** A message does not wait long for its picture; one that comes too late is not left lying about. */
async function uploadSoon({ charts, patience }: PostDeps, description: ChartDescription) {
  const uploading = charts.upload(description);
  try {
    return await within(patience.answerMs, uploading);
  } catch {
    void uploading.then((late) => late && charts.discard(late));
    return null;
  }
}

async function postWithPicture(deps: PostDeps, post: Post, card: Card, chart: UploadedChart): Promise<Posted> {
  const { fileId, altText, isNew } = chart;
  const illustrated = illustrate(card, { altText, at: { fileId } });
  let verdict = await post(illustrated);
  for (const ms of isNew ? PROCESSING_MS : []) {
    if (!isAboutFile(verdict)) break;
    await deps.wait(ms);
    verdict = await post(illustrated);
  }
  // What may have arrived needs its file.
  if (verdict.ok || !verdict.isCertain) await deps.charts.keep(chart);
  else {
    deps.logger.warn({ slackError: verdict.error }, 'A message did not go out with its picture');
    await deps.charts.discard(chart);
  }
  return verdict;
}

const isAboutFile = (verdict: Verdict) => !verdict.ok && verdict.error === 'invalid_slack_file';
