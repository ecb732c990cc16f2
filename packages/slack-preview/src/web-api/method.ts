import type { State } from '../workspace/state.ts';
import type { Team } from '../workspace/teams.ts';
import type { Arguments } from './arguments.ts';

export interface MethodContext {
  readonly state: State;
  /** Where the workspace's own pages are, without a slash at the end. */
  readonly publicUrl: () => string;
  /** How the app proves that it is itself when it asks for tokens; null where it cannot be installed by OAuth. */
  readonly oauth: { readonly clientId: string; readonly clientSecret: string } | null;
}

/** Whose token the call came with; null where none is needed. */
export interface CallContext extends MethodContext {
  readonly caller: Team | null;
}

/** One method of the Web API: what it answers beside `ok: true`. Throws a SlackRefusal. */
export type Method = (given: Arguments, context: CallContext) => Record<string, unknown>;
