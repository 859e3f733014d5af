import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { createApi } from "../harness/fixtures.ts"
import type { Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { queryDatabase } from "../storage/database.ts"

/** A response that is kept for a repetition belongs to one request, whoever may write to the database. */

const newEncryptionKey = () => randomBytes(32).toString("base64")

describe("a kept response", () => {
  const first = newEncryptionKey()
  const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_ENCRYPTION_KEY: first } })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(server)
  })

  const send = (idempotencyKey: string, operation: string, body: unknown, key = server.rootKey): Promise<Reply> =>
    server.call(operation, body, { key, headers: { "Idempotency-Key": idempotencyKey } })
  const isReplay = ({ headers }: Reply) => headers.get("idempotency-replayed") === "true"
  const move = (from: string, to: string) =>
    queryDatabase(
      server,
      `update idempotency set response = (select response from idempotency where ${from}) where ${to}`,
    )

  test("cannot be moved to another operation, workspace, body or set of permissions", async () => {
    const other = await server.createWorkspace()
    const secret = await send("same", "rootKeys.createRootKey", { permissions: ["*"] })
    const here = `operation = 'rootKeys.createRootKey' and scope = '${server.workspaceId}'`
    const targets: [string, () => Promise<Reply>][] = [
      [
        `operation = 'apis.createApi' and scope = '${server.workspaceId}'`,
        () => send("same", "apis.createApi", { name: "Moved" }),
      ],
      [
        `operation = 'rootKeys.createRootKey' and scope = '${other.workspaceId}'`,
        () => send("same", "rootKeys.createRootKey", { permissions: ["*"] }, other.rootKey),
      ],
    ]
    for (const [row, repeat] of targets) {
      expect(outcomeOf(await repeat())).toBe("200")
      expect(isReplay(await repeat())).toBe(true)
      await move(here, row)
      const reply = await repeat()
      expect(outcomeOf(reply)).toBe("422 application/idempotency_key_reused")
      expect(reply.text).not.toContain(secret.body.data.rootKey)
    }

    expect(isReplay(await send("same", "rootKeys.createRootKey", { permissions: ["*"] }))).toBe(true)
    const poor = await server.createRootKey(["root_key.*.create_root_key"])
    await queryDatabase(server, `update idempotency set required = '[]' where ${here}`)
    const stolen = await send("same", "rootKeys.createRootKey", { permissions: ["*"] }, poor)
    expect(outcomeOf(stolen)).toBe("422 application/idempotency_key_reused")
    expect(stolen.text).not.toContain(secret.body.data.rootKey)
  })

  test("survives that the encryption key is replaced, as long as the older key is there", async () => {
    const made = await send("rotated", "keys.createKey", { apiId })
    const second = newEncryptionKey()
    await server.restart({ KEYWARD_ENCRYPTION_KEY: "", KEYWARD_ENCRYPTION_KEYS: `${second},${first}` })
    const again = await send("rotated", "keys.createKey", { apiId })
    expect([isReplay(again), again.body.data]).toEqual([true, made.body.data])
    await server.restart({ KEYWARD_ENCRYPTION_KEY: "", KEYWARD_ENCRYPTION_KEYS: second })
    const refused = await send("rotated", "keys.createKey", { apiId })
    expect(outcomeOf(refused)).toBe("422 application/idempotency_key_reused")
    await server.restart({ KEYWARD_ENCRYPTION_KEY: first, KEYWARD_ENCRYPTION_KEYS: second })
    expect(isReplay(await send("rotated", "keys.createKey", { apiId }))).toBe(true)
  })
})
