import { describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { startKeyward } from "../../../test/harness/harness.ts"
import { queryDatabase } from "../../../test/storage/database.ts"
import { exportWorld, run } from "../../../test/transfer/exported-world.ts"

const { changed, file, newInstallation, world } = await exportWorld()

describe("hashes", () => {
  const secret = randomBytes(16).toString("hex")
  const hash = createHash("sha256").update(secret).digest("base64")
  const withRootKey = () => changed((line) => (line.id === world.rootKeyId ? { ...line, hash } : line))

  test("of root keys come in although a tenant has imported them, whose key is unknown from then on", async () => {
    const server = await startKeyward({ engine: "postgres" })
    const { apiId } = await server.ok("apis.createApi", { name: "Squatter" })
    await server.ok("keys.migrateKeys", { apiId, keys: [{ hash }] })
    const codeOf = async () => (await server.ok("keys.verifyKey", { key: secret })).code
    expect([await codeOf(), await codeOf()]).toEqual(["VALID", "VALID"])
    expect((await run(["import", withRootKey(), "--without-plaintexts"], server.storage)).code).toBe(0)
    expect(await codeOf()).toBe("NOT_FOUND")
    const { rootKeyId } = await server.ok("rootKeys.getRootKey", {}, { key: secret })
    expect(rootKeyId).toBe(world.rootKeyId)
    await server.stop()
  })

  test("of root keys are refused where the installation has them, deleted ones included, or minted a key with them", async () => {
    const storage = await newInstallation()
    expect((await run(["import", file], storage)).code).toBe(0)
    await queryDatabase({ storage }, "update root_keys set id = id || 'x', deleted_at = 1")
    const { code, stdout } = await run(["import", file], storage)
    expect(code).toBe(1)
    expect(stdout).toMatch(/root key rk_\w+ refused: a key or root key of this installation, possibly a deleted one,/)
  })

  test("of keys are refused where the workspace has them, deleted ones included, and no other workspace matters", async () => {
    const storage = await newInstallation()
    expect((await run(["import", file], storage)).code).toBe(0)
    await queryDatabase({ storage }, "delete from ratelimits where key_id is not null")
    await queryDatabase({ storage }, "update keys set id = id || 'x', deleted_at = 1")
    const { code, stdout } = await run(["import", file], storage)
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /key key_\w+ refused: another key of the workspace, possibly a deleted one, already has its hash/,
    )
  })
})
