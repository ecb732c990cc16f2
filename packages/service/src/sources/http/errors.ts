/** A source cannot be read. The message names the request, never its query string or a token. */
export class SourceError extends Error {
  override name = this.constructor.name;
}

/** The address is not on the public internet, so nothing was sent. */
export class AddressRefusedError extends SourceError {
  constructor(host: string, reason = 'is not a public address') {
    super(`${host} ${reason}. Sources must not reach into the network this service runs in.`);
  }
}

/** No connection, no complete response in time, a failing or overloaded server: a retry may help. */
export class UnavailableError extends SourceError {
  /** The platform says that we call too often. */
  readonly limited: boolean;
  /** When it accepts calls again, epoch ms, if it said so. */
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

/** The platform accepts no calls until `retryAt` (epoch ms). */
export class RateLimitedError extends SourceError {
  readonly retryAt: number;

  constructor(what: string, retryAt: number) {
    super(`Rate limit reached until ${new Date(retryAt).toISOString()}: ${what}. The next fetch continues from here.`);
    this.retryAt = retryAt;
  }
}

/** The platform responded with something else. */
class ResponseError extends SourceError {
  /** The response, if it was JSON; not part of the message, because it is untrusted text. */
  readonly answer: unknown;

  constructor(message: string, { answer, cause }: { answer?: unknown; cause?: unknown } = {}) {
    super(message, { cause });
    Object.defineProperty(this, 'answer', { value: answer, enumerable: false });
  }
}

/** 401 or 403: the credentials are missing, wrong, or not enough. */
export class AccessDeniedError extends ResponseError {}

/** 404 or 410: it does not exist or is not visible. */
export class GoneError extends SourceError {}

/** An unusable response: a web page, too large, the wrong shape, or a rejected request. */
export class UnexpectedResponseError extends ResponseError {}
