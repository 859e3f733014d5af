import { beforeEach, describe, expect, test } from "bun:test"
import { createKey, type TestKey } from "../../../../test/harness/fixtures.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"
import { expectRefused } from "../../../../test/requests/refusals.ts"
import { queryDatabase } from "../../../../test/storage/database.ts"

const notConfigured = "412 application/precondition_failed"

describe("without an encryption key", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  let made: TestKey
  beforeEach(async () => {
    made = await createKey(keyward)
  })

  test("keys.createKey refuses `recoverable`, after looking for permissions and roles", async () => {
    const body = { apiId: made.apiId, recoverable: true }
    await expectRefused(keyward, ["keys.createKey", body], notConfigured)
    await expectRefused(keyward, ["keys.createKey", { ...body, roles: ["nope"] }], "404 data/role_not_found")
    const key = await keyward.createRootKey(["api.*.create_key"])
    expect(outcomeOf(await keyward.call("keys.createKey", body, { key }))).toStartWith("403")
  })

  test("keys.getKey refuses `decrypt`, once the caller may read the plaintext", async () => {
    const body = { keyId: made.keyId, decrypt: true }
    await expectRefused(keyward, ["keys.getKey", body], notConfigured)
    const key = await keyward.createRootKey(["api.*.read_key"])
    expect(outcomeOf(await keyward.call("keys.getKey", body, { key }))).toStartWith("403")
  })

  test("keys.listKeys refuses `decrypt`, even if there is no key", async () => {
    const { rootKey: key } = await keyward.createWorkspace()
    await expectRefused(keyward, ["keys.listKeys", { decrypt: true }, { key }], notConfigured)
  })

  test("keys.rerollKey refuses a key that was recoverable once", async () => {
    const { apiId, keyId } = made
    await queryDatabase(keyward, `update keys set ciphertext = 'sealed' where id = '${keyId}'`)
    await expectRefused(keyward, ["keys.rerollKey", { keyId, expiration: 0 }], notConfigured)
    expect(await keyward.ok("keys.listKeys", { apiId })).toMatchObject([{ keyId, recoverable: true }])
  })
})
