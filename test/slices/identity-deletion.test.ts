import { beforeAll, describe, expect, test } from "bun:test"
import { randomUUID } from "node:crypto"
import { createApi, createKey } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { queryDatabase } from "../storage/database.ts"
import { whilePoisoned } from "./while-poisoned.ts"

describe.each([...engines])("the deletion of an identity with many keys on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const count = 230
  /** Keys of an identity, one of which has its own name in the middle. */
  const addIdentity = async (externalId: string) => {
    const keys = Array.from({ length: count }, (_, index) => ({
      hash: new Bun.CryptoHasher("sha256").update(randomUUID()).digest("base64"),
      externalId,
      ...(index === 150 && { name: "poison" }),
    }))
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, keys })
    const { identityId } = await keyward.ok("identities.getIdentity", { externalId })
    return { identityId, keyIds: migrated.map(({ keyId }: { keyId: string }) => keyId) }
  }
  const remove = (identity: string, keys: string) => keyward.call("identities.deleteIdentity", { identity, keys })
  const recorded = async (type: string) => {
    const [row] = await queryDatabase(keyward, `select count(*) as number from events where type = '${type}'`)
    return Number(row?.number)
  }

  test.each([
    ["disable", "key.updated"],
    ["delete", "key.deleted"],
  ])("commits slice by slice where they are to %s, and is continued after a failure", async (fate, type) => {
    const { identityId, keyIds } = await addIdentity(`failing ${fate}`)
    const before = await recorded(type)
    const failed = await whilePoisoned(keyward, "update", () => remove(identityId, fate))
    expect(failed.status).toBeGreaterThanOrEqual(500)
    const settled = (await recorded(type)) - before
    expect([settled > 0, settled <= 150]).toEqual([true, true])
    expect(await keyward.ok("identities.getIdentity", { identityId })).toMatchObject({ identityId })

    expect(outcomeOf(await remove(identityId, fate))).toBe("200")
    expect((await recorded(type)) - before).toBe(count)
    expect(outcomeOf(await remove(identityId, fate))).toBe("404 data/identity_not_found")
    const last = await keyward.call("keys.getKey", { keyId: keyIds.at(-1) })
    if (fate === "delete") expect(last.status).toBe(404)
    else expect(last.body.data).toMatchObject({ enabled: false })
    expect(last.body.data?.identity).toBeUndefined()
  })

  test("leaves nothing of it on keys that are kept, wherever they are looked at", async () => {
    const { key } = await createKey(keyward, { apiId, externalId: "kept" })
    const { identityId, keyIds } = await addIdentity("kept")
    expect((await keyward.ok("keys.verifyKey", { key })).identity).toMatchObject({ externalId: "kept" })
    expect(outcomeOf(await remove("kept", "keep"))).toBe("200")
    expect((await keyward.ok("keys.verifyKey", { key })).identity).toBeUndefined()
    expect((await keyward.ok("keys.getKey", { keyId: keyIds[0] })).identity).toBeUndefined()
    expect(await keyward.ok("keys.listKeys", { identityId })).toEqual([])
    expect(await keyward.ok("keys.listKeys", { externalId: "kept" })).toEqual([])
    // A new identity with the same name has none of them.
    await keyward.ok("identities.createIdentity", { externalId: "kept" })
    expect(await keyward.ok("keys.listKeys", { externalId: "kept" })).toEqual([])
    await keyward.ok("keys.updateKey", { keyId: keyIds[0], name: "renamed" })
    expect((await keyward.ok("keys.getKey", { keyId: keyIds[0] })).identity).toBeUndefined()
  })
})
