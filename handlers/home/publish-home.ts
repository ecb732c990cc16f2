import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import {
  errorHome,
  homeView,
  introSection,
  loadingHome,
  outsiderHome,
  unavailableSection,
} from '#blocks/home/home-view.ts';
import type { Deps } from '../ports.ts';
import { untilPrepared } from '../reply/service-responses.ts';
import type { RequestContext } from '../request-context.ts';
import type { SendResult } from '../slack-port.ts';
import { HOME_SECTIONS, type HomeSection, type Viewer } from './sections.ts';

/** Publishes a person's Home. Never throws: when drawing fails, Home shows the error. */
export async function publishHome(deps: Deps, context: RequestContext, { isCheck = false } = {}): Promise<void> {
  const { userId } = context;
  if (userId === null) return;
  const result = await publish(deps, userId, await drawHome(deps, context, { userId, isCheck }));
  if (result.ok) return;
  const reference = deps.newReference();
  deps.logger.error({ reference, slackError: result.error }, 'home not published');
  await deps.slack.publishHome(userId, errorHome(reference));
}

/** "Refresh" on Home also asks the service how it is. */
export const refreshHome = (deps: Deps, context: RequestContext): Promise<void> =>
  publishHome(deps, context, { isCheck: true });

const MAX_WAIT_MS = 60_000;

/** Publishing the same page twice does no harm, so an unconfirmed one is published again. */
async function publish({ slack, wait }: Deps, userId: string, page: Page): Promise<SendResult> {
  const result = await slack.publishHome(userId, page);
  if (result.ok || (result.isConfirmed && result.retryAfterMs === undefined)) return result;
  await wait(Math.min(result.retryAfterMs ?? 0, MAX_WAIT_MS));
  return slack.publishHome(userId, page);
}

type Page = Parameters<Deps['slack']['publishHome']>[1];

async function drawHome(deps: Deps, context: RequestContext, { userId, isCheck }: Omit<Viewer, 'mayChange'>) {
  try {
    const standing = await deps.standingOf(context);
    if (standing !== 'member') return outsiderHome(standing);
    const viewer = { userId, isCheck, mayChange: await deps.settings.mayChange(userId) };
    const sections = await Promise.all(HOME_SECTIONS.map((section) => loadSection(deps, section, viewer)));
    return homeView([introSection(), ...sections]);
  } catch (error) {
    const reference = deps.newReference();
    deps.logger.error({ reference, err: error }, 'home not drawn');
    return errorHome(reference);
  }
}

async function loadSection(deps: Deps, section: HomeSection, viewer: Viewer) {
  try {
    return await section.load(deps, viewer);
  } catch (error) {
    const reference = deps.newReference();
    deps.logger.error({ reference, section: section.title, err: error }, 'home section not drawn');
    return unavailableSection(section.title, reference);
  }
}

/** Home fills itself in once the first posts are scored. */
async function publishWhenPrepared(deps: Deps, context: RequestContext): Promise<void> {
  await untilPrepared(deps, () => publishHome(deps, context));
  await publishHome(deps, context);
}

/** Slack keeps the last page, so only the first visit shows a loading page. */
export async function openHome(
  deps: Deps,
  context: RequestContext,
  { event }: SlackEventMiddlewareArgs<'app_home_opened'>,
): Promise<void> {
  if (event.tab !== 'home') return;
  if (event.view === undefined) await deps.slack.publishHome(event.user, loadingHome());
  await publishWhenPrepared(deps, context);
}
