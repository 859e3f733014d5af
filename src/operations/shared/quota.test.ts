import { beforeEach, describe, expect, test } from "bun:test"
import { createHash, randomUUID } from "node:crypto"
import { createApi, createKey } from "../../../test/fixtures.ts"
import { engines, type TestWorkspace } from "../../../test/harness.ts"
import { outcomeOf } from "../../../test/outcome.ts"
import { serveKeyward } from "../../../test/serve-keyward.ts"

const exceeded = "403 limits/quota_exceeded"
const refused = "403 authorization/workspace_disabled"

describe.each([...engines])("quotas of a workspace on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let own: TestWorkspace
  let apiId: string
  let owner: { readonly key: string }
  beforeEach(async () => {
    own = await keyward.createWorkspace()
    owner = { key: own.rootKey }
    apiId = await createApi(keyward, own.rootKey)
  })

  const limit = (limits: object) =>
    keyward.ok("workspaces.updateWorkspace", { workspaceId: own.workspaceId, limits }, keyward.operator)
  const call = (operation: string, body: object = {}) => keyward.call(operation, body, owner)
  const get = () => keyward.ok("workspaces.getWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
  const count = async (operation: string) => (await keyward.ok(operation, {}, owner)).length
  const imported = (...names: readonly string[]) => ({
    apiId,
    keys: names.map((externalId) => ({
      hash: createHash("sha256").update(randomUUID()).digest("hex"),
      ...(externalId !== "" && { externalId }),
    })),
  })
  const inAll = <T>(times: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, index) => work(index)))

  test("keys: refuses the one too many, names the limit, and deleting one makes room", async () => {
    await limit({ keys: 1 })
    const { keyId } = await createKey(keyward, { apiId }, own.rootKey)
    const reply = await call("keys.createKey", { apiId })
    expect(outcomeOf(reply)).toBe(exceeded)
    expect(reply.body.error.detail).toContain("limits.keys")
    await keyward.ok("keys.deleteKey", { keyId }, owner)
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe("200")
    expect((await get()).enabled).toBe(true)
  })

  test("keys: counts live keys only, disabled ones included, expired ones not", async () => {
    await createKey(keyward, { apiId, enabled: false }, own.rootKey)
    await createKey(keyward, { apiId, expires: 1 }, own.rootKey)
    await createKey(keyward, { apiId, expires: Date.now() + 3_600_000 }, own.rootKey)
    await createKey(keyward, {}, own.rootKey)
    await limit({ keys: 3 })
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
    await keyward.ok("apis.deleteApi", { apiId }, owner)
    expect(await count("keys.listKeys")).toBe(1)
    await createKey(keyward, {}, own.rootKey)
    await createKey(keyward, {}, own.rootKey)
    expect(outcomeOf(await call("keys.createKey", { apiId: await createApi(keyward, own.rootKey) }))).toBe(exceeded)
  })

  test("keys: stops growth without touching what is there when it is lowered below that", async () => {
    const keys = await inAll(3, () => createKey(keyward, { apiId }, own.rootKey))
    await limit({ keys: 1 })
    expect(await count("keys.listKeys")).toBe(3)
    for (const { key } of keys) expect((await keyward.ok("keys.verifyKey", { key }, owner)).valid).toBe(true)
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
  })

  test("keys: never refuses a reroll", async () => {
    const { keyId } = await createKey(keyward, { apiId }, own.rootKey)
    await limit({ keys: 0, onExceeded: "disable" })
    expect(outcomeOf(await call("keys.rerollKey", { keyId, expiration: 0 }))).toBe("200")
    expect(await count("keys.listKeys")).toBe(2)
    expect((await get()).enabled).toBe(true)
  })

  test("keys: is free again for the old key of a reroll from the moment at which that key expires", async () => {
    const old = await createKey(keyward, { apiId }, own.rootKey)
    await limit({ keys: 2 })
    await keyward.ok("keys.rerollKey", { keyId: old.keyId, expiration: 3_600_000 }, owner)
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
    await keyward.ok("keys.updateKey", { keyId: old.keyId, expires: Date.now() }, owner)
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
  })

  test("keys: refuses to bring an expired key back to life, and nothing else that is done to it", async () => {
    const expired = await createKey(keyward, { apiId, expires: 1 }, own.rootKey)
    const { keyId } = await createKey(keyward, { apiId, expires: Date.now() + 3_600_000 }, own.rootKey)
    await limit({ keys: 1 })
    const later = Date.now() + 7_200_000
    for (const expires of [null, later]) {
      const reply = await call("keys.updateKey", { keyId: expired.keyId, expires, name: "Alive" })
      expect(outcomeOf(reply)).toBe(exceeded)
      expect(reply.body.error.detail).toContain("limits.keys")
      expect(await keyward.ok("keys.getKey", { keyId: expired.keyId }, owner)).toMatchObject({ expires: 1 })
    }
    for (const change of [{ name: "Old" }, { enabled: false }, { expires: 2 }, { credits: { remaining: 5 } }]) {
      expect(outcomeOf(await call("keys.updateKey", { keyId: expired.keyId, ...change }))).toBe("200")
    }
    expect(outcomeOf(await call("keys.rerollKey", { keyId: expired.keyId, expiration: 0 }))).toBe("200")
    for (const expires of [later, null]) {
      expect(outcomeOf(await call("keys.updateKey", { keyId, expires }))).toBe("200")
    }
    await limit({ keys: 2 })
    expect(outcomeOf(await call("keys.updateKey", { keyId: expired.keyId, expires: later }))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
  })

  test("keys: lets keys be added that have expired already", async () => {
    await limit({ keys: 1 })
    const old = imported("", "", "")
    const keys = old.keys.map((key, index) => ({ ...key, ...(index > 0 && { expires: 1 }) }))
    expect(outcomeOf(await call("keys.migrateKeys", { apiId, keys }))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId, expires: 1 }))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
  })

  test("keys: refuses an import that would exceed it as a whole", async () => {
    await limit({ keys: 2 })
    expect(outcomeOf(await call("keys.migrateKeys", imported("", "", "")))).toBe(exceeded)
    expect(await count("keys.listKeys")).toBe(0)
    expect(outcomeOf(await call("keys.migrateKeys", imported("", "")))).toBe("200")
  })

  test("keys: is exact under parallel creations", async () => {
    await limit({ keys: 3 })
    const replies = await inAll(9, () => call("keys.createKey", { apiId }))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(new Set(replies.filter(({ status }) => status !== 200).map(outcomeOf))).toEqual(new Set([exceeded]))
    expect(await count("keys.listKeys")).toBe(3)
  })

  test("identities: refuses whatever would create one too many, as a whole", async () => {
    const { keyId } = await createKey(keyward, { apiId }, own.rootKey)
    await limit({ identities: 1 })
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "first" }))).toBe("200")
    const before = await keyward.events({ workspaceId: own.workspaceId })
    for (const [operation, body] of [
      ["identities.createIdentity", { externalId: "second" }],
      ["keys.createKey", { apiId, externalId: "second", permissions: ["new.slug"] }],
      ["keys.updateKey", { keyId, externalId: "second", name: "Renamed" }],
      ["keys.migrateKeys", imported("first", "second")],
    ] as const) {
      const reply = await call(operation, body)
      expect([operation, outcomeOf(reply)]).toEqual([operation, exceeded])
      expect(reply.body.error.detail).toContain("limits.identities")
    }
    expect(await keyward.events({ workspaceId: own.workspaceId })).toEqual(before)
    expect(await count("identities.listIdentities")).toBe(1)
    expect(await count("keys.listKeys")).toBe(1)
  })

  test("identities: lets keys be linked to an identity that is there already", async () => {
    const { keyId } = await createKey(keyward, { apiId }, own.rootKey)
    await keyward.ok("identities.createIdentity", { externalId: "known" }, owner)
    await limit({ identities: 1 })
    expect(outcomeOf(await call("keys.createKey", { apiId, externalId: "known" }))).toBe("200")
    expect(outcomeOf(await call("keys.updateKey", { keyId, externalId: "known" }))).toBe("200")
    expect(outcomeOf(await call("keys.migrateKeys", imported("known", "known")))).toBe("200")
    await keyward.ok("identities.deleteIdentity", { identity: "known" }, owner)
    expect(outcomeOf(await call("identities.createIdentity", { externalId: "another" }))).toBe("200")
  })

  test("identities: is exact under parallel creations", async () => {
    await limit({ identities: 3 })
    const replies = await inAll(9, (index) => call("identities.createIdentity", { externalId: `user_${index}` }))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await count("identities.listIdentities")).toBe(3)
  })

  test("onExceeded disable: the refused call disables the workspace by itself, and says so in one event", async () => {
    await limit({ keys: 0, onExceeded: "disable" })
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
    for (const operation of ["keys.listKeys", "keys.createKey"]) {
      expect(outcomeOf(await call(operation, { apiId }))).toBe(refused)
    }
    expect(await get()).toMatchObject({ enabled: false, disabledReason: "quota_exceeded" })
    const events = await keyward.events({ workspaceId: own.workspaceId, type: "workspace.disabled" })
    expect(events).toMatchObject([
      {
        actor: { type: "system", id: "quota" },
        resources: [{ type: "workspace", id: own.workspaceId }],
        changes: { before: { enabled: true }, after: { enabled: false, disabledReason: "quota_exceeded" } },
      },
    ])
    expect(events[0]).not.toHaveProperty("requestId")
  })

  test("onExceeded disable: parallel refusals disable once", async () => {
    await limit({ identities: 1, onExceeded: "disable" })
    const replies = await inAll(6, (index) => call("identities.createIdentity", { externalId: `user_${index}` }))
    const outcomes = new Set(replies.map(outcomeOf))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(outcomes.has(exceeded)).toBe(true)
    outcomes.delete("200")
    outcomes.delete(exceeded)
    outcomes.delete(refused)
    expect(outcomes).toEqual(new Set())
    expect(await keyward.events({ workspaceId: own.workspaceId, type: "workspace.disabled" })).toHaveLength(1)
  })

  test("onExceeded disable: an enabled workspace stays within its quota and can be disabled again", async () => {
    await limit({ keys: 0, onExceeded: "disable" })
    await call("keys.createKey", { apiId })
    await keyward.ok("workspaces.enableWorkspace", { workspaceId: own.workspaceId }, keyward.operator)
    expect(outcomeOf(await call("keys.listKeys"))).toBe("200")
    expect(outcomeOf(await call("keys.createKey", { apiId }))).toBe(exceeded)
    expect(outcomeOf(await call("keys.listKeys"))).toBe(refused)
  })

  test("a refusal leaves the Idempotency-Key unused", async () => {
    await limit({ keys: 0 })
    const options = { ...owner, headers: { "Idempotency-Key": "later" } }
    expect(outcomeOf(await keyward.call("keys.createKey", { apiId }, options))).toBe(exceeded)
    await limit({ keys: 1 })
    const made = await keyward.call("keys.createKey", { apiId }, options)
    expect([outcomeOf(made), made.headers.get("idempotency-replayed")]).toEqual(["200", null])
  })
})
