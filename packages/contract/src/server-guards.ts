const NAME_OR_ADDRESS = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Whether a Host header is a name or address, with or without a port. Libraries build URLs from the header and fail with status 500
 * where that can't be done. Requests of HTTP/1.0 have none.
 */
export const isHostHeader = (host: string | undefined): boolean =>
  host === undefined || (NAME_OR_ADDRESS.test(host) && URL.canParse(`http://${host}`));

/** Proxies and clients send a request once they have the answer before. */
const MAX_UNREAD = 16;

interface Answer {
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Returns whether another request of a connection is answered. A client that sends a thousand and reads nothing would have the memory
 * filled with answers: end its connection.
 */
export function createPipelineLimit(): (connection: object, answer: Answer) => boolean {
  const unread = new WeakMap<object, number>();
  return (connection, answer) => {
    const count = unread.get(connection) ?? 0;
    if (count === MAX_UNREAD) return false;
    unread.set(connection, count + 1);
    answer.once('close', () => unread.set(connection, (unread.get(connection) ?? 1) - 1));
    return true;
  };
}
