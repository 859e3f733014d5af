import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { createApi } from "../../../test/harness/fixtures.ts"
import { engines } from "../../../test/harness/harness.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { queryDatabase, settingOf } from "../../../test/storage/database.ts"

const newEncryptionKey = () => randomBytes(32).toString("base64")
const [first, second, third] = [newEncryptionKey(), newEncryptionKey(), newEncryptionKey()]

describe.each([...engines])("keyward rotate-encryption on %s", (engine) => {
  const keyCount = 450
  const server = serveKeyward({ engine, environment: { KEYWARD_ENCRYPTION_KEY: first } })
  let apiId: string
  const plaintexts = new Map<string, string>()

  const settings = (keys: string) => ({
    ...settingOf(server.storage),
    KEYWARD_ENCRYPTION_KEYS: keys,
  })
  const rotate = (keys: string, ...args: readonly string[]) =>
    runHere(["rotate-encryption", ...args], { env: settings(keys) })
  const restart = (keys: string) => server.restart({ KEYWARD_ENCRYPTION_KEY: "", KEYWARD_ENCRYPTION_KEYS: keys })
  const create = async () => {
    const made = await server.ok("keys.createKey", { apiId, recoverable: true })
    plaintexts.set(made.keyId, made.key)
    return made
  }

  async function expectAllDecrypted(): Promise<void> {
    const shown = new Map<string, string>()
    let cursor: string | undefined
    do {
      const reply = await server.call("apis.listKeys", { apiId, decrypt: true, limit: 100, ...(cursor && { cursor }) })
      expect(reply.status).toBe(200)
      for (const { keyId, plaintext } of reply.body.data) if (plaintext !== undefined) shown.set(keyId, plaintext)
      cursor = reply.body.pagination.cursor
    } while (cursor !== undefined)
    expect(shown).toEqual(plaintexts)
  }

  const ciphertexts = async () => JSON.stringify(await queryDatabase(server, "select ciphertext from keys order by id"))

  beforeAll(async () => {
    apiId = await createApi(server)
    while (plaintexts.size < keyCount) await Promise.all(Array.from({ length: 50 }, create))
    await server.ok("keys.createKey", { apiId })
  })

  test("reports what is under an older key, and changes nothing with --check", async () => {
    await restart(`${second},${first}`)
    const before = await queryDatabase(server, "select id, ciphertext from keys order by id")
    const checked = await rotate(`${second},${first}`, "--check", "--json")
    expect(checked.code).toBe(1)
    expect(JSON.parse(checked.stdout)).toMatchObject({ rotated: 0, remaining: keyCount, unreadable: 0 })
    expect(await queryDatabase(server, "select id, ciphertext from keys order by id")).toEqual(before)
    expect((await rotate(`${second},${first}`, "--check")).stderr).toContain(`${keyCount} recoverable keys`)
  })

  test("encrypts every key again while the service changes them, and records no event", async () => {
    const eventCount = async () => (await queryDatabase(server, "select count(*) as count from events"))[0]?.count
    const before = await eventCount()
    const changes = async () => {
      for (const keyId of [...plaintexts.keys()].slice(0, 60)) {
        await server.ok("keys.updateKey", { keyId, name: "Changed during the rotation" })
      }
    }
    const [rotated] = await Promise.all([rotate(`${second},${first}`, "--json"), changes()])
    expect(rotated).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(rotated.stdout)).toMatchObject({ rotated: keyCount, remaining: 0, unreadable: 0 })
    expect(Number(await eventCount())).toBe(Number(before) + 60)
    const again = await rotate(`${second},${first}`)
    expect(again).toMatchObject({ code: 0, stderr: "" })
    expect(again.stdout).toContain("Encrypted 0 recoverable keys again")
    expect(again.stdout).toContain("You can remove the older keys.")
    await expectAllDecrypted()
    await restart(second)
    await expectAllDecrypted()
  })

  test("continues after it was killed, as often as that happens", async () => {
    await restart(`${third},${second}`)
    // To and fro, so that there is something left to do each time.
    for (const keys of [`${third},${second}`, `${second},${third}`, `${third},${second}`]) {
      const before = await ciphertexts()
      const child = startCli(["rotate-encryption"], settings(keys))
      let hasEnded = false
      void child.exit.then(() => {
        hasEnded = true
      })
      while (!hasEnded && (await ciphertexts()) === before) await Bun.sleep(1)
      child.kill("SIGKILL")
      await child.exit
      expect(await ciphertexts()).not.toBe(before)
      await expectAllDecrypted()
    }
    expect((await rotate(`${third},${second}`)).code).toBe(0)
    await restart(third)
    await expectAllDecrypted()
  })

  test("names keys that no encryption key opens, and leaves them alone", async () => {
    const result = await rotate(second)
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(`No encryption key can decrypt ${keyCount} recoverable keys: key_`)
    expect(result.stderr).toContain("KEYWARD_ENCRYPTION_KEYS")
    await expectAllDecrypted()
  })

  test("says until when kept responses need the older key", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() }
    await server.call("apis.createApi", { name: "Kept" }, { headers })
    const { code, stdout } = await rotate(`${first},${third}`)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Still under an older key until \d{4}-\d\d-\d\dT\S+: 1 stored response/)
    expect(stdout).not.toContain("You can remove")
    await restart(`${first},${third}`)
    await expectAllDecrypted()
  })
})

describe.each([...engines])("keyward rotate-encryption on %s", (engine) => {
  const server = serveKeyward({ engine })

  test("encrypts the URL and the secret of a webhook again, first under the installation's own secret", async () => {
    const url = "https://hooks.example/secret-path"
    const { webhookId } = await server.ok("webhooks.createWebhook", { url, types: ["key.*"] })
    for (const keys of [first, `${second},${first}`]) {
      const env = { ...settingOf(server.storage), KEYWARD_ENCRYPTION_KEYS: keys }
      const { code, stdout } = await runHere(["rotate-encryption", "--json"], { env })
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rotated: 1, remaining: 0, unreadable: 0 })
    }
    await server.restart({ KEYWARD_ENCRYPTION_KEYS: second })
    expect((await server.ok("webhooks.getWebhook", { webhookId })).url).toBe(url)
    await server.restart({ KEYWARD_ENCRYPTION_KEYS: first })
    expect((await server.call("webhooks.getWebhook", { webhookId })).status).not.toBe(200)
  })
})

test("says what to set where there is no encryption key, and shows none that is wrong", async () => {
  const unset = await runHere(["rotate-encryption"])
  expect({ code: unset.code, stdout: unset.stdout }).toEqual({ code: 1, stdout: "" })
  expect(unset.stderr).toContain("Set KEYWARD_ENCRYPTION_KEYS")
  for (const keys of [`${first},c2hvcnQ=`, `${first},${first}`, `${first};${second}`, Array(17).fill(first).join()]) {
    const wrong = await runHere(["rotate-encryption"], { env: { KEYWARD_ENCRYPTION_KEYS: keys } })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toStartWith("KEYWARD_ENCRYPTION_KEYS must be")
    expect(wrong.stderr).not.toContain("c2hvcnQ=")
    expect(wrong.stderr).not.toContain(first)
  }
})
