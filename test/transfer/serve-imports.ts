import { beforeAll } from "bun:test"
import { randomBytes } from "node:crypto"
import { createApi } from "../harness/fixtures.ts"
import type { CallOptions, EngineName } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { hexOf } from "./hashes.ts"

export function newToken(): string {
  return randomBytes(12).toString("hex")
}

/** A server to which keys of another system are imported, known by their long tokens. */
export function serveImports(engine: EngineName) {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })
  return {
    keyward,
    apiId: () => apiId,
    /** The long token of a new key, a text that ends in it, and the id of the key. */
    async importKey(attributes: object = {}, migration: object = {}) {
      const long = newToken()
      const keys = [{ hash: hexOf(long), algorithm: "prefixed_api_key", ...attributes }]
      const { migrated } = await keyward.ok("keys.migrateKeys", { apiId, ...migration, keys })
      return { long, text: `acme_${newToken()}_${long}`, keyId: migrated[0].keyId as string }
    },
    verify: (key: string, more: object = {}, options?: CallOptions) =>
      keyward.ok("keys.verifyKey", { key, ...more }, options),
    startOf: async (keyId: string): Promise<string> => (await keyward.ok("keys.getKey", { keyId })).start,
  }
}
