import { describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { runHere } from "../../../test/cli/cli.ts"
import { countRows, settingOf } from "../../../test/storage/database.ts"
import { encryption, exportWorld, run } from "../../../test/transfer/exported-world.ts"

const { changed, file, newInstallation } = await exportWorld()

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
