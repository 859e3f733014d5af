import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { SQL } from "bun"
import { sha256 } from "../../src/secrets/hash.ts"
import { createApi, createKey } from "../harness/fixtures.ts"
import { engines, startKeyward, type TestServer } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { steadyWindowMs } from "../harness/steady-window.ts"
import { until } from "../harness/until.ts"
import { openConnection } from "../requests/raw-request.ts"
import { onceFree } from "../storage/once-free.ts"

/** Connections that close, or bring the next request, before the response: docs/contract.md#68-connections. */

interface Sent {
  readonly operation: string
  readonly body: unknown
  readonly headers?: readonly string[]
}

interface Sending {
  readonly operation?: string
  /** The client sends nothing more, but still reads. */
  readonly isHalfClosed?: boolean
  /** Changes wait until the connection has closed. */
  readonly areWritesHeld?: boolean
}

describe.each([...engines])("a connection to a server on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const creation = (externalId: string, ...headers: readonly string[]) =>
    written(keyward, { operation: "identities.createIdentity", body: { externalId }, headers })
  const exists = async (externalId: string) =>
    (await keyward.call("identities.getIdentity", { identity: externalId })).status === 200
  const endsOf = (operation: string) =>
    keyward.log.filter((line) => line.includes(`"${operation}"`)).map((line) => JSON.parse(line).status)

  /** The logged statuses of calls that end during the work or soon after. */
  const endDuring = async (operation: string, work: () => Promise<unknown>): Promise<readonly number[]> => {
    const before = endsOf(operation).length
    await work()
    await until(() => endsOf(operation).length > before)
    return endsOf(operation).slice(before)
  }

  /** Writes these texts to a new connection, which gets no response. The log has one call, which ended so. */
  const expectUnanswered = async (
    { operation = "identities.createIdentity", isHalfClosed = false, areWritesHeld = false }: Sending,
    ...texts: readonly string[]
  ) => {
    const connection = openConnection(keyward)
    const ended = await endDuring(operation, async () => {
      const release = areWritesHeld ? await holdWrites(keyward) : undefined
      for (const text of texts) connection.write(text)
      if (isHalfClosed) connection.finish()
      await connection.closed
      await release?.()
    })
    expect([connection.received(), ended]).toEqual(["", [408]])
  }

  test("that brings two changes at once gets no response, and neither is stored", async () => {
    await expectUnanswered({}, creation("at-once-1") + creation("at-once-2"))
    expect([await exists("at-once-1"), await exists("at-once-2")]).toEqual([false, false])
  })

  test("that brings a change while another one waits gets no response, and neither is stored", async () => {
    await expectUnanswered({ areWritesHeld: true }, creation("waiting-1"), creation("waiting-2"))
    expect([await exists("waiting-1"), await exists("waiting-2")]).toEqual([false, false])
  })

  test("that is half-closed before the response gets none, and the change is not stored", async () => {
    await expectUnanswered({ areWritesHeld: true, isHalfClosed: true }, creation("half-closed"))
    expect(await exists("half-closed")).toBe(false)
  })

  test("that closes too early leaves the Idempotency-Key of its change unused", async () => {
    await expectUnanswered({}, creation("too-soon", "Idempotency-Key: too-soon") + creation("too-soon-2"))
    const headers = { "Idempotency-Key": "too-soon" }
    const again = await keyward.call("identities.createIdentity", { externalId: "too-soon" }, { headers })
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, null])
  })

  test.each([
    [
      "that closes before an import has stored its first slice leaves nothing of it",
      "keys.migrateKeys",
      { hash: sha256("cut off") },
    ],
    ["that closes before keys.createKeys has its turn leaves none of its keys", "keys.createKeys", { name: "cut off" }],
  ])("%s", async (_, operation, key) => {
    const apiId = await createApi(keyward)
    const creating = written(keyward, { operation, body: { apiId, keys: [key] } })
    await expectUnanswered({ operation, areWritesHeld: true, isHalfClosed: true }, creating)
    expect(await keyward.ok("apis.listKeys", { apiId })).toEqual([])
  })

  test.each([
    ["credits", {}],
    [
      "credits and a rate limit",
      { ratelimits: [{ name: "calls", limit: 10, duration: steadyWindowMs, autoApply: true }] },
    ],
  ])(
    "that brings two verifications of a key with %s, or closes at once, gets no response and is not charged",
    async (_what, more) => {
      const { keyId, key } = await createKey(keyward, { credits: { remaining: 10 }, ...more })
      // From now on the key is cached, so a verification waits only for its credits.
      await endDuring("keys.verifyKey", () => keyward.ok("keys.verifyKey", { key }))
      const operation = "keys.verifyKey"
      const verification = written(keyward, { operation, body: { key } })
      await expectUnanswered({ operation }, verification + verification)
      await expectUnanswered({ operation, isHalfClosed: true }, verification)
      expect((await keyward.ok("keys.getKey", { keyId })).credits.remaining).toBe(9)
      await endDuring("keys.verifyKey", async () => {
        const { ratelimits = [] } = await keyward.ok("keys.verifyKey", { key })
        for (const { remaining } of ratelimits) expect(remaining).toBe(8)
      })
    },
  )

  const chunked = (operation: string, key: string) =>
    `${[
      `POST /v2/${operation} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${key}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
    ].join("\r\n")}\r\n\r\n`
  const statusesOn = (received: string) => received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3)) ?? []

  describe.each([
    ["is no number", "zz\r\n{}\r\n0\r\n\r\n"],
    ["is negative", "-2\r\n{}\r\n0\r\n\r\n"],
    ["is empty", "\r\n{}\r\n0\r\n\r\n"],
    ["has more digits than any size", `${"f".repeat(20)}\r\n{}\r\n0\r\n\r\n`],
    ["is less than the chunk", "1\r\n{}\r\n0\r\n\r\n"],
    ["is followed by a chunk without end", "2\r\n{}0\r\n\r\n"],
    ["is the second and no number", "2\r\n{}\r\nzz\r\n{}\r\n0\r\n\r\n"],
  ])("that brings a chunk whose size %s", (_what, chunks) => {
    const expectOneResponse = async (head: string, isLate: boolean) => {
      const connection = openConnection(keyward)
      connection.write(isLate ? head : head + chunks)
      if (isLate) await connection.answered
      if (isLate) connection.write(chunks)
      await connection.closed
      expect(statusesOn(connection.received())).toHaveLength(1)
      expect(connection.received().toLowerCase()).toContain("connection: close")
    }

    test("gets one response from an operation, and is closed", () =>
      expectOneResponse(chunked("identities.listIdentities", keyward.rootKey), false))

    test.each([
      ["key", "identities.listIdentities", () => "unknown"],
      ["path", "nothing.here", () => keyward.rootKey],
    ])(
      "gets one response to an unknown %s, before or after the chunk, and is closed",
      async (_what, operation, key) => {
        for (const isLate of [false, true]) await expectOneResponse(chunked(operation, key()), isLate)
      },
    )
  })

  test("that brings all chunks of a body stays open, also after a refusal of what they say", async () => {
    const connection = openConnection(keyward)
    for (const [round, body] of ["{}", "[]", "{}"].entries()) {
      connection.write(`${chunked("identities.listIdentities", keyward.rootKey)}2\r\n${body}\r\n0\r\n\r\n`)
      await until(() => statusesOn(connection.received()).length > round)
    }
    expect(statusesOn(connection.received())).toEqual(["200", "400", "200"])
    expect(connection.received().toLowerCase()).not.toContain("connection: close")
    connection.close()
  })

  test("whose first request asks to close it gets that response, and the second request is not executed", async () => {
    const connection = openConnection(keyward)
    connection.write(creation("closing-1", "Connection: close") + creation("closing-2"))
    await connection.closed
    expect(connection.received().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"])
    expect([await exists("closing-1"), await exists("closing-2")]).toEqual([true, false])
  })
})

test("a connection gets all responses in order, although it brings its verifications at once and is half-closed", async () => {
  const keyward = await startKeyward({ engine: "sqlite" })
  const { key } = await createKey(keyward)
  // From now on the key is cached, so a verification waits for nothing.
  await keyward.ok("keys.verifyKey", { key })
  const bodies = [{ key }, { key, permissions: "documents.read" }, { key }]
  const connection = openConnection(keyward)
  connection.write(bodies.map((body) => written(keyward, { operation: "keys.verifyKey", body })).join(""))
  connection.finish()
  await connection.closed
  const codes = [...connection.received().matchAll(/"code":"(\w+)"/g)].map(([, code]) => code)
  expect(codes).toEqual(["VALID", "INSUFFICIENT_PERMISSIONS", "VALID"])
  await keyward.stop()
})

function written({ rootKey }: TestServer, { operation, body, headers = [] }: Sent): string {
  const text = JSON.stringify(body)
  const lines = [
    `POST /v2/${operation} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${rootKey}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...headers,
  ]
  return `${lines.join("\r\n")}\r\n\r\n${text}`
}

/** Changes wait until the returned function is called. */
async function holdWrites({ storage }: Pick<TestServer, "storage">): Promise<() => Promise<void>> {
  if (storage.startsWith("postgres")) {
    const sql = new SQL(storage, { max: 1 })
    await sql.unsafe("begin; lock table event_chains in exclusive mode")
    return async () => {
      await sql.unsafe("rollback")
      await sql.close()
    }
  }
  const file = new Database(join(storage, "keyward.db"))
  await onceFree(() => file.run("begin immediate"))
  return async () => {
    file.run("rollback")
    file.close()
  }
}
