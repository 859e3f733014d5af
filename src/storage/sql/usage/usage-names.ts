import { sql } from "kysely"
import type { Engine } from "../engine.ts"
import type { ResultRow } from "../schema/schema.ts"

/** The id of an object in tallies. */
export interface UsageName {
  readonly workspaceId: string
  readonly id: string
  /** The id of the API of a key. */
  readonly parentId?: string
}

export interface UsageNames {
  /** Returns the number of each id, and assigns numbers to new ids. */
  numbersOf(names: readonly UsageName[]): Promise<(id: string) => number>
}

/** Numbers never change, so they are remembered. The memory empties itself when it is full. */
const rememberedAtMost = 250_000

export function usageNames(engine: Engine): UsageNames {
  const remembered = new Map<string, number>()
  return {
    async numbersOf(names) {
      const unknown = names.filter(({ id }) => !remembered.has(id))
      if (unknown.length > 0) {
        if (remembered.size + unknown.length > rememberedAtMost) remembered.clear()
        // Clearing may have removed numbers that this call needs.
        const needed = names.filter(({ id }) => !remembered.has(id))
        const assigned = await assignNumbers(engine, needed)
        // Under the given text, which a cached record has too, and not under its copy from the database.
        for (const { id } of needed) {
          const number = assigned.get(id)
          if (number !== undefined) remembered.set(id, number)
        }
      }
      return (id) => {
        const number = remembered.get(id)
        if (number === undefined) throw new Error(`${id} has no number.`)
        return number
      }
    },
  }
}

async function assignNumbers(engine: Engine, names: readonly UsageName[]): Promise<ReadonlyMap<string, number>> {
  const found = await findNumbers(engine, names)
  const missing = names.filter(({ id }) => !found.has(id))
  if (missing.length === 0) return found
  const parents = missing.filter(({ parentId }) => parentId === undefined)
  const children = missing.filter(({ parentId }) => parentId !== undefined)
  await engine.write([parents, children].filter((given) => given.length > 0).map((given) => inserting(engine, given)))
  return findNumbers(engine, names)
}

/** Another node may assign a number at the same time, and then both use that one. */
function inserting({ dialect }: Engine, names: readonly UsageName[]) {
  const rows = names.map(({ workspaceId, id, parentId = null }) => ({
    workspace_id: workspaceId,
    id,
    parent: parentId,
  }))
  const given = dialect.jsonRows(JSON.stringify(rows), { workspace_id: "text", id: "text", parent: "text" })
  return sql`insert into usage_names (workspace_id, id, parent_number)
    select distinct r.workspace_id, r.id, p.number from ${given} as r
      left join usage_names as p on p.workspace_id = r.workspace_id and p.id = r.parent where true
    order by r.workspace_id, r.id on conflict (workspace_id, id) do nothing`
}

/** The cross join makes SQLite start with the given ids. */
async function findNumbers(engine: Engine, names: readonly UsageName[]): Promise<ReadonlyMap<string, number>> {
  const rows = names.map(({ workspaceId, id }) => ({ workspace_id: workspaceId, id }))
  const given = engine.dialect.jsonRows(JSON.stringify(rows), { workspace_id: "text", id: "text" })
  const found = await sql<ResultRow<{ id: string; number: number }>>`
    select n.id, n.number from ${given} as r cross join usage_names as n
    where n.workspace_id = r.workspace_id and n.id = r.id`.execute(engine.reader)
  return new Map(found.rows.map(({ id, number }) => [id, number]))
}
