import { statSync } from "node:fs"
import { startThread, type ThreadClient } from "./thread-client.ts"

/** Told how much more is done of how much; also told of nothing now and then, while it takes long. */
export type Note = (done: number) => void
export type StartProgress = (total: number, what: string) => Note

/**
 * Copies the database as it is at one moment into an empty file, while the service goes on writing. The copy is one
 * file without a log beside it, and has no free pages in which anything erased could live on.
 */
export async function copySnapshot(from: string, to: string, startProgress: StartProgress): Promise<void> {
  const thread = startThread({ path: from, access: "write" })
  try {
    const bytes = (await numberOf(thread, "pragma page_count")) * (await numberOf(thread, "pragma page_size"))
    const total = toKibibytes(bytes)
    const note = startProgress(total, "KiB copied")
    let noted = 0
    const look = () => {
      const size = Math.min(toKibibytes(statSync(to).size), total)
      note(size - noted)
      noted = size
    }
    await whileLooking(look, () =>
      thread.ask({ type: "query", sql: "vacuum into ?", parameters: [to], givesRows: false }),
    )
    // Free pages are not copied, so that the copy may be smaller than what was to be done.
    note(total - noted)
  } finally {
    await thread.close()
  }
}

/** The first thing that is wrong with a file, in the words of SQLite; undefined if it is sound. */
export async function findDamage(path: string, startProgress: StartProgress): Promise<string | undefined> {
  const thread = startThread({ path, access: "look" })
  try {
    const tables = await rowsOf<{ name: string }>(thread, "select name from sqlite_schema where type = 'table'")
    const note = startProgress(tables.length, "tables of the copy checked")
    for (const { name } of tables) {
      const checks = [`pragma integrity_check("${name}")`, `pragma foreign_key_check("${name}")`]
      for (const check of checks) {
        const rows = await whileLooking(
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

const lookEveryMs = 500

async function whileLooking<T>(look: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(look, lookEveryMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

async function rowsOf<Row>(thread: ThreadClient, text: string): Promise<readonly Row[]> {
  const reply = await thread.ask({ type: "query", sql: text, parameters: [], givesRows: true })
  return reply.type === "rows" ? (reply.rows as Row[]) : []
}

async function numberOf(thread: ThreadClient, pragma: string): Promise<number> {
  const [row] = await rowsOf<Record<string, number>>(thread, pragma)
  return Object.values(row ?? {})[0] ?? 0
}

function toKibibytes(bytes: number): number {
  return Math.ceil(bytes / 1024)
}
