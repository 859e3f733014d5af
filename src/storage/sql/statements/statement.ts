import { type Compilable, type CompiledQuery, SqliteAdapter } from "kysely"
import { padded } from "../schema/rows.ts"
import type { Database } from "../schema/schema.ts"
import { type Lookup, tablesIn } from "./read-tables.ts"
import { executeBuilt } from "./statement-driver.ts"

/** Stands for a value that is known when the statement runs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

interface Building<Values> {
  readonly db: Database
  /** The place of a value in the statement. */
  value<Name extends keyof Values & string>(name: Name): Values[Name]
}

type Statement<Values, Row> = (db: Database, values: Values) => Promise<readonly Row[]>

type Finder<Values, Found> = (db: Database, values: Values) => Promise<Found | undefined>

/** A lookup that is built once for each engine, because building takes longer than most statements run. */
export function statement<Values extends object>() {
  return <Row>(build: (building: Building<Values>) => Compilable<Row>): Statement<Values, Row> => {
    const compiled = perEngine((db) => {
      // The place has the type of its value, so that the builder checks it.
      const value = <Name extends keyof Values & string>(name: Name) => new Placeholder(name) as Values[Name]
      return lookupOf(build({ db, value }).compile())
    })
    return (db, values) => {
      const query = compiled(db)
      const parameters = query.parameters.map((parameter) =>
        parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
      )
      return executeBuilt(db, { ...query, parameters })
    }
  }
}

/** The same for one object. */
export function finder<Values extends object>() {
  return <Row, Found>(
    build: (building: Building<Values>) => Compilable<Row>,
    convert: (row: Row) => Found,
  ): Finder<Values, Found> => {
    const find = statement<Values>()(build)
    return async (db, values) => {
      const [row] = await find(db, values)
      return row && convert(row)
    }
  }
}

/** The same for a statement with a list of values. Lists have few lengths (see `padded`), and each has its statement. */
export function listStatement<Value>() {
  return <Row>(build: (db: Database, values: readonly Value[]) => Compilable<Row>) => {
    const compiled = perEngine(() => new Map<number, CompiledQuery<Row>>())
    return (db: Database, values: readonly Value[]): Promise<readonly Row[]> => {
      const list = padded(values)
      const known = compiled(db).get(list.length)
      const query = known ?? builtFor(build(db, list).compile(), list.length)
      if (known === undefined) compiled(db).set(list.length, query)
      return executeBuilt(db, { ...query, parameters: list })
    }
  }
}

/** A statement with more values reads more rows than a lookup may. */
const lookedUpAtMost = 4

function builtFor<Row>(query: CompiledQuery<Row>, length: number): CompiledQuery<Row> {
  return length > lookedUpAtMost ? query : lookupOf(query)
}

function lookupOf<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> & Lookup {
  const readTables = tablesIn(query.query)
  if (readTables === undefined) throw new Error(`The tables of a lookup are unknown: ${query.sql}`)
  return { ...query, readTables }
}

/** Remembers one result for each engine. */
function perEngine<T>(make: (db: Database) => T): (db: Database) => T {
  const made = new Map<boolean, T>()
  return (db) => {
    const engine = isSqlite(db)
    const known = made.get(engine)
    if (known !== undefined) return known
    const value = make(db)
    made.set(engine, value)
    return value
  }
}

export function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
