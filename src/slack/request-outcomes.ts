import type { Query } from '@pain-signals/domain';

/** What became of a request from Slack: for the log and the metrics, without anybody's words. */
export interface RequestOutcome {
  kind: string;
  /** What was asked for; 'none' for dialogs, events and menus that ask the service nothing. */
  query: Query['show'] | 'none';
  /** 'ok', or the code of the error that the person was shown. */
  outcome: string;
}

export interface RequestOutcomes {
  /** Notes what the request of this body asks for. */
  noteQuery(body: object, query: Query['show'] | undefined): void;
  noteFailure(body: object, code: string): void;
  of(body: object): RequestOutcome;
}

/** Keyed by the parsed body, which Bolt hands unchanged to every listener. */
export function createRequestOutcomes(): RequestOutcomes {
  const queries = new WeakMap<object, Query['show'] | undefined>();
  const failures = new WeakMap<object, string>();
  return {
    noteQuery: (body, query) => void queries.set(body, query),
    noteFailure: (body, code) => void failures.set(body, code),
    of: (body) => ({
      kind: kindOf(body),
      query: queries.get(body) ?? 'none',
      outcome: failures.get(body) ?? 'ok',
    }),
  };
}

const KINDS: ReadonlySet<unknown> = new Set([
  'block_actions',
  'block_suggestion',
  'message_action',
  'shortcut',
  'view_submission',
  'view_closed',
]);

/** Only kinds that Slack documents: a label with free values would grow without end. */
function kindOf(body: object): string {
  if ('command' in body) return 'command';
  if ('event' in body) return 'event';
  return 'type' in body && KINDS.has(body.type) ? String(body.type) : 'other';
}
