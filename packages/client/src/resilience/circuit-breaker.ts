import { CircuitOpenError, isOutage, ServiceUnavailableError } from '../http/errors.ts';

/** `closed`: calls pass. `open`: calls fail at once. `half-open`: one call is a trial, the others fail at once. */
export interface CircuitState {
  state: 'closed' | 'open' | 'half-open';
  /** Outages in a row. */
  failures: number;
  /** When an open circuit lets one call try, ms since the epoch; null unless open. */
  retryAt: number | null;
}

/** More than the attempts of one call, so that a person's own first try does not open the circuit for their second. */
const FAILURES_TO_OPEN = 10;
const FIRST_OPEN_MS = 2_000;
const MAX_OPEN_MS = 60_000;

/** `retryAfterMs` while another call is the trial. */
const TRIAL_MS = 1_000;

export function createCircuitBreaker(now: () => number) {
  let failures = 0;
  let failedTrials = 0;
  let retryAt = 0;
  let trial = false;
  let lastFailure: unknown = null;

  const isOpen = () => failures >= FAILURES_TO_OPEN;
  const throwWhileOpen = (what: string) => {
    if (!isOpen() || (now() >= retryAt && !trial)) return;
    const waitMs = trial ? TRIAL_MS : retryAt - now();
    throw new CircuitOpenError(`The service is down and gets a pause: ${what}`, waitMs, lastFailure);
  };
  const learn = (error: unknown, isTrial: boolean) => {
    const wasOpen = isOpen();
    failures = isWholeServiceDown(error) ? failures + 1 : 0;
    lastFailure = error;
    // Calls that were under way when the circuit opened do not count.
    if (!isOpen() || (wasOpen && !isTrial)) return;
    failedTrials = isTrial ? failedTrials + 1 : 0;
    retryAt = now() + Math.min(FIRST_OPEN_MS * 2 ** failedTrials, MAX_OPEN_MS);
  };

  return {
    /** Throws {@link CircuitOpenError} where {@link run} would. */
    throwWhileOpen,
    /**
     * Makes the call and counts its outcome. Throws {@link CircuitOpenError} without making it while the circuit is open.
     * @param isCheck it is made all the same, as another trial
     */
    async run<T>(what: string, call: () => Promise<T>, { isCheck = false } = {}): Promise<T> {
      if (!isCheck) throwWhileOpen(what);
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
    state: (): CircuitState => {
      if (!isOpen()) return { state: 'closed', failures, retryAt: null };
      return trial ? { state: 'half-open', failures, retryAt: null } : { state: 'open', failures, retryAt };
    },
  };
}

/** After ten outages in a row nothing is sent for a while. It follows the injected clock, which `cockatiel` cannot. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

/** While semantic search is unavailable it answers 503 (section 7), and everything else works. */
const isWholeServiceDown = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof ServiceUnavailableError && error.status === 503 && isSearch(error));

const isSearch = ({ message, code }: ServiceUnavailableError) =>
  code === 'SEARCH_UNAVAILABLE' || message.includes('/semantic-search');
