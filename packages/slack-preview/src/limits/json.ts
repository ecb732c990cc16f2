/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Any JSON object inside a value, the value itself included, with the path to it. */
export interface FoundObject {
  readonly object: Fields;
  readonly path: readonly (string | number)[];
}

export function walkObjects(value: unknown, path: readonly (string | number)[] = []): FoundObject[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const nested = inside.filter(([, each]) => typeof each === 'object' && each !== null);
  const found = nested.flatMap(([key, each]) => walkObjects(each, [...path, key]));
  return isObject(value) ? [{ object: value, path }, ...found] : found;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none when it is not a list. */
export function objectsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}
