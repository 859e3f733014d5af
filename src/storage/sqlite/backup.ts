import { statSync } from "node:fs"
import { withInspection } from "./inspection.ts"
import { startThread, type ThreadClient } from "./thread-client.ts"
import { rowsOf } from "./trees.ts"

/** Receives the amount done since the last call, and zero from time to time during long steps. */
export type Note = (done: number) => void
export type StartProgress = (total: number, what: string) => Note

/** Copies one snapshot into an empty file while the server writes. The copy is one file without free pages. */
export async function copySnapshot(from: string, to: string, startProgress: StartProgress): Promise<void> {
  const thread = startThread({ path: from, access: "write" })
  try {
    const bytes = (await numberOf(thread, "pragma page_count")) * (await numberOf(thread, "pragma page_size"))
    const total = toKibibytes(bytes)
    const note = startProgress(total, "KiB copied")
    let noted = 0
    const inspect = () => {
      const size = Math.min(toKibibytes(statSync(to).size), total)
      note(size - noted)
      noted = size
    }
    await withInspection(inspect, () => thread.execute([{ type: "query", sql: "vacuum into ?", parameters: [to] }]))
    // Free pages are not copied, so the copy may be smaller than the total.
    note(total - noted)
  } finally {
    await thread.close()
  }
}

/** Returns the first damage that SQLite reports; undefined if there is none. */
export async function findDamageInCopy(path: string, startProgress: StartProgress): Promise<string | undefined> {
  const thread = startThread({ path, access: "inspect" })
  try {
    const tables = await rowsOf<{ name: string }>(thread, "select name from sqlite_schema where type = 'table'")
    const note = startProgress(tables.length, "tables of the copy checked")
    for (const { name } of tables) {
      const checks = [`pragma integrity_check("${name}")`, `pragma foreign_key_check("${name}")`]
      for (const check of checks) {
        const rows = await withInspection(
          () => note(0),
          () => rowsOf<Record<string, unknown>>(thread, check),
        )
        const found = rows.map((row) => Object.values(row).join(" ")).find((text) => text !== "ok")
        if (found !== undefined) return `${name}: ${found}`
      }
      note(1)
    }
    return undefined
  } finally {
    await thread.close()
  }
}

async function numberOf(thread: ThreadClient, pragma: string): Promise<number> {
  const [row] = await rowsOf<Record<string, number>>(thread, pragma)
  return Object.values(row ?? {})[0] ?? 0
}

function toKibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}
