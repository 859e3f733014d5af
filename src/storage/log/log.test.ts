import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { statSync } from "node:fs"
import { dirname, join } from "node:path"
import { type RawBuilder, sql } from "kysely"
import { engines } from "../../../test/harness/harness.ts"
import { provideDatabase } from "../../../test/storage/provide-database.ts"
import { hourMs } from "../../core/durations.ts"
import { mintId } from "../conformance/new-objects.ts"
import type { LoggedVerification, LogQuery, VerificationLog } from "../port/verification-log.ts"
import { stepEnd, stepRows } from "./log-statements.ts"
import { openPostgresLog } from "./postgres-log.ts"
import { openSqliteLog } from "./sqlite-log.ts"

const start = Date.UTC(2026, 2, 10)
const bytesAtMost = 512 * 1024
const rowsPerHour = 400

describe.each([...engines])("the verification log on %s", (name) => {
  const database = provideDatabase(name)
  const path = () => join(dirname(database.location), "verifications.db")
  const open = (days = 7): VerificationLog =>
    name === "sqlite"
      ? openSqliteLog(path(), bytesAtMost)
      : openPostgresLog(database.engine, { bytes: bytesAtMost, days })

  const addHour = (log: VerificationLog, workspaceId: string, hour: number) =>
    log.append(Array.from({ length: rowsPerHour }, (_, index) => newRow(workspaceId, start + hour * hourMs + index)))
  const followFrom = (workspaceId: string, time: number): LogQuery => ({
    filter: { workspaceId, until: time + 1_000 },
    limit: 100,
    direction: "forward",
    from: { time, requestId: "" },
  })
  const hoursOf = async (log: VerificationLog, workspaceId: string) => {
    const query = { filter: { workspaceId }, limit: 100_000, direction: "backward", from: undefined } as const
    const { rows } = await log.list(query)
    return [...new Set(rows.map(({ time }) => Math.floor((time - start) / hourMs)))]
  }

  test("stays within its size whatever arrives, and keeps the newest rows of every workspace", async () => {
    const log = open()
    const workspaces = [mintId("ws"), mintId("ws"), mintId("ws")]
    for (let hour = 0; hour < 12; hour += 1) for (const id of workspaces) await addHour(log, id, hour)
    while (await log.deleteExcess());
    for (const id of workspaces) {
      const [newest, ...older] = await hoursOf(log, id)
      expect(newest).toBe(11)
      expect(older).not.toContain(0)
    }
    if (name === "sqlite") {
      const file = new Database(path(), { readonly: true })
      const [used] = file.query("select page_count * page_size as bytes from pragma_page_count, pragma_page_size").all()
      file.close()
      // The file itself does not grow either, except by what one write adds.
      expect((used as { bytes: number }).bytes).toBeLessThan(2 * bytesAtMost)
      expect(statSync(path()).size).toBeLessThan(2 * bytesAtMost)
    } else {
      const { rows } = await sql<{ bytes: string }>`select sum(pg_total_relation_size(inhrelid)) as bytes
        from pg_inherits where inhparent = to_regclass('verification_log')`.execute(database.engine.reader)
      expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(bytesAtMost)
    }
    await log.close()
  })

  test("takes rows of an hour whose rows another node has just deleted", async () => {
    const id = mintId("ws")
    const [own, other] = [open(), open()]
    const time = start - 5 * hourMs
    await own.append([newRow(id, time)])
    while (await other.deleteOld(time + hourMs));
    await own.append([newRow(id, time + 1)])
    expect(await hoursOf(own, id)).toEqual([-5])
    await own.close()
    await other.close()
  })

  test("keeps every row while partitions change their length with the setting", async () => {
    const id = mintId("ws")
    for (const [days, hour] of [
      [7, 100],
      [90, 101],
      [90, 130],
      [7, 131],
    ] as const) {
      const log = open(days)
      await log.append([newRow(id, start + hour * hourMs)])
      await log.close()
    }
    const log = open()
    expect(await hoursOf(log, id)).toEqual([131, 130, 101, 100])
    await log.close()
  })

  test("is followed without reading rows that were already returned", async () => {
    const log = open()
    const id = mintId("ws")
    for (let hour = 200; hour < 204; hour += 1) await addHour(log, id, hour)
    const end = start + 204 * hourMs
    const query = followFrom(id, end)
    expect(await log.list(query)).toEqual({ rows: [], next: undefined })
    const range = { from: query.from, end: undefined }
    for (const statement of [stepEnd(query, 2_000), stepRows(name, query, range)]) {
      const plan = await planOf(statement)
      if (name === "sqlite")
        expect(plan).toMatch(/SEARCH verification_log USING PRIMARY KEY \(workspace_id=\? AND time/)
      // The newest partition that such a poll may need does not exist yet.
      else expect(plan).not.toMatch(/verification_log_20260318(0[0-9]|1[01])/)
    }
    await log.close()
  })

  async function planOf(statement: RawBuilder<unknown>): Promise<string> {
    if (name === "postgres") {
      const { rows } = await sql<object>`explain ${statement}`.execute(database.engine.reader)
      return JSON.stringify(rows)
    }
    const { sql: text, parameters } = statement.compile(database.engine.reader)
    const file = new Database(path(), { readonly: true })
    const rows = file.query(`explain query plan ${text}`).all(...(parameters as string[]))
    file.close()
    return JSON.stringify(rows)
  }
})

function newRow(workspaceId: string, time: number): LoggedVerification {
  return {
    workspaceId,
    time,
    requestId: mintId("req"),
    code: "VALID",
    apiId: mintId("api"),
    keyId: mintId("key"),
    identityId: null,
    tags: [],
    ip: "192.0.2.1",
    cost: null,
    credits: null,
    exceeded: [],
    missing: null,
    weight: 1,
  }
}
