import { OperatorError } from '../database/data-folder.ts';

/** As shells report a process that the signal ended. */
const EXIT_STATUS = { SIGINT: 130, SIGTERM: 143 } as const;
/** npm may send each Ctrl-C on to a program that has got it already. */
const SAME_CTRL_C_MS = 1_000;

/** The operator, or who runs the program, stopped it. */
export class StoppedError extends OperatorError {
  readonly exitStatus: number;

  constructor(message: string, exitStatus: number) {
    super(message);
    this.exitStatus = exitStatus;
  }
}

let running = 0;

/** Whether work runs that ends by itself after SIGINT. */
export const stopsItself = (): boolean => running > 0;

/**
 * Runs work that has something to clean up: SIGINT and SIGTERM abort its signal with a {@link StoppedError} and don't end the process.
 * A second Ctrl-C does.
 */
export async function untilStopped<Result>(
  message: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let firstAt: number | null = null;
  const stop = (signal: keyof typeof EXIT_STATUS) => {
    firstAt ??= performance.now();
    if (signal === 'SIGINT' && performance.now() - firstAt > SAME_CTRL_C_MS) process.exit(EXIT_STATUS.SIGINT);
    controller.abort(new StoppedError(message, EXIT_STATUS[signal]));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  running += 1;
  try {
    return await work(controller.signal);
  } finally {
    running -= 1;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  }
}
