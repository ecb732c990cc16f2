/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Any JSON object inside a value, the value itself included, with the path to it. */
export interface FoundObject {
  readonly object: Fields;
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

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none when it is not a list. */
export function objectsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
