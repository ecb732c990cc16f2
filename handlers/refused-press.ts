/** A press that is not answered as asked; the words for it are chosen where all errors are told. */
export class ActionRejectedError extends Error {
  override name = 'RefusedPress';
  readonly kind: 'outsider' | 'old-button' | 'not-manager' | 'too-much-hidden';

  constructor(kind: ActionRejectedError['kind']) {
    super(`A press was refused: ${kind}`);
    this.kind = kind;
  }
}
