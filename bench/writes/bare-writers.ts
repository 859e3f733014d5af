import { Database } from "bun:sqlite"
import { SQL } from "bun"
import type { Change } from "./cases.ts"

/** A program that only stores rows: prepared statements, and a durable commit for each change. */
export interface BareWriter {
  /** Makes changes for this long, with as many connections as there are callers. Returns the changes per second. */
  measure(callers: number, durationMs: number, next: () => Change): Promise<number>
  close(): Promise<void>
}

interface BareSqlite extends BareWriter {
  store(change: Change): void
}

/** SQLite has one writer at a time, so callers do not matter. */
export function openBareSqlite(path: string): BareSqlite {
  const file = new Database(path)
  for (const setting of ["busy_timeout = 5000", "synchronous = full", "foreign_keys = on", "secure_delete = on"]) {
    file.run(`pragma ${setting}`)
  }
  const store = (change: Change) => {
    file.run("begin immediate")
    for (const { text, parameters } of change) file.query(text).run(...parameters)
    file.run("commit")
  }
  return {
    store,
    async measure(_callers, durationMs, next) {
      const startedAt = performance.now()
      let count = 0
      for (; performance.now() - startedAt < durationMs; count += 1) store(next())
      return (count / (performance.now() - startedAt)) * 1000
    },
    async close() {
      file.close()
    },
  }
}

/** A transaction takes three round trips: begin, all statements together, commit. */
export function openBarePostgres(url: string): BareWriter {
  const texts = new Map<string, string>()
  const numbered = (text: string) => {
    let number = 0
    const known = texts.get(text) ?? text.replaceAll("?", () => `$${++number}`)
    texts.set(text, known)
    return known
  }
  return {
    async measure(callers, durationMs, next) {
      const client = new SQL(url, { max: callers })
      const connections = await Promise.all(Array.from({ length: callers }, () => client.reserve()))
      let count = 0
      const startedAt = performance.now()
      const write = async (connection: SQL) => {
        for (; performance.now() - startedAt < durationMs; count += 1) {
          await connection.unsafe("begin")
          await Promise.all(next().map(({ text, parameters }) => connection.unsafe(numbered(text), [...parameters])))
          await connection.unsafe("commit")
        }
      }
      await Promise.all(connections.map(write))
      const tookMs = performance.now() - startedAt
      await client.close({ timeout: 0 })
      return (count / tookMs) * 1000
    },
    close: async () => {},
  }
}
