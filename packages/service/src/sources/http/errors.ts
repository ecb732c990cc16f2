/** A source cannot be read; the message says what was asked of whom, never a query or a token. */
export class SourceError extends Error {
  override name = 'SourceError';
}

/** The address leads to a machine that is not on the public internet, so nothing was sent. */
export class AddressRefusedError extends SourceError {
  override name = 'AddressRefusedError';

  constructor(host: string) {
    super(
      `${host} is not a public address, so it is not read: sources must not reach into the network this service runs in.`,
    );
  }
}

/** No connection, no whole answer in time, a server that fails or is called too often: trying again may help. */
export class UnavailableError extends SourceError {
  override name = 'UnavailableError';
  /** The platform says that we call too often. */
  readonly limited: boolean;
  /** When it lets us through again, epoch ms, if it said so. */
  readonly retryAt: number | null;

  constructor(message: string, { limited = false, retryAt = null, cause }: UnavailableDetails = {}) {
    super(message, { cause });
    this.limited = limited;
    this.retryAt = retryAt;
  }
}

interface UnavailableDetails {
  limited?: boolean;
  retryAt?: number | null;
  cause?: unknown;
}

/** The platform wants to be left alone until `retryAt` (epoch ms). */
export class RateLimitedError extends SourceError {
  override name = 'RateLimitedError';
  readonly retryAt: number;

  constructor(what: string, retryAt: number) {
    super(
      `The call budget is spent until ${new Date(retryAt).toISOString()}: ${what}. Reading goes on from here then.`,
    );
    this.retryAt = retryAt;
  }
}

/** The platform answered, but not with what was asked for. */
class ResponseError extends SourceError {
  /** What it said, where that was JSON; not part of the message, since it is not ours to show. */
  readonly answer: unknown;

  constructor(message: string, { answer, cause }: { answer?: unknown; cause?: unknown } = {}) {
    super(message, { cause });
    Object.defineProperty(this, 'answer', { value: answer, enumerable: false });
  }
}

/** 401 or 403: the credentials are missing, wrong, or not enough. */
export class AccessDeniedError extends ResponseError {
  override name = 'RefusedError';
}

/** 404 or 410: there is nothing there, or nothing that may be seen. */
export class GoneError extends SourceError {
  override name = 'GoneError';
}

/** An answer that cannot be used: a web page, too large, the wrong shape, a refusal of the question. */
export class UnexpectedResponseError extends ResponseError {
  override name = 'UnexpectedAnswerError';
}
