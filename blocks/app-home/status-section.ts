import { ACTION } from '../action-ids.ts';
import { actions, button, header, section } from '../elements.ts';
import { type Status, statusLines } from '../status-card.ts';
import type { Section } from './home-view.ts';

/** Whether the service answers, how old the figures are, what is left of the budget. */
export function statusSection(status: Omit<Status, 'version'>): Section {
  return [
    header('Right now'),
    section(statusLines(status).join('\n')),
    actions([button(ACTION.refreshHome, { text: 'kind' in status.service ? 'Retry' : 'Refresh', value: 'refresh' })]),
  ];
}
