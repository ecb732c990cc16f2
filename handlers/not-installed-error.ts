/** Something came from a workspace where the app is not installed, or not any more. */
export class NotInstalledError extends Error {
  override name = 'NotInstalledError';

  constructor() {
    super('The app is not installed in this workspace');
  }
}
