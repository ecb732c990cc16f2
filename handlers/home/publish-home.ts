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
import { localeOf } from '../reply/card-renderer.ts';
import { type ButtonArgs, parseRequestContext, type RequestContext } from '../request-context.ts';
import type { SendResult } from '../slack-port.ts';
import { HOME_SECTIONS, type HomeSection, type Viewer } from './sections.ts';

/** Puts a person's Home in order. Never throws: a page that says what is wrong is better than the one before. */
export async function publishHome(deps: Deps, person: Pick<RequestContext, 'userId' | 'userTeamId'>): Promise<void> {
  const { userId } = person;
  if (userId === null) return;
  const result = await publish(deps, userId, await drawHome(deps, { ...person, userId }));
  if (result.ok) return;
  const reference = deps.newReference();
  deps.logger.error({ reference, slackError: result.error }, 'Home could not be shown');
  await deps.slack.publishHome(userId, errorHome(reference));
}

const MAX_WAIT_MS = 60_000;

/** The same page twice is one page, so what may have been lost is put there again. */
async function publish({ slack, wait }: Deps, userId: string, page: Page): Promise<SendResult> {
  const result = await slack.publishHome(userId, page);
  if (result.ok || (result.isConfirmed && result.retryAfterMs === undefined)) return result;
  await wait(Math.min(result.retryAfterMs ?? 0, MAX_WAIT_MS));
  return slack.publishHome(userId, page);
}

type Page = Parameters<Deps['slack']['publishHome']>[1];

async function drawHome(deps: Deps, person: { userId: string; userTeamId: string | null }) {
  try {
    if (await deps.isOutsider(person)) return outsiderHome();
    const { userId } = person;
    const viewer = { userId, mayChange: await deps.settings.mayChange(userId) };
    const sections = await Promise.all(HOME_SECTIONS.map((section) => loadSection(deps, section, viewer)));
    const locale = await localeOf(deps, person);
    return homeView([introSection(), ...sections.map((draw) => draw(locale))]);
  } catch (error) {
    const reference = deps.newReference();
    deps.logger.error({ reference, err: error }, 'Home could not be drawn');
    return errorHome(reference);
  }
}

async function loadSection(deps: Deps, section: HomeSection, viewer: Viewer) {
  try {
    return await section.load(deps, viewer);
  } catch (error) {
    const reference = deps.newReference();
    deps.logger.error({ reference, section: section.title, err: error }, 'A part of Home could not be drawn');
    return () => unavailableSection(section.title, reference);
  }
}

/** Somebody opened the app's Home. Slack keeps the page for the next time, so only the first one begins empty. */
export const openHome =
  (deps: Deps) =>
  async ({ event, body }: SlackEventMiddlewareArgs<'app_home_opened'>): Promise<void> => {
    if (event.tab !== 'home') return;
    if (event.view === undefined) await deps.slack.publishHome(event.user, loadingHome());
    await publishHome(deps, parseRequestContext(body));
  };

/** "Refresh" and "Retry" on Home. */
export const refreshHome =
  (deps: Deps) =>
  async ({ ack, body }: ButtonArgs): Promise<void> => {
    await ack();
    await publishHome(deps, parseRequestContext(body));
  };
