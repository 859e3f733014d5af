import { Database } from "bun:sqlite"
import { SQL } from "bun"
import { createDatabase } from "../services/postgres.ts"
import { apiKeyTable } from "./better-auth-table.ts"

export interface Source {
  readonly place: string
  /** How this source writes times and booleans. */
  time(iso: string): string
  truth(value: boolean): string
  execute(statement: string): Promise<unknown>
}

export async function sqliteSource(path: string): Promise<Source> {
  const file = new Database(path, { create: true })
  file.run(apiKeyTable({ time: "date", truth: "integer" }))
  return {
    place: `sqlite:${path}`,
    time: (iso) => `'${iso}'`,
    truth: (value) => String(Number(value)),
    execute: async (statement) => file.run(statement),
  }
}

export async function postgresSource(): Promise<Source> {
  const { url } = await createDatabase()
  const execute = async (statement: string) => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe(statement)
  }
  await execute(apiKeyTable({ time: "timestamptz", truth: "boolean" }))
  return { place: url, time: (iso) => `'${iso}'`, truth: String, execute }
}

const columns = ["id", "name", "start", "key", "userId", "enabled", "rateLimitEnabled", "rateLimitTimeWindow"]
const moreColumns = [
  "rateLimitMax",
  "remaining",
  "refillInterval",
  "refillAmount",
  "expiresAt",
  "permissions",
  "metadata",
]

export async function addKeys(source: Source, rows: readonly Readonly<Record<string, string>>[]): Promise<void> {
  const names = [...columns, ...moreColumns]
  const values = rows.map((row) => {
    const times = [source.time("2025-03-01T00:00:00.000Z"), source.time("2025-03-01T00:00:00.000Z")]
    return `(${[...names.map((name) => row[name] ?? "null"), ...times].join(", ")})`
  })
  const listed = [...names, "createdAt", "updatedAt"].map((name) => `"${name}"`).join(", ")
  await source.execute(`insert into apikey (${listed}) values ${values.join(", ")}`)
}
