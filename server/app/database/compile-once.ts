import { CompiledQuery, sql, type RawBuilder } from 'kysely';
import type { DbOrTrx } from './database.ts';

/** A value by its name in a statement that is compiled once. */
export type Param<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A hot statement, of which only the values change: Kysely builds and compiles it with the first call. `build` has to read
 * all that a call brings by `param`.
 */
export function compileOnce<P extends object, R>(
  build: (db: DbOrTrx, param: Param<P>) => CompiledQuery<R>,
): (db: DbOrTrx, values: P) => Promise<R[]> {
  let compiled: CompiledQuery<R> | null = null;
  return async (db, values) => {
    compiled ??= build(db, (name) => sql`${new Placeholder(name)}`);
    const named = new Map<string, unknown>(Object.entries(values));
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? named.get(each.name) : each,
    );
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(compiled.sql, parameters));
    return rows;
  };
}
