import { COMMAND, TrendingQuery } from '@pain-signals/domain';
import type { Button } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { actions, button, header, section } from '../kit/elements.ts';
import { connectButton } from '../settings/connect-dialog.ts';
import type { Section } from './home-view.ts';

export interface FirstSteps {
  isConnected: boolean;
  hasShared: boolean;
  hasChosen: boolean;
  /** May change settings and key. */
  mayChange: boolean;
}

interface Step {
  says: string;
  isDone: boolean;
  button: () => Button | null;
}

/** Shows a button for the next step; empty once all are done. */
export function firstStepsSection(steps: FirstSteps): Section {
  const all = stepsOf(steps);
  const next = all.find(({ isDone }) => !isDone);
  if (next === undefined) return [];
  const lines = all.map(({ says, isDone }, at) => {
    const sign = isDone ? '✓' : `${at + 1}.`;
    return `${sign}  ${all[at] === next ? `*${says}*` : says}`;
  });
  return [header('Get started'), section(lines.join('\n')), actions([next.button()])];
}

function stepsOf({ isConnected, hasShared, hasChosen, mayChange }: FirstSteps): Step[] {
  const trending = encodeQuery(TrendingQuery.parse({ show: 'trending' }));
  return [
    { says: 'Installed', isDone: true, button: () => null },
    {
      says: describeConnect(isConnected, mayChange),
      isDone: isConnected,
      button: () => (mayChange ? connectButton({ kind: 'none' }, 'primary') : null),
    },
    {
      says: `Share your first card: type \`${COMMAND} trending\` in a channel and press Share in channel`,
      isDone: hasShared,
      button: () => button(ACTION.trending, { text: 'See what’s trending', value: trending, style: 'primary' }),
    },
    ...(mayChange ? [chooseStep(hasChosen)] : []),
  ];
}

function describeConnect(isConnected: boolean, mayChange: boolean): string {
  if (isConnected) return 'Connected to the service';
  return mayChange ? 'Connect your API key' : 'Connect an API key (ask an admin)';
}

const chooseStep = (isDone: boolean): Step => ({
  says: 'Pick a default channel and area, and choose managers',
  isDone,
  button: () => button(ACTION.openSettings, { text: 'Settings', value: 'settings', style: 'primary' }),
});
