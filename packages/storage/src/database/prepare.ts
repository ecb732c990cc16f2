import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is compiled once and run with other values. Compiling takes longer than running a small one. */
export type PreparedQuery<Values, Row> = (
  values: Values,
  // biome-ignore lint/suspicious/noExplicitAny: a transaction, or the database it was prepared for
  handle?: Kysely<any>,
) => Promise<Row[]>;

/** @param build makes the query; `value` stands for the value of that name */
export function prepare<Values extends Record<string, unknown>, Row>(
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  kysely: Kysely<any>,
  build: (value: <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (values, handle = kysely) => {
    compiled ??= build((name) => sql`${new Parameter(name)}`).compile();
    const parameters = compiled.parameters.map((each) => (each instanceof Parameter ? values[each.name] : each));
    return (await handle.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
