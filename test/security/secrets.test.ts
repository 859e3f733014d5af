import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { keyOperations as operations } from "../../src/operations/index.ts"
import { createApi, createKey, withEncryption } from "../harness/fixtures.ts"
import { type CallOptions, engines, type Reply, startKeyward } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { startCollector } from "../services/collector.ts"
import { queryDatabase } from "../storage/database.ts"
import { storedText } from "../storage/stored-text.ts"
import { formsOf } from "./secret-forms.ts"

/** P5: every secret that there is, searched for everywhere but where it may be. */

const readsWebhooks = { permissions: ["webhook.*.read_webhook", "event.*.read_event"] }

function newSecretIn(reply: Reply): string | undefined {
  const { key, rootKey, secret } = reply.body?.data ?? {}
  return key ?? rootKey ?? secret
}

const hashOf = (text: string, form: "hex" | "base64") => createHash("sha256").update(text).digest(form)

describe.each([...engines])("secrets on %s", (engine) => {
  const encryption = withEncryption()
  const collector = startCollector()
  afterAll(() => collector.stop())
  const server = serveKeyward({
    engine,
    environment: {
      ...encryption,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_MAX_QUEUE_SIZE: "100000",
    },
  })
  /** By what they are. */
  const secrets = new Map<string, string>()
  /** What was answered, and the secret that the answer was for. */
  const answers: { reply: Reply; shown: string | undefined }[] = []

  beforeAll(async () => {
    await issueEveryKind()
    await useEveryKind()
  })

  test("there are as many kinds as there should be", () => {
    expect(secrets.size).toBe(31)
    expect(new Set(secrets.values()).size).toBe(secrets.size)
  })

  test("are in no answer but the one that shows them, nor are their hashes in any", () => {
    expect(answers.length).toBeGreaterThan(60)
    for (const { reply, shown } of answers) {
      const text = reply.text + JSON.stringify([...reply.headers])
      for (const [what, secret] of secrets) {
        const mayShow = secret === shown
        for (const form of formsOf(secret)) {
          if (!mayShow && text.includes(form)) throw new Error(`${what} is in ${text.slice(0, 500)}`)
        }
        for (const form of ["hex", "base64"] as const) expect(text).not.toContain(hashOf(secret, form))
      }
    }
  })

  test("are in no event, nor are their hashes", async () => {
    const events: string[] = []
    for (let cursor = ""; ; ) {
      const { body } = await server.call("events.listEvents", { cursor }, { key: server.operatorKey })
      events.push(JSON.stringify(body.data))
      if (!body.pagination.hasMore) break
      cursor = body.pagination.cursor
    }
    const text = events.join("\n")
    expect(text).toContain("key.decrypted")
    expectNone(text)
    expectNoHash(text)
  })

  test("are in no line of the log, nor are their hashes", async () => {
    await Bun.sleep(200)
    const text = server.log.join("\n")
    expect(text).toContain("keys.createKey")
    expectNone(text)
    expectNoHash(text)
  })

  test("are neither in the metrics nor in any page", async () => {
    for (const path of ["/metrics", "/openapi.json", "/reference", "/readyz", "/v2/liveness"]) {
      const { status, text } = await server.request(path)
      expect(status).toBe(200)
      expectNone(text)
      expectNoHash(text)
    }
  })

  test("are stored nowhere, not even beside the database", async () => {
    const text = await storedText(server)
    expect(text).toContain(hashOf(secrets.get("an API key") ?? "", "base64"))
    expectNone(text)
  })

  test("are stored nowhere after a restart either", async () => {
    await server.restart()
    expectNone(await storedText(server))
  })

  test("are in no span, nor are their hashes", () => {
    // The restart has sent everything.
    const text = collector.exports.map(({ bytes }) => Buffer.from(bytes).toString("latin1")).join("\n")
    expect(text).toContain("keys.verifyKey")
    expect(text).toContain("transaction")
    expectNone(text)
    expectNoHash(text)
  })

  function expectNone(text: string): void {
    for (const [what, secret] of secrets) {
      for (const form of formsOf(secret)) {
        const at = text.indexOf(form)
        if (at >= 0) throw new Error(`${what} is there: …${text.slice(Math.max(0, at - 100), at + 20)}…`)
      }
    }
  }

  function expectNoHash(text: string): void {
    for (const secret of secrets.values()) {
      for (const form of ["hex", "base64"] as const) expect(text).not.toContain(hashOf(secret, form))
    }
  }

  async function call(name: string, body: unknown, options: CallOptions & { shown?: string } = {}): Promise<Reply> {
    const reply = await server.call(name, body, options)
    answers.push({ reply, shown: options.shown ?? newSecretIn(reply) })
    return reply
  }

  /** Calls that answer with a new secret. */
  async function issue(what: string, name: string, body: unknown, options: CallOptions = {}): Promise<Reply> {
    const reply = await call(name, body, options)
    secrets.set(what, newSecretIn(reply) ?? "")
    return reply
  }

  async function issueEveryKind(): Promise<void> {
    const operator = { key: server.operatorKey }
    secrets.set("the operator key", server.operatorKey)
    secrets.set("the encryption key", encryption.KEYWARD_ENCRYPTION_KEY ?? "")
    secrets.set("the first root key", server.rootKey)
    const { body } = await issue(
      "a root key of a new workspace",
      "workspaces.createWorkspace",
      { name: "New" },
      operator,
    )
    const made = await issue("a root key", "rootKeys.createRootKey", { permissions: ["*"], name: "Second" })
    const { rootKeyId } = made.body.data
    await issue("a rerolled root key", "rootKeys.rerollRootKey", { rootKeyId, expiration: 3_600_000 })
    const madeByName = await issue("a root key of createKey", "rootKeys.createKey", { permissions: ["*"] })
    const { keyId } = madeByName.body.data
    await issue("a root key of rerollKey", "rootKeys.rerollKey", { keyId, expiration: null })
    const fromOutside = { workspaceId: body.data.workspaceId, permissions: ["api.*.read_key"] }
    await issue("a root key from the operator", "rootKeys.createRootKey", fromOutside, operator)
    const apiId = await createApi(server)
    const plain = await issue("an API key", "keys.createKey", { apiId, prefix: "acme_live", externalId: "user_1" })
    await issue("a rerolled API key", "keys.rerollKey", { keyId: plain.body.data.keyId, expiration: 3_600_000 })
    const kept = await issue("a recoverable key", "keys.createKey", { apiId, recoverable: true, name: "Kept" })
    await issue("a rerolled recoverable key", "keys.rerollKey", { keyId: kept.body.data.keyId, expiration: 0 })
    const rotated = { keyId: kept.body.data.keyId, overlap: 3_600_000 }
    await issue("a rotated recoverable key", "keys.rotateKey", rotated)
    await issue("a key rotated in an overlap", "keys.rotateKey", { ...rotated, overlap: 0 })
    await issue("a deleted key", "keys.createKey", { apiId })
    await issue("an erased key", "keys.createKey", { apiId, recoverable: true })

    for (const [what, name, sent] of [
      ["a replayed key", "keys.createKey", { apiId, recoverable: true, name: "Once" }],
      ["a replayed rotation", "keys.rotateKey", { keyId: plain.body.data.keyId, overlap: 0 }],
      ["a replayed root key", "rootKeys.createRootKey", { permissions: ["api.*.read_key"] }],
    ] as const) {
      const idempotencyKey = `idempotent-${randomUUID()}`
      secrets.set(`the Idempotency-Key of ${what}`, idempotencyKey)
      const headers = { "Idempotency-Key": idempotencyKey }
      await issue(what, name, sent, { headers })
      const again = await call(name, sent, { headers })
      expect(again.headers.get("idempotency-replayed")).toBe("true")
      await call(name, { ...sent, name: "Another body" }, { headers })
    }

    await addWebhooks()

    const whole = `legacy_${randomBytes(16).toString("hex")}`
    const long = randomBytes(16).toString("hex")
    secrets.set("an imported key", whole)
    secrets.set("a prefixed imported key", `old_short_${long}`)
    secrets.set("the long token of it", long)
    const keys = [{ hash: hashOf(whole, "base64") }, { hash: hashOf(long, "base64"), algorithm: "prefixed_api_key" }]
    // This one answer repeats the hashes that were submitted.
    await server.ok("keys.migrateKeys", { apiId, keys })
  }

  /** The path of its URL is a secret too, which those may read who may change the webhook. */
  async function addWebhooks(): Promise<void> {
    const place = randomBytes(16).toString("hex")
    secrets.set("the path of a webhook", place)
    const url = `https://hooks.example/${place}`
    const made = await issue("the secret of a webhook", "webhooks.createWebhook", { url, types: ["*"] })
    const { webhookId } = made.body.data
    await issue("a new secret of a webhook", "webhooks.rotateSecret", { webhookId })
    const chat = randomBytes(16).toString("hex")
    secrets.set("the path of a chat", chat)
    const slack = { url: `https://chat.example/${chat}`, types: ["notices"], format: "slack" }
    await call("webhooks.createWebhook", slack)
    await call("webhooks.updateWebhook", { webhookId, description: "Changed" }, { shown: place })
    await call("webhooks.sendTest", { webhookId })
    const { key: reader } = (await issue("a key that reads webhooks", "rootKeys.createKey", readsWebhooks)).body.data
    for (const name of ["getWebhook", "listDeliveries"]) await call(`webhooks.${name}`, { webhookId }, { key: reader })
    await call("webhooks.listWebhooks", {}, { key: reader })
  }

  /** Each in every way in which keys are sent, rightly and wrongly. */
  async function useEveryKind(): Promise<void> {
    const keys: { keyId: string; name?: string; recoverable: boolean }[] = await server.ok("keys.listKeys", {})
    const sent = [...secrets].filter(([what]) => !/encryption|Idempotency/.test(what))
    for (const [, secret] of sent) {
      await call("keys.whoami", {}, { key: secret })
      await call("rootKeys.listRootKeys", {}, { key: secret })
      await call("keys.verifyKey", { key: secret, tags: ["search"] })
      await call("keys.verifyKey", { key: secret, permissions: "nothing" })
      await call("keys.whoami", { key: secret })
      await call("keys.getKey", { keyId: secret })
      await call("keys.deleteKey", { keyId: secret })
      await call("workspaces.getWorkspace", { workspaceId: secret }, { key: server.operatorKey })
      await call("rootKeys.getRootKey", { workspaceId: secret, rootKeyId: secret }, { key: server.operatorKey })
      await call("keys.createKey", { apiId: secret, roles: [secret] })
      const path = `/v2/keys.getKey/${secret}?key=${secret}`
      answers.push({ reply: await server.request(path, { headers: { "X-Api-Key": secret } }), shown: undefined })
    }
    for (const { keyId, name, recoverable } of keys) {
      await call("keys.getKey", { keyId })
      if (recoverable && name === "Kept") {
        const shown = (await server.ok("keys.getKey", { keyId, decrypt: true })).plaintext
        await call("keys.getKey", { keyId, decrypt: true }, { shown })
      }
      await call("keys.updateKey", { keyId, name: name ?? "Changed" })
    }
    const findId = async (what: string) => (await server.ok("keys.whoami", { key: secrets.get(what) })).keyId
    await call("keys.deleteKey", { keyId: await findId("a deleted key") })
    await call("keys.deleteKey", { keyId: await findId("an erased key"), permanent: true })
    const lists = operations.filter(({ paged, callers }) => paged && callers?.includes("root_key") !== false)
    // Read by a key that may not change webhooks.
    for (const list of lists.filter(({ name }) => name !== "webhooks.listWebhooks")) {
      await call(list.name, {})
    }
  }
})

test("what is erased from an embedded database is not in its file any more", async () => {
  const server = await startKeyward({ engine: "sqlite", environment: withEncryption() })
  const apiId = await createApi(server)
  // Neighbours make sure that pages are not simply given back as a whole.
  const keyIds: string[] = []
  for (let index = 0; index < 30; index += 1) {
    keyIds.push((await createKey(server, { apiId, recoverable: true, meta: { index } })).keyId)
  }
  const rows = await queryDatabase(server, "select id, hash, ciphertext from keys")
  const erased = rows.filter(({ id }) => keyIds.indexOf(String(id)) % 3 === 0)
  const left = rows.filter(({ id }) => keyIds.indexOf(String(id)) % 3 !== 0)
  expect(erased).toHaveLength(10)
  await queryDatabase(server, "pragma wal_checkpoint(truncate)")
  const before = await storedText(server)
  for (const { hash, ciphertext } of erased)
    expect([before.includes(String(hash)), before.includes(String(ciphertext))]).toEqual([true, true])
  for (const { id } of erased) await server.ok("keys.deleteKey", { keyId: id, permanent: true })
  await queryDatabase(server, "pragma wal_checkpoint(truncate)")
  const after = await storedText(server)
  for (const { hash, ciphertext } of erased)
    expect([after.includes(String(hash)), after.includes(String(ciphertext))]).toEqual([false, false])
  for (const { hash } of left) expect(after).toContain(String(hash))
  await server.stop()
})
