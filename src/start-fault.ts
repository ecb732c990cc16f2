/** Why nothing can be started; the message says what to do. */
export class StartFault extends Error {
  override name = 'StartFault';
}
