/**
 * An object whose methods find the real object at each call, so that nothing is composed before it is needed. All methods must return
 * promises. Members of `own` are used as they are.
 */
export function deferred<Target extends object>(
  find: () => Promise<Partial<Target>>,
  own: Partial<Target> = {},
): Target {
  return new Proxy(own, {
    get(members, name) {
      // A promise that resolves to this object asks for `then`.
      if (name in members || name === 'then') return Reflect.get(members, name);
      return async (...given: unknown[]) =>
        (Reflect.get(await find(), name) as (...all: unknown[]) => unknown)(...given);
    },
  }) as Target;
}
