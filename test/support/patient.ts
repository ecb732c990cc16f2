/** As long as a busy machine needs. */
export const PATIENT_MS = 60_000;
/** Slack's three seconds would make a stall of the machine a fault of the app; that it acknowledges first has tests of its own. */
export const PATIENT_SLACK = { acknowledgeWithinMs: PATIENT_MS, triggersLastMs: PATIENT_MS };
