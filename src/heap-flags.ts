/**
 * How the Slack app's Node is started. Left to itself it lets garbage pile up to three times what is in use and keeps 100 MiB for
 * new things; what is in use is 45 MiB and stays so. Sparing more (V8's memory saver) halves how many answers there are a second.
 * `npm run slack` names the same flags.
 */
export const HEAP_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=30'];
