/** Any JSON object inside a value, the value itself included, with the path to it. */
export interface FoundObject {
  readonly object: Readonly<Record<string, unknown>>;
  readonly path: readonly (string | number)[];
}

export function* walkObjects(value: unknown, path: readonly (string | number)[] = []): Generator<FoundObject> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* walkObjects(each, [...path, index]);
  } else if (isObject(value)) {
    yield { object: value, path };
    for (const [key, each] of Object.entries(value)) yield* walkObjects(each, [...path, key]);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
