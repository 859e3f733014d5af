import { beforeAll, beforeEach } from "bun:test"
import { createKey, type TestKey } from "./fixtures.ts"
import type { EngineName } from "./harness.ts"
import { serveKeyward } from "./serve-keyward.ts"

interface Holder {
  readonly engine: EngineName
  readonly roles: readonly object[]
  /** Attributes of the key. */
  readonly key: Readonly<Record<string, unknown>>
}

/** A server with roles, and before each test a new key with roles and permissions. */
export function serveHolder({ engine, roles, key: attributes }: Holder) {
  const keyward = serveKeyward({ engine })
  let holder: TestKey
  beforeAll(async () => {
    for (const role of roles) await keyward.ok("permissions.createRole", role)
  })
  beforeEach(async () => {
    holder = await createKey(keyward, attributes)
  })
  return {
    keyward,
    keyId: () => holder.keyId,
    apiId: () => holder.apiId,
    stored: () => keyward.ok("keys.getKey", { keyId: holder.keyId }),
    verify: async (permissions: string) =>
      (await keyward.ok("keys.verifyKey", { key: holder.key, permissions })).code as string,
  }
}
