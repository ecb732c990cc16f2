import { setImmediate } from 'node:timers/promises';
import type { Timeouts } from '#handlers/ports.ts';

/** As long as a busy machine needs. */
export const GENEROUS_TIMEOUT_MS = 60_000;
export const GENEROUS_TIMEOUTS: Timeouts = { answerMs: GENEROUS_TIMEOUT_MS, optionalMs: GENEROUS_TIMEOUT_MS };
/** Slack's three seconds would fail on a busy machine. Other tests check that the app acknowledges first. */
export const GENEROUS_SLACK = { acknowledgeWithinMs: GENEROUS_TIMEOUT_MS, triggersLastMs: GENEROUS_TIMEOUT_MS };
/** Background work takes turns, but leaves nobody time, as nobody else uses the app. */
export const pace = (): Promise<void> => setImmediate();
