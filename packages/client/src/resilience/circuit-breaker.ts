import { CircuitOpenError, isOutage, ServiceUnavailableError } from '../http/errors.ts';

/** `closed`: calls pass. `open`: calls are refused here. `half-open`: one call is on trial, the others are refused. */
export interface CircuitState {
  state: 'closed' | 'open' | 'half-open';
  /** Outages in a row. */
  failures: number;
  /** When an open circuit lets one call try, ms since the epoch; null unless open. */
  retryAt: number | null;
}

/** Spares a service that is down, and whoever waits for it: after some outages in a row nothing is sent for a while. */
export interface CircuitBreaker {
  /** Throws {@link CircuitOpenError} where {@link run} would. */
  throwWhileOpen(what: string): void;
  /** Runs the call and learns from how it ends. */
  run<T>(what: string, call: () => Promise<T>): Promise<T>;
  state(): CircuitState;
}

/** More than the attempts of one call: a person who presses "try again" must not find the door shut by their own first press. */
const FAILURES_TO_OPEN = 10;
const FIRST_OPEN_MS = 2_000;
const MAX_OPEN_MS = 60_000;

/** How soon to ask again while another call is on trial. */
const TRIAL_MS = 1_000;

export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let failedTrials = 0;
  let retryAt = 0;
  let trial = false;

  const isOpen = () => failures >= FAILURES_TO_OPEN;
  const refuseWhileOpen = (what: string) => {
    if (!isOpen() || (now() >= retryAt && !trial)) return;
    const waitMs = trial ? TRIAL_MS : retryAt - now();
    throw new CircuitOpenError(`The service has been down and is left alone for a moment: ${what}`, waitMs);
  };
  const learn = (error: unknown, isTrial: boolean) => {
    const wasOpen = isOpen();
    failures = isWholeServiceDown(error) ? failures + 1 : 0;
    // Calls that were under way when the circuit opened say nothing new.
    if (!isOpen() || (wasOpen && !isTrial)) return;
    failedTrials = isTrial ? failedTrials + 1 : 0;
    retryAt = now() + Math.min(FIRST_OPEN_MS * 2 ** failedTrials, MAX_OPEN_MS);
  };

  return {
    throwWhileOpen: refuseWhileOpen,
    async run(what, call) {
      refuseWhileOpen(what);
      const isTrial = isOpen();
      if (isTrial) trial = true;
      try {
        const answer = await call();
        learn(null, isTrial);
        return answer;
      } catch (error) {
        learn(error, isTrial);
        throw error;
      } finally {
        if (isTrial) trial = false;
      }
    },
    state: () => {
      if (!isOpen()) return { state: 'closed', failures, retryAt: null };
      return trial ? { state: 'half-open', failures, retryAt: null } : { state: 'open', failures, retryAt };
    },
  };
}

/** A service that is loading its semantic search says 503 (section 7) and serves everything else. */
const isWholeServiceDown = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof ServiceUnavailableError && error.status === 503 && isSearch(error));

const isSearch = ({ message, code }: ServiceUnavailableError) =>
  code === 'SEARCH_UNAVAILABLE' || message.includes('/semantic-search');
