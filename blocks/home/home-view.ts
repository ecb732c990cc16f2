import type { HomeView } from '@slack/types';
import { ACTION } from '../kit/buttons.ts';
import { type CardBlock, fitBlock } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { BLOCK_LIMITS } from '../kit/limits.ts';
import { mainListButtons } from '../signals/list-controls.ts';

/** Blocks of one part of the app's Home, most important first. */
export type Section = readonly (CardBlock | null)[];

/** Sections divided by lines, within Slack's limits. */
export function homeView(sections: readonly Section[]): HomeView {
  const parts = sections
    .map((section) => section.filter((block) => block !== null))
    .filter((section) => section.length > 0);
  const blocks = parts.flatMap((part, at): CardBlock[] => (at === 0 ? part : [{ type: 'divider' }, ...part]));
  return { type: 'home', blocks: fitted(blocks) };
}

function fitted(blocks: readonly CardBlock[]): CardBlock[] {
  const fit = blocks.map(fitBlock).filter((block) => block !== null);
  if (fit.length <= BLOCK_LIMITS.viewBlocks) return fit;
  const note = context(['_Shortened to fit._']);
  return [...fit.slice(0, BLOCK_LIMITS.viewBlocks - 1), ...(note ? [note] : [])];
}

export const TAGLINE = 'What developers are struggling with, ranked and backed by evidence.';

export const introSection = (): Section => [header('Pain Signals'), section(TAGLINE), actions(mainListButtons())];

export const loadingHome = (): HomeView => homeView([introSection(), [context(['Looking it up…'])]]);

/** For guests and people from other organizations. */
/** @param standing `unknown`: Slack doesn't say who they are right now */
export const outsiderHome = (standing: 'outsider' | 'unknown'): HomeView =>
  homeView([
    [
      header('Pain Signals'),
      section(TAGLINE),
      section(
        standing === 'outsider'
          ? 'You can read what the app posts in your channels. Commands, buttons and questions are for full members of this workspace.'
          : 'Slack isn’t answering right now, so the app can’t check your membership. Try again in a minute.',
      ),
      standing === 'unknown' ? retryButton() : null,
    ],
  ]);

/** @param reference is in the log too */
export const unavailableSection = (title: string, reference: string, what = 'this section'): Section => [
  header(title),
  section(`*Couldn’t load ${what}.*\nTry again. If this keeps happening, contact the team that runs this app.`),
  retryButton(),
  context([`Reference \`${reference}\``]),
];

export const errorHome = (reference: string): HomeView =>
  homeView([unavailableSection('Pain Signals', reference, 'Home')]);

export const retryButton = () => actions([button(ACTION.refreshHome, { text: 'Try again', value: 'retry' })]);
