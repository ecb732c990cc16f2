import { setImmediate } from 'node:timers/promises';

/** As long as a busy machine needs. */
export const GENEROUS_TIMEOUT_MS = 60_000;
/** Slack's three seconds would fail on a busy machine. Other tests check that the app acknowledges first. */
export const GENEROUS_SLACK = { acknowledgeWithinMs: GENEROUS_TIMEOUT_MS, triggersLastMs: GENEROUS_TIMEOUT_MS };
/** Background work takes turns, but leaves nobody time, as nobody else uses the app. */
export const pace = (): Promise<void> => setImmediate();
