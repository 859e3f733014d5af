import { describe, expect, test } from "bun:test"
import type { AnyTable } from "./columns.ts"
import { eventTables, expiringTables, lockedTables } from "./marked-tables.ts"
import { tables } from "./tables.ts"

const declared: Readonly<Record<string, AnyTable>> = tables

describe("the tables of a list", () => {
  test("that are deleted at their expiry are those with an expiry that is never absent", () => {
    const expiring = Object.keys(declared).filter((name) => declared[name]?.columns.expires?.isNullable === false)
    expect([...expiringTables].sort()).toEqual(expiring.sort())
  })

  test("that events are recorded in are the events and what refers to them, or to the end of their chain", () => {
    expect([...eventTables].sort()).toEqual(["event_chains", "event_resources", "events"])
  })

  test("that the lock of a workspace covers include no table that spends or verifications write", () => {
    for (const name of ["balances", "keys", "key_usage", "idempotency", "sessions", "nodes", "commit_marks"]) {
      expect([name, lockedTables.has(name)]).toEqual([name, false])
    }
    expect(lockedTables.size).toBeGreaterThan(0)
  })
})
