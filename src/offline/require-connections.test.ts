import { afterAll, beforeAll, expect, test } from "bun:test"
import { createDatabase, type Database } from "../../test/services/postgres.ts"
import { queryDatabase } from "../../test/storage/database.ts"
import { requireConnections } from "./require-connections.ts"

let database: Database
let available: number
beforeAll(async () => {
  database = await createDatabase()
  const [row] = await queryDatabase(
    { storage: database.url },
    `select current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int - current_setting('reserved_connections')::int as count`,
  )
  available = Number(row?.count)
})
afterAll(() => database.drop())

const require = (databaseUrl: string | undefined, databaseConnections: number, processes: number) =>
  requireConnections({ databaseUrl, databaseConnections }, processes)

test("as many processes as PostgreSQL has connections for are accepted, and one more is not", async () => {
  await require(database.url, 10, Math.floor(available / 10))
  const tooMany = Math.floor(available / 10) + 1
  await expect(require(database.url, 10, tooMany)).rejects.toThrow(
    `${tooMany} processes with 10 connections each need ${tooMany * 10}, but PostgreSQL allows ${available}. Set KEYWARD_DATABASE_CONNECTIONS to`,
  )
})

test("the advice is a number with which they fit, as long as that is one that can be set", async () => {
  const refusal = await require(database.url, available, 2).catch((error: Error) => error.message)
  const [, advised] = /KEYWARD_DATABASE_CONNECTIONS to (\d+) or less/.exec(String(refusal)) ?? []
  expect(Number(advised)).toBe(Math.floor(available / 2))
  await require(database.url, Number(advised), 2)
})

test("an embedded database has no connections to count, and an unreachable server is reported by the processes", async () => {
  await require(undefined, 9_999, 256)
  await require("postgres://u:p@127.0.0.1:1/db", 9_999, 256)
})
