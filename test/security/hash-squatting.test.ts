import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { createApi, createKey, deleteWorkspace } from "../harness/fixtures.ts"
import type { TestWorkspace } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"

/** An import of the hash of another workspace's key takes nothing from its owner, reveals nothing and gives no rights. */

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")
const newSecret = () => randomBytes(12).toString("hex")
const unknown = { valid: false, code: "NOT_FOUND" }
const nobody = "401 authentication/key_not_found"

interface Tenant extends TestWorkspace {
  readonly apiId: string
}

describe("a key that several workspaces have", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let one: Tenant
  let other: Tenant
  let third: Tenant
  beforeAll(async () => {
    one = await newTenant()
    other = await newTenant()
    third = await newTenant()
  })

  async function newTenant(): Promise<Tenant> {
    const workspace = await keyward.createWorkspace()
    return { ...workspace, apiId: await createApi(keyward, workspace.rootKey) }
  }
  const call = ({ rootKey }: Tenant, operation: string, body: object) => keyward.ok(operation, body, { key: rootKey })
  const bring = async (tenant: Tenant, secret: string, more: object = {}): Promise<string> => {
    const keys = [{ hash: hashOf(secret), ...more }]
    const { migrated, failed } = await call(tenant, "keys.migrateKeys", { apiId: tenant.apiId, keys })
    expect(failed).toEqual([])
    return migrated[0].keyId
  }
  const verify = (tenant: Tenant, key: string) => call(tenant, "keys.verifyKey", { key })
  const describeKey = ({ rootKey }: Tenant, key: string) => keyward.call("keys.whoami", { key }, { key: rootKey })
  /** The id of the key that a bearer is, or why it is none. */
  const bearer = async (key: string): Promise<string> => {
    const reply = await keyward.call("keys.whoami", {}, { key })
    return reply.status === 200 ? reply.body.data.keyId : outcomeOf(reply)
  }

  test("is to each of them its own, and unknown to the rest, in whatever order they ask", async () => {
    const secret = newSecret()
    for (const tenant of [one, other, third]) expect(await verify(tenant, secret)).toEqual(unknown)
    const mine = await bring(one, secret, { name: "mine", credits: { remaining: 5 } })
    expect(await verify(other, secret)).toEqual(unknown)
    expect(await verify(one, secret)).toMatchObject({ code: "VALID", keyId: mine, name: "mine", credits: 4 })
    const theirs = await bring(other, secret, { name: "theirs", enabled: false })
    for (let round = 0; round < 3; round += 1) {
      expect(await verify(other, secret)).toMatchObject({ code: "DISABLED", keyId: theirs, name: "theirs" })
      expect(await verify(one, secret)).toMatchObject({ code: "VALID", keyId: mine, credits: 3 - round })
      expect(await verify(third, secret)).toEqual(unknown)
    }
    expect((await describeKey(one, secret)).body.data.keyId).toBe(mine)
    expect((await describeKey(other, secret)).body.data.keyId).toBe(theirs)
    expect(outcomeOf(await describeKey(third, secret))).toBe("404 data/key_not_found")

    await call(one, "keys.updateKey", { keyId: mine, name: "renamed" })
    expect(await verify(one, secret)).toMatchObject({ name: "renamed" })
    await call(other, "keys.updateKey", { keyId: theirs, enabled: true })
    expect(await verify(other, secret)).toMatchObject({ code: "VALID", keyId: theirs })
    await call(one, "keys.deleteKey", { keyId: mine })
    expect(await verify(one, secret)).toEqual(unknown)
    expect(await verify(other, secret)).toMatchObject({ code: "VALID", keyId: theirs })
  })

  test("is adopted by each of them for itself", async () => {
    const long = newSecret()
    const secret = `acme_${newSecret()}_${long}`
    const prefixed = { algorithm: "prefixed_api_key" }
    const [mine, theirs] = [await bring(one, long, prefixed), await bring(other, long, prefixed)]
    expect((await describeKey(other, secret)).body.data.keyId).toBe(theirs)
    expect(await verify(third, secret)).toEqual(unknown)
    expect(await verify(one, secret)).toMatchObject({ code: "VALID", keyId: mine })
    expect((await call(one, "keys.getKey", { keyId: mine })).start).toStartWith("acme_")
    expect((await call(other, "keys.getKey", { keyId: theirs })).start).toBe("")
    expect(await verify(other, secret)).toMatchObject({ code: "VALID", keyId: theirs })
    expect(await verify(one, secret)).toMatchObject({ code: "VALID", keyId: mine })
  })

  test("is as bearer the one that was minted here, even if another workspace imports its hash", async () => {
    const { keyId, key } = await createKey(keyward, {}, one.rootKey)
    await bring(other, key)
    await bring(third, key)
    expect(await bearer(key)).toBe(keyId)
    await call(one, "keys.deleteKey", { keyId })
    expect(await bearer(key)).toBe(nobody)
  })

  const departures: Readonly<Record<string, (tenant: Tenant, keyId: string) => Promise<unknown>>> = {
    "the other key is deleted": (tenant, keyId) => call(tenant, "keys.deleteKey", { keyId }),
    "the other key is erased": (tenant, keyId) => call(tenant, "keys.deleteKey", { keyId, permanent: true }),
    "the API of the other key is deleted": (tenant) => call(tenant, "apis.deleteApi", { apiId: tenant.apiId }),
    "the other workspace is deleted": ({ workspaceId }) => deleteWorkspace(keyward, workspaceId),
  }

  test.each(Object.entries(departures))("is as imported bearer nobody until %s", async (_what, depart) => {
    const secret = newSecret()
    const mine = await bring(one, secret)
    for (let round = 0; round < 2; round += 1) expect(await bearer(secret)).toBe(mine)
    const squatter = await newTenant()
    const theirs = await bring(squatter, secret)
    for (let round = 0; round < 2; round += 1) expect(await bearer(secret)).toBe(nobody)
    expect(outcomeOf(await keyward.call("keys.revokeSelf", {}, { key: secret }))).toBe(nobody)
    expect(await verify(one, secret)).toMatchObject({ code: "VALID", keyId: mine })
    await depart(squatter, theirs)
    expect(await bearer(secret)).toBe(mine)
  })

  test("is as bearer ambiguous also where one has it whole and the other by its long token", async () => {
    const long = newSecret()
    const secret = `acme_${newSecret()}_${long}`
    const mine = await bring(one, long, { algorithm: "prefixed_api_key" })
    expect(await bearer(secret)).toBe(mine)
    const theirs = await bring(other, secret)
    expect(await bearer(secret)).toBe(nobody)
    await call(other, "keys.deleteKey", { keyId: theirs })
    expect(await bearer(secret)).toBe(mine)
  })

  test("is no key at all where it is the operator key or a root key, imported whole or by its last part", async () => {
    const own = (await call(one, "rootKeys.createRootKey", { permissions: ["*"] })).rootKey
    for (const secret of [keyward.operatorKey, own, other.rootKey]) {
      await bring(one, secret)
      await bring(one, secret.split("_").at(-1) ?? "", { algorithm: "prefixed_api_key" }).catch(() => {})
      for (let round = 0; round < 2; round += 1) {
        expect(await verify(one, secret)).toEqual(unknown)
        expect(outcomeOf(await describeKey(one, secret))).toBe("404 data/key_not_found")
      }
    }
    for (const { start } of await call(one, "keys.listKeys", {})) expect(start).not.toStartWith("kw_root")
    const getRootKey = (key: string) => keyward.ok("rootKeys.getRootKey", {}, { key })
    expect((await getRootKey(own)).workspaceId).toBe(one.workspaceId)
    expect((await getRootKey(other.rootKey)).workspaceId).toBe(other.workspaceId)
    expect((await keyward.call("workspaces.listWorkspaces", {}, { key: keyward.operatorKey })).status).toBe(200)
  })

  test("of a root key stays no key when that is deleted, and is free when its workspace is", async () => {
    const gone = await newTenant()
    const { rootKey, rootKeyId } = await call(gone, "rootKeys.createRootKey", { permissions: ["*"] })
    const mine = await bring(one, rootKey)
    await call(gone, "rootKeys.deleteRootKey", { rootKeyId })
    expect([await verify(one, rootKey), await bearer(rootKey)]).toEqual([unknown, nobody])
    await deleteWorkspace(keyward, gone.workspaceId)
    expect(await verify(one, rootKey)).toMatchObject({ code: "VALID", keyId: mine })
    expect(await bearer(rootKey)).toBe(mine)
  })

  test("keeps its successor minted: a reroll is a key of its own", async () => {
    const secret = newSecret()
    const keyId = await bring(one, secret)
    const successor = await call(one, "keys.rerollKey", { keyId, expiration: 0 })
    await bring(other, successor.key)
    expect(await bearer(successor.key)).toBe(successor.keyId)
  })
})

describe("on three nodes, a key that several workspaces have", () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(3)
  })
  afterAll(() => cluster.stop())

  test("is what the last answered change says, everywhere at once", async () => {
    const [first, second, last] = cluster.nodes
    if (first === undefined || second === undefined || last === undefined) throw new Error("There are three.")
    const newTenant = async () => {
      const { workspaceId, rootKey } = await first.ok("workspaces.createWorkspace", { name: "Test" })
      const { apiId } = await first.ok("apis.createApi", { name: "Test" }, rootKey)
      return { workspaceId, rootKey, apiId }
    }
    const [one, other] = [await newTenant(), await newTenant()]
    const bearers = (key: string) =>
      Promise.all(cluster.nodes.map(async (node) => (await node.call("keys.whoami", {}, key)).status))
    const codes = ({ rootKey }: { readonly rootKey: string }, key: string) =>
      Promise.all(cluster.nodes.map(async (node) => (await node.ok("keys.verifyKey", { key }, rootKey)).code))
    for (let round = 0; round < 20; round += 1) {
      const secret = newSecret()
      const keys = [{ hash: hashOf(secret) }]
      expect([await codes(one, secret), await codes(other, secret)]).toEqual([absent, absent])
      await first.ok("keys.migrateKeys", { apiId: one.apiId, keys }, one.rootKey)
      expect([await bearers(secret), await codes(one, secret)]).toEqual([known, valid])
      const { migrated } = await second.ok("keys.migrateKeys", { apiId: other.apiId, keys }, other.rootKey)
      expect([await bearers(secret), await codes(other, secret)]).toEqual([refused, valid])
      await last.ok("keys.deleteKey", { keyId: migrated[0].keyId }, other.rootKey)
      expect([await bearers(secret), await codes(other, secret)]).toEqual([known, absent])
      expect(await codes(one, secret)).toEqual(valid)
    }
  })

  const absent = ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND"]
  const valid = ["VALID", "VALID", "VALID"]
  const known = [200, 200, 200]
  const refused = [401, 401, 401]
})
