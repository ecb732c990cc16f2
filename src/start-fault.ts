/** Why nothing can be started; the message says what to do. */
export class StartError extends Error {
  override name = 'StartFault';
}
