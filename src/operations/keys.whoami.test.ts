import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring, withEncryption } from "../../test/harness/fixtures.ts"
import type { Reply } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { sha256 } from "../secrets/hash.ts"

describe("keys.whoami", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const ask = (body: object | undefined, key = keyward.rootKey): Promise<Reply> =>
    keyward.call("keys.whoami", body, { key })

  test("describes a key by its plaintext as getKey does, never with the plaintext", async () => {
    const { keyId, key } = await createKey(keyward, {
      apiId,
      meta: { a: 1 },
      externalId: "alice",
      recoverable: true,
      enabled: false,
      credits: { remaining: 3 },
    })
    const events = await eventsDuring(keyward, async () => {
      const reply = await ask({ key })
      const { directPermissions: _own, ...shown } = await keyward.ok("keys.getKey", { keyId })
      expect(reply.body.data).toEqual(shown)
      expect(reply.text).not.toContain(key)
    })
    expect(events).toEqual([])
  })

  test("finds a key by its hashes, so that nobody need send it", async () => {
    const { keyId, key } = await createKey(keyward, { apiId })
    const prefixed = "acme_BRTRKFsL_51FwqftsmMDHHbJAMEXXHCgG"
    const hash = sha256("51FwqftsmMDHHbJAMEXXHCgG")
    const imported = await keyward.ok("keys.migrateKeys", { apiId, keys: [{ hash, algorithm: "prefixed_api_key" }] })
    expect((await ask({ hashes: { whole: sha256(key) } })).body.data.keyId).toBe(keyId)
    const both = { whole: sha256(prefixed), longToken: hash }
    expect((await ask({ hashes: both })).body.data.keyId).toBe(imported.migrated[0].keyId)
    for (const whole of [sha256(prefixed), sha256("unknown"), sha256(keyward.rootKey), sha256(keyward.operatorKey)]) {
      expect(outcomeOf(await ask({ hashes: { whole } }))).toBe("404 data/key_not_found")
    }
    expect((await ask({ hashes: { whole: sha256(key) } }, key)).status).toBe(403)
    await expectViolations(keyward, "keys.whoami", [
      [{ key, hashes: { whole: sha256(key) } }, "body.hashes"],
      [{ hashes: { whole: key } }, "body.hashes.whole"],
      [{ hashes: {} }, "body.hashes.whole"],
    ])
  })

  test("gives an API key its own description, without what belongs to the workspace", async () => {
    const { identityId } = await keyward.ok("identities.createIdentity", { externalId: "bob", meta: { secret: 1 } })
    const { keyId, key } = await createKey(keyward, { apiId, meta: { secret: 2 }, externalId: "bob", name: "Bob" })
    const { meta, identity, directPermissions: _own, ...own } = await keyward.ok("keys.getKey", { keyId })
    const { meta: identityMeta, ...ownIdentity } = identity
    expect({ meta, identityMeta }).toEqual({ meta: { secret: 2 }, identityMeta: { secret: 1 } })
    expect(ownIdentity.identityId).toBe(identityId)
    for (const body of [undefined, {}]) {
      expect((await ask(body, key)).body.data).toEqual({ ...own, identity: ownIdentity })
    }
    const lonely = await createKey(keyward, { apiId })
    expect((await ask({}, lonely.key)).body.data).toMatchObject({ keyId: lonely.keyId })
  })

  test("refuses an API key that sends a key, be it its own", async () => {
    const { key } = await createKey(keyward, { apiId, permissions: ["api.*.read_key"] })
    const reply = await ask({ key }, key)
    expect(reply.status).toBe(403)
    expect(reply.body.error.detail).toContain("api.*.read_key")
  })

  test("requires `key` of a root key, and a plaintext of 1 to 512 characters", async () => {
    const bodies = [undefined, {}, { key: "" }, { key: "x".repeat(513) }, { key: null }]
    const cases = bodies.map((body) => [body, "body.key"] as const)
    await expectViolations(keyward, "keys.whoami", cases)
  })

  test("answers 404 for a key that is unknown, a root key or the operator key, and does not repeat it", async () => {
    for (const key of ["nope_nope", "a_b_c", keyward.rootKey, keyward.operatorKey]) {
      const reply = await ask({ key })
      expect(outcomeOf(reply)).toBe("404 data/key_not_found")
      expect(reply.text).not.toContain(key)
    }
  })

  test("finds imported keys by the whole text, or by the long token until they are adopted", async () => {
    const other = await keyward.createWorkspace()
    const otherApi = await createApi(keyward, other.rootKey)
    const importKey = async (
      plaintext: string,
      algorithm: string,
      hashed: string,
      target = { apiId, key: keyward.rootKey },
    ) => {
      const keys = [{ hash: sha256(hashed), algorithm, name: plaintext }]
      await keyward.ok("keys.migrateKeys", { apiId: target.apiId, keys }, { key: target.key })
    }
    await importKey("whole", "sha256", "whole")
    await importKey("pre_short_long", "prefixed_api_key", "long")
    await importKey("pre_short_elsewhere", "prefixed_api_key", "elsewhere", { apiId: otherApi, key: other.rootKey })
    expect((await ask({ key: "whole" })).body.data).toMatchObject({ name: "whole", start: "" })
    expect((await ask({ key: "pre_short_long" })).body.data).toMatchObject({ name: "pre_short_long", start: "" })
    expect((await ask({ key: "any_other_long" })).body.data).toMatchObject({ name: "pre_short_long" })
    expect((await ask({ key: "pre_short_elsewhere" })).status).toBe(404)
    expect((await ask(undefined, "pre_short_elsewhere")).body.data).toMatchObject({ name: "pre_short_elsewhere" })
    for (const key of ["long", "short_long", "a_b_whole"]) expect((await ask({ key })).status).toBe(404)
    await keyward.ok("keys.verifyKey", { key: "pre_short_long" })
    expect((await ask({ key: "pre_short_long" })).body.data).toMatchObject({ start: "pre_shor" })
    expect((await ask({ key: "any_other_long" })).status).toBe(404)
  })
})
