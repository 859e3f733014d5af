import type { Damage } from "../port/damage.ts"
import { damageIn } from "./damage-codes.ts"
import { startThread, type ThreadClient } from "./thread-client.ts"
import { rowsOf } from "./trees.ts"

/** Lets SQLite check the pages of a file, without changing it. A server may use the file. */
export async function quickCheck(path: string): Promise<readonly Damage[]> {
  const thread = startThread({ path, access: "inspect" })
  try {
    const found = await check(thread, "pragma quick_check(1)")
    if (found.length === 0) return []
    const damages = await listDamages(thread)
    return damages.length === 0 ? found : damages
  } catch (error) {
    return [damageOf(error)]
  } finally {
    await thread.close()
  }
}

/** Checks the tables one by one, because SQLite stops at some damage without a word about its place. */
async function listDamages(thread: ThreadClient): Promise<readonly Damage[]> {
  const trees = await rowsOf<{ place: string; rootpage: number; name: string; type: string }>(
    thread,
    "select type || ' ' || name as place, rootpage, name, type from sqlite_schema where rootpage > 0",
  )
  const places = new Map(trees.map(({ place, rootpage }) => [rootpage, place]))
  const byPlace = new Map<string, Damage>()
  for (const { name, place: table } of trees.filter(({ type }) => type === "table")) {
    for (const { detail } of await check(thread, `pragma quick_check("${name}")`)) {
      const [, root] = /^Tree (\d+) /.exec(detail) ?? []
      const [, index] = /^wrong # of entries in index (.+)$/.exec(detail) ?? []
      const place = places.get(Number(root)) ?? (index === undefined ? table : `index ${index}`)
      if (!byPlace.has(place)) byPlace.set(place, { place, detail })
    }
  }
  return [...byPlace.values()]
}

async function check(thread: ThreadClient, pragma: string): Promise<readonly Damage[]> {
  try {
    const rows = await rowsOf<Record<string, string>>(thread, pragma)
    return rows
      .flatMap((row) => Object.values(row).join(" ").split("\n"))
      .filter((line) => line !== "ok" && !line.startsWith("***"))
      .map((detail) => ({ detail }))
  } catch (error) {
    return [damageOf(error)]
  }
}

function damageOf(error: unknown): Damage {
  const detail = damageIn(error)
  if (detail === undefined) throw error
  return { detail }
}
