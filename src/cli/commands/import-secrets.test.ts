import { describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { runHere } from "../../../test/cli.ts"
import { countRows, queryDatabase, settingOf } from "../../../test/database.ts"
import { startKeyward } from "../../../test/harness.ts"
import { encryption, exportWorld, run } from "../../../test/transfer/exported-world.ts"

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

describe("recoverable keys", () => {
  test("need the encryption key they were sealed under, or stay behind as plaintexts", async () => {
    const storage = await newInstallation()
    const withoutKey = await runHere(["import", file], { env: settingOf(storage) })
    expect(withoutKey.code).toBe(1)
    expect(withoutKey.stdout).toContain(
      "refused: it is recoverable, but no encryption key is set. Set KEYWARD_ENCRYPTION_KEY",
    )
    const other = { KEYWARD_ENCRYPTION_KEY: randomBytes(32).toString("base64") }
    const underOther = await run(["import", file], storage, other)
    expect(underOther.stdout).toContain("refused: it is encrypted with another encryption key.")
    const dropping = ["import", file, "--without-plaintexts"]
    expect(await run(dropping, storage, other)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Imported: 1 key."),
    })
    expect(await run(dropping, storage, other)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Imported: nothing."),
    })
    expect(await countRows({ storage }, "keys where ciphertext is not null")).toBe(0)
  })

  test("are encrypted with the newest of several encryption keys", async () => {
    const storage = await newInstallation()
    const own = randomBytes(32).toString("base64")
    const keys = { KEYWARD_ENCRYPTION_KEY: "", KEYWARD_ENCRYPTION_KEYS: `${own},${encryption.KEYWARD_ENCRYPTION_KEY}` }
    expect(await run(["import", file], storage, keys)).toMatchObject({ code: 0 })
    const place = { ...settingOf(storage), KEYWARD_ENCRYPTION_KEY: own }
    expect(await runHere(["rotate-encryption", "--check"], { env: place })).toMatchObject({ code: 0, stderr: "" })
    expect(await countRows({ storage }, "keys where ciphertext is not null")).toBe(1)
  })

  test("whose ciphertext holds another key are refused", async () => {
    const path = changed((line) =>
      line.ciphertext === undefined ? line : { ...line, hash: randomBytes(32).toString("base64") },
    )
    const { stdout } = await run(["import", path], await newInstallation())
    expect(stdout).toContain("refused: its ciphertext and its hash belong to different keys.")
  })
})
