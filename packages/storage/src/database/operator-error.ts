/** The environment prevents the work. The message says what the operator can do, and holds no secrets. */
export class OperatorError extends Error {
  override name = this.constructor.name;
}
