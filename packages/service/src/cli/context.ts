import { randomUUID } from 'node:crypto';
import type { ServiceConfig } from '../config.ts';
import { openChat } from '../pipeline/run-chat.ts';
import type { PipelineDeps } from '../pipeline/run-deps.ts';
import type { Http } from '../sources/http/index.ts';
import { openStore, type Store } from '../store/index.ts';

/** What a command may reach: where it writes, the settings, the store for as long as it needs it. */
export interface CliContext {
  config(): ServiceConfig;
  /** A line of the answer. Resolves when it is safe to write more. */
  print(line: string): Promise<void>;
  /** A line for the person at the terminal: progress, warnings, errors. */
  tell(line: string): void;
  /** The command did what it could, and something went wrong. */
  fail(): void;
  isTerminal: boolean;
  /** Whether the answer is read by a person, not by a program or into a file. */
  printsToTerminal: boolean;
  /** The way out to the sources' platforms. */
  openHttp(): Http;
}

/** Something the operator asked for cannot be done; the message says what to do instead. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The words were understood one by one, but not together. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export async function withStore<Result>(context: CliContext, work: (store: Store) => Promise<Result>): Promise<Result> {
  const { databaseUrl, dataDir } = context.config();
  const store = await openStore({ databaseUrl: databaseUrl ?? undefined, dataDir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The pipeline at its own now: AS_OF where it is set. */
export function withPipeline<Result>(
  context: CliContext,
  work: (deps: PipelineDeps) => Promise<Result>,
): Promise<Result> {
  const { asOf, chat } = context.config();
  const onFailure = (error: unknown) => context.tell(`The language model was of no help: ${String(error)}`);
  return withStore(context, (store) =>
    work({
      store,
      now: () => asOf ?? Date.now(),
      newId: randomUUID,
      openChat: () => openChat({ settings: chat, counters: store.counters, realNow: Date.now, onFailure }),
    }),
  );
}

export const tellToWait = (context: CliContext) => () =>
  context.tell('Another import or the nightly work is writing; waiting until it has ended.');
