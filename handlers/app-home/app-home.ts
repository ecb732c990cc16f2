import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import { loadingHome } from '#blocks/app-home/home-view.ts';
import type { Deps } from '../deps.ts';
import { parseRequestContext } from '../place.ts';
import type { ButtonArgs } from '../show-button.ts';
import { publishHome } from './publish-home.ts';

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
