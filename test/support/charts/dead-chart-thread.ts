/** A chart thread that cannot start. */
throw new Error('cannot start');
