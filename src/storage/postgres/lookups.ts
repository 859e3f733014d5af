import type { CompiledQuery } from "kysely"
import { StorageUnavailable } from "../port/unavailable.ts"
import type { Engine } from "../sql/engine.ts"

type Run = <Row>(query: CompiledQuery<Row>) => Promise<readonly Row[]>

interface Waiting {
  readonly parameters: readonly unknown[]
  resolve(rows: readonly unknown[]): void
  reject(error: unknown): void
}

/** Two, so that one slow connection does not stop all look-ups. */
const statementsAtOnce = 2
const lookupsPerStatement = 32

/**
 * A look-up that comes while others run waits for them, and shares one statement with all that wait. After a change of a
 * plan, thousands of keys are loaded again within a second, and most of the time of a statement is spent on starting it.
 */
export function createLookups(run: Run): Engine["lookUp"] {
  const queues = new WeakMap<CompiledQuery, ReturnType<typeof createQueue>>()
  return async <Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]) => {
    const queue = queues.get(query) ?? createQueue(query, run)
    queues.set(query, queue)
    return (await queue.add(parameters)) as readonly Row[]
  }
}

function createQueue(query: CompiledQuery, run: Run) {
  const waiting: Waiting[] = []
  let running = 0

  const answer = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const parameters = group.map((lookup) => lookup.parameters)
      const found = await lookUpEach(query, parameters, run)
      group.forEach(({ resolve }, place) => {
        resolve(found[place] ?? [])
      })
    } catch (error) {
      if (group.length === 1 || error instanceof StorageUnavailable) {
        for (const { reject } of group) reject(error)
        return
      }
      // The database refused one of them, and the others may be of other workspaces.
      for (const lookup of group) await answer([lookup])
    }
  }
  const answerNext = () => {
    if (running >= statementsAtOnce || waiting.length === 0) return
    running += 1
    void answer(waiting.splice(0, lookupsPerStatement)).finally(() => {
      running -= 1
      answerNext()
    })
  }

  return {
    add: (parameters: readonly unknown[]) =>
      new Promise<readonly unknown[]>((resolve, reject) => {
        waiting.push({ parameters, resolve, reject })
        answerNext()
      }),
  }
}

type Placed = { readonly place: number }

/** Returns the rows of each look-up. */
async function lookUpEach(
  query: CompiledQuery,
  lookups: readonly (readonly unknown[])[],
  run: Run,
): Promise<readonly (readonly unknown[])[]> {
  const [first, ...others] = lookups
  if (first === undefined || others.length === 0) return [await run({ ...query, parameters: first ?? [] })]
  const given = lookups.map((parameters, place) => ({ ...parameters, place }))
  const text = textForEach(query.sql, first)
  const rows = await run<Placed>({ ...query, sql: text, parameters: [JSON.stringify(given)] })
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return lookups.map((_, place) => byPlace.get(place) ?? [])
}

/**
 * Runs the statement once for each row of parameters. `offset 0` makes PostgreSQL plan it like a single one; joined with
 * all rows, large tables could be scanned as a whole.
 */
function textForEach(text: string, parameters: readonly unknown[]): string {
  const columns = parameters.map((value, index) => `"${index}" ${typeof value === "number" ? "bigint" : "text"}`)
  const ofRow = text.replaceAll(/\$(\d+)/g, (_, number) => `given."${Number(number) - 1}"`)
  return `select given.place, found.* from json_to_recordset(cast(cast($1 as text) as json))
    as given(place int, ${columns.join(", ")}) cross join lateral (${ofRow} offset 0) as found`
}
