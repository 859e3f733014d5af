import { sql } from "kysely"
import type { Engine } from "../engine.ts"

/**
 * Takes a duty that one node has for all, unless another node that is listed has it. Returns the term, which is another
 * one only if another node had the duty before.
 */
export function takeDuty(engine: Engine, name: string, node: string): Promise<number | undefined> {
  return engine.transaction(async (db) => {
    // A node that was removed or has left is not listed. The embedded database lists none, because it has one process.
    const { rows } = await sql<{ term: number }>`
      insert into duties (name, node, term) values (${name}, ${node}, 1)
      on conflict (name) do update set
        node = excluded.node,
        term = case when duties.node = excluded.node then duties.term else duties.term + 1 end
      where duties.node = excluded.node or not exists (select 1 from nodes where nodes.id = duties.node)
      returning term`.execute(db)
    return rows[0]?.term
  })
}
