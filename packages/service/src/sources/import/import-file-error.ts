/** The whole file cannot be imported; the message says what to do. */
export class ImportFileError extends Error {
  override name = 'ImportFileError';
}
