const NAME_OR_ADDRESS = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Whether a Host header is a name or address, with or without a port. Libraries build URLs from the header and fail with status 500
 * where that can't be done. Requests of HTTP/1.0 have none.
 */
export const isHostHeader = (host: string | undefined): boolean =>
  host === undefined || (NAME_OR_ADDRESS.test(host) && URL.canParse(`http://${host}`));
