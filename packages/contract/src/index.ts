export * from './display-names.ts';
export * from './envelopes.ts';
export * from './growth.ts';
export * from './html.ts';
export * from './json.ts';
export * from './limits.ts';
export * from './opportunity.ts';
export * from './parameters.ts';
export * from './server-guards.ts';
export * from './signal.ts';
export * from './steady-time.ts';
export * from './with-timeout.ts';

/** The version of every part: packages, `--version`, OpenAPI, MCP and the User-Agent sent to sources. A test compares them. */
export const VERSION = '0.2.0';
