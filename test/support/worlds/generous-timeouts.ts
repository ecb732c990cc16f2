/** As long as a busy machine needs. */
export const GENEROUS_TIMEOUT_MS = 60_000;
/** Slack's three seconds would make a stall of the machine a fault of the app; that it acknowledges first has tests of its own. */
export const GENEROUS_SLACK = { acknowledgeWithinMs: GENEROUS_TIMEOUT_MS, triggersLastMs: GENEROUS_TIMEOUT_MS };
