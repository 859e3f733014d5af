import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { secretIdOf } from "./key-ring.ts"
import { createVault } from "./vault.ts"

const [first, second, third, installationSecret] = [randomBytes(32), randomBytes(32), randomBytes(32), randomBytes(32)]
const vaultWith = (...encryptionKeys: readonly Uint8Array[]) => createVault({ encryptionKeys, installationSecret })

const request = {
  idempotencyKey: "repeat-1",
  scope: "ws_1",
  operation: "keys.createKey",
  bodyHash: "hash of a body",
  required: ["api.*.create_key"],
}

describe("plaintexts of recoverable keys", () => {
  test("open for their own key only, and say under which encryption key they are", () => {
    const vault = vaultWith(first)
    const sealed = vault.sealKey("kw_secret", "key_1")
    expect(vault.openKey(sealed, "key_1")).toBe("kw_secret")
    expect(() => vault.openKey(sealed, "key_2")).toThrow()
    expect(secretIdOf(sealed)).toBe(vault.newest?.id ?? "")
    expect(sealed).toStartWith(vault.newest?.head ?? "none")
    expect(vault.sealKey("kw_secret", "key_1")).not.toBe(sealed)
  })

  test("cannot be kept without an encryption key, although responses can", () => {
    const vault = vaultWith()
    expect([vault.supportsRecoverableKeys, vault.newest, vault.encryptionKeyIds]).toEqual([false, undefined, []])
    expect(() => vault.sealKey("kw_secret", "key_1")).toThrow("There is no encryption key")
    expect(() => vault.openKey(vaultWith(first).sealKey("kw_secret", "key_1"), "key_1")).toThrow("no encryption key")
    expect(vault.openResponse(vault.sealResponse("response", request), request)).toBe("response")
    expect(vaultWith(first).supportsRecoverableKeys).toBe(true)
  })

  test("do not open when a bit of them was changed", () => {
    const vault = vaultWith(first)
    const bytes = Buffer.from(vault.sealKey("kw_secret", "key_1"), "base64")
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => vault.openKey(changed.toString("base64"), "key_1")).toThrow()
    }
    for (const text of ["", "AAAA", bytes.subarray(0, 20).toString("base64")]) {
      expect(() => vault.openKey(text, "key_1")).toThrow()
    }
  })

  test("open under any of several encryption keys, and are sealed under the newest", () => {
    const sealed = vaultWith(first).sealKey("kw_secret", "key_1")
    const both = vaultWith(second, first)
    expect(both.openKey(sealed, "key_1")).toBe("kw_secret")
    const resealed = both.sealKey("kw_secret", "key_1")
    expect(vaultWith(second).openKey(resealed, "key_1")).toBe("kw_secret")
    expect(both.encryptionKeyIds).toEqual([vaultWith(second), vaultWith(first)].map(({ newest }) => newest?.id ?? ""))
    const missing = vaultWith(first).newest?.id ?? ""
    expect(() => vaultWith(second, third).openKey(sealed, "key_1")).toThrow(missing)
  })
})

describe("kept responses", () => {
  test("open for the request that they belong to, and for no other", () => {
    const vault = vaultWith(first)
    const sealed = vault.sealResponse("response", request)
    expect(vault.openResponse(sealed, request)).toBe("response")
    const others = [
      { idempotencyKey: "repeat-2" },
      { scope: "ws_2" },
      { operation: "rootKeys.createRootKey" },
      { bodyHash: "hash of another body" },
      { required: [] },
      { scope: "ws_1,keys.createKey" },
    ]
    for (const other of others) expect(() => vault.openResponse(sealed, { ...request, ...other })).toThrow()
  })

  test("survive a new encryption key, and the first one", () => {
    const [without, before] = [vaultWith(), vaultWith(first)]
    expect(before.openResponse(without.sealResponse("response", request), request)).toBe("response")
    expect(vaultWith(second, first).openResponse(before.sealResponse("response", request), request)).toBe("response")
    expect(() => vaultWith(second).openResponse(before.sealResponse("response", request), request)).toThrow()
  })
})
