/** `busy`: too many wait. `late`: it took too long. `broken`: it cannot be drawn, or its thread crashed. `stopped`: too late. */
export type NotDrawnReason = 'busy' | 'late' | 'broken' | 'stopped';

/** A card can always go without its picture. */
export class ChartNotDrawnError extends Error {
  override readonly name = 'ChartNotDrawnError';
  readonly reason: NotDrawnReason;

  private constructor(reason: NotDrawnReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  static busy(waiting: number): ChartNotDrawnError {
    return new ChartNotDrawnError('busy', `The chart was refused: ${waiting} others wait already`);
  }

  static late(limitMs: number): ChartNotDrawnError {
    return new ChartNotDrawnError('late', `The chart was not drawn within ${limitMs} ms`);
  }

  static broken(cause: unknown): ChartNotDrawnError {
    return new ChartNotDrawnError('broken', 'The chart could not be drawn', { cause });
  }

  static stopped(): ChartNotDrawnError {
    return new ChartNotDrawnError('stopped', 'The chart was refused: the program is about to end');
  }
}
