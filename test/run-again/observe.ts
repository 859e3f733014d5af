import { Database } from "bun:sqlite"
import { join } from "node:path"
import type { RedisClient } from "bun"
import { isRepeatable } from "../../src/operations/operation.ts"
import type { Reply, TestServer } from "../harness/harness.ts"
import { isWatched } from "../storage/fingerprint.ts"
import type { CountingInstallation } from "./pair.ts"
import type { Sample } from "./samples.ts"
import { withoutChance } from "./without-chance.ts"

/** Sends the request, and again with the same Idempotency-Key, and returns everything that it leaves behind. */
export async function observe(installation: CountingInstallation, { operation, request }: Sample) {
  const { server, provider, counters } = installation
  const { body, options } = await request({ server, provider, passTime() {} })
  const idempotency = isRepeatable(operation) ? { "Idempotency-Key": crypto.randomUUID() } : undefined
  const call = () => server.call(operation.name, body, { ...options, headers: { ...options.headers, ...idempotency } })
  await counters.send("FLUSHDB", [])
  const before = readRows(server)
  const replies = [await call()]
  if (idempotency !== undefined) replies.push(await call())
  const after = readRows(server)
  const rows = { added: without(after, before), removed: without(before, after) }
  return withoutChance({ replies: replies.map(contentOf), rows }, await readCounters(counters))
}

/** The length of a key varies, and so does the time that a change takes. */
const variableHeaders = new Set(["content-length", "date", "server-timing", "set-cookie"])

function contentOf({ status, headers, body }: Reply) {
  const compared = [...headers].filter(([name]) => !variableHeaders.has(name))
  return { status, headers: Object.fromEntries(compared), cookies: headers.getSetCookie(), body }
}

/** The rows of all tables, events included, as text, in the order in which they were inserted. */
function readRows({ storage }: TestServer): readonly string[] {
  using file = new Database(join(storage, "keyward.db"), { readonly: true })
  const named = file.query<{ name: string }, []>("select name from sqlite_master where type = 'table' order by name")
  const names = named.all().map(({ name }) => name)
  return names
    .filter((name) => isWatched(name) && !name.startsWith("sqlite_"))
    .flatMap((name) => {
      // The times of migrations differ between installations, and the first use of a feature changes their rows.
      const columns = name === "schema_migrations" ? "name, needs" : "*"
      const rows = file.query(`select ${columns} from ${name} order by rowid`).all()
      return rows.map((row) => `${name} ${JSON.stringify(row)}`)
    })
}

function without(rows: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others)
  return rows.filter((row) => !known.has(row))
}

/** Rate limits and request budgets, as Redis keeps them: "cell current previous". */
async function readCounters(counters: RedisClient): Promise<readonly string[]> {
  const names: readonly string[] = await counters.send("KEYS", ["*"])
  const read = await Promise.all(names.map(async (name) => ({ name, value: await counters.get(name) })))
  return (
    read
      // A counter that is back at zero refuses nothing. The server checks its connection with a counter of its own.
      .filter(({ name, value }) => value !== null && !value.endsWith(" 0 0") && !name.includes("/probe"))
      .map(({ name, value }) => `${name} = ${value}`)
  )
}
