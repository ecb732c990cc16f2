import { withTimeout } from '@pain-signals/contract';
import type { Query } from '@pain-signals/domain';

/** Runs work under an id of its own, which the service's log has for each of its calls. */
export type WithReference = <Result>(work: (reference: string) => Result) => Result;

export interface InFlight {
  /** How much work is under way. */
  readonly size: number;
  /** Counts the work until it ends or fails. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Waits for the work under way, at most `timeoutMs`. Returns how much is left. */
  drain(timeoutMs: number): Promise<number>;
}

/** Bolt doesn't wait for listeners after the acknowledgement, but a program that stops must. */
export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  return {
    get size() {
      return running.size;
    },
    track(work) {
      const ended = work.then(noop, noop).finally(() => running.delete(ended));
      running.add(ended);
      return work;
    },
    idle: () => waitUntilEmpty(running),
    async drain(timeoutMs) {
      await withTimeout(timeoutMs, waitUntilEmpty(running)).catch(noop);
      return running.size;
    },
  };
}

const noop = () => undefined;

async function waitUntilEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

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
