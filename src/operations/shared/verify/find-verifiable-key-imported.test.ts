import { describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../../../test/harness/fixtures.ts"
import { base64Of, hexOf } from "../../../../test/transfer/hashes.ts"
import { newToken, serveImports } from "../../../../test/transfer/serve-imports.ts"

const unknown = { valid: false, code: "NOT_FOUND" }

describe("an imported key", () => {
  const { apiId, importKey, keyward, startOf, verify } = serveImports("sqlite")

  test("known by its whole hash is found by it at once, in either notation, and never adopted", async () => {
    const [one, two] = [`legacy_${newToken()}_${newToken()}`, newToken()]
    const keys = [{ hash: hexOf(one).toUpperCase(), algorithm: "sha256" }, { hash: base64Of(two) }]
    const { migrated } = await keyward.ok("keys.migrateKeys", { apiId: apiId(), keys })
    const events = await eventsDuring(keyward, async () => {
      expect((await verify(one)).keyId).toBe(migrated[0].keyId)
      expect((await verify(two)).keyId).toBe(migrated[1].keyId)
    })
    expect(events).toEqual([])
    expect(await startOf(migrated[0].keyId)).toBe("")
  })

  test("is neither found nor adopted where the request names other keyspaces", async () => {
    const { text: key, keyId } = await importKey()
    const keyspaces = [await createApi(keyward)]
    const events = await eventsDuring(keyward, async () => {
      expect(await keyward.ok("keys.verifyKey", { key, keyspaces })).toEqual(unknown)
    })
    expect(events).toEqual([])
    expect(await startOf(keyId)).toBe("")
    keyspaces.push(apiId())
    expect(await keyward.ok("keys.verifyKey", { key, keyspaces })).toMatchObject({ code: "VALID", keyId })
  })

  test("needs three parts to be found by its last one", async () => {
    const { long, keyId } = await importKey()
    for (const text of [long, `prefix_${long}`, `_${long}`, `prefix-short-${long}`]) {
      expect(await verify(text)).toEqual(unknown)
    }
    expect((await verify(`__${long}`)).keyId).toBe(keyId)
    expect(await startOf(keyId)).toBe(`__${long.slice(0, 3)}`)
  })

  test("of another migration than the one named stays unknown, and untouched", async () => {
    const algorithm = "prefixed_api_key"
    const [mine, another] = [
      (await keyward.ok("keys.createMigration", { algorithm })).migrationId,
      (await keyward.ok("keys.createMigration", { algorithm })).migrationId,
    ]
    const { text, keyId } = await importKey({ algorithm: undefined }, { migrationId: mine })
    for (const migrationId of [another, "unknown"]) {
      expect(await verify(text, { migrationId })).toEqual(unknown)
    }
    expect(await startOf(keyId)).toBe("")
    expect((await verify(text, { migrationId: mine })).keyId).toBe(keyId)
    // The migration in the request does not matter for adopted keys and keys with a whole hash.
    expect((await verify(text, { migrationId: another })).keyId).toBe(keyId)
    const { key } = await createKey(keyward, { apiId: apiId() })
    expect((await verify(key, { migrationId: another })).code).toBe("VALID")
  })

  test("without a migration is found where none is named, or an empty one", async () => {
    const [one, two] = [await importKey(), await importKey()]
    expect(await verify(one.text, { migrationId: "mig_1CAiZx1YPnJZtcPxTdBGPS" })).toEqual(unknown)
    expect((await verify(one.text, { migrationId: "" })).code).toBe("VALID")
    expect((await verify(two.text)).code).toBe("VALID")
  })

  test("that was deleted is found by neither part", async () => {
    const { text, keyId } = await importKey()
    await keyward.ok("keys.deleteKey", { keyId })
    expect(await verify(text)).toEqual(unknown)
  })
})
