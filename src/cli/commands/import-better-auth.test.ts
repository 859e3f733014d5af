import { describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { runHere } from "../../../test/cli/cli.ts"
import { addKeys, postgresSource, sqliteSource } from "../../../test/transfer/better-auth-source.ts"
import { startImportTarget } from "../../../test/transfer/import-target.ts"

const { newApi, newPath, run, server, verify, written } = await startImportTarget()
const base64url = (text: string) => createHash("sha256").update(text).digest("base64url")

describe.each([
  ["SQLite", () => sqliteSource(newPath(".db"))],
  ["PostgreSQL", postgresSource],
] as const)("the keys of better-auth in %s", (_name, open) => {
  test("become keys that work at once; what has no counterpart is refused", async () => {
    const source = await open()
    const { truth } = source
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const plain = { userId: "'u1'", enabled: truth(true), rateLimitEnabled: truth(false) }
    await addKeys(source, [
      {
        ...plain,
        id: "'k1'",
        name: "'CI'",
        start: "'abcdef'",
        key: `'${base64url(one)}'`,
        rateLimitEnabled: truth(true),
        rateLimitMax: "10",
        rateLimitTimeWindow: "86400000",
        remaining: "5",
        refillInterval: "86400000",
        refillAmount: "100",
        expiresAt: source.time("2099-01-01T00:00:00.000Z"),
        permissions: `'{"files":["read","write"]}'`,
        metadata: `'{"plan":"pro"}'`,
      },
      { ...plain, id: "'k2'", key: `'${base64url(two)}'`, enabled: truth(false) },
      {
        ...plain,
        id: "'k3'",
        key: `'${base64url(`${one}3`)}'`,
        remaining: "3",
        refillInterval: "1000",
        refillAmount: "5",
      },
      { ...plain, id: "'k4'", key: "'in clear'" },
      {
        ...plain,
        id: "'k5'",
        key: `'${base64url(`${one}5`)}'`,
        rateLimitEnabled: truth(true),
        rateLimitMax: "5",
        rateLimitTimeWindow: "10",
      },
    ])
    const apiId = await newApi()
    const args = ["--from", "better-auth", "--source", source.place, "--api", apiId]
    const rehearsed = await run(...args, "--dry-run")
    const { code, stdout } = await run(...args)
    expect(code).toBe(1)
    expect(stdout.split("\n")).toEqual([
      "row 3: key k3 refused: it refills every 1000 ms, but Keyward refills daily or monthly; --without-refills imports it with its remaining 3 credits and no refill.",
      "row 4: key k4 refused: `key` is not a SHA-256 in base64url: better-auth stored this key in plaintext, or with another hash.",
      "row 5: key k5 refused: `ratelimits[0].duration` must be at least 1000.",
      "Imported: 2 keys.",
      "Refused: 3 rows, see above.",
      "",
    ])
    expect(rehearsed.stdout).toBe(`${stdout.replace("Imported", "Would be imported")}Nothing was changed.\n`)
    expect(await verify(one, { permissions: "files.read AND files.write" })).toMatchObject({
      code: "VALID",
      name: "CI",
      credits: 4,
      meta: { plan: "pro" },
      expires: Date.UTC(2099, 0, 1),
      identity: { externalId: "u1" },
      ratelimits: [{ name: "requests", limit: 10, duration: 86_400_000, autoApply: true }],
    })
    const { keyId } = await verify(two)
    expect(await server.ok("keys.getKey", { keyId })).toMatchObject({ enabled: false, createdAt: Date.UTC(2025, 2, 1) })
    const again = await run(...args, "--without-refills")
    expect(again.stdout).toContain("Imported: 1 key.\nAlready there: 2 keys.\nRefused: 2 rows, see above.\n")
  })

  test("are read in pages, and the table keeps every row as it was", async () => {
    const source = await open()
    const rows = Array.from({ length: 450 }, (_, index) => ({
      id: `'id_${String(index).padStart(4, "0")}'`,
      key: `'${base64url(`${source.place}${index}`)}'`,
      userId: `'u${index % 7}'`,
      enabled: source.truth(true),
    }))
    await addKeys(source, rows)
    const apiId = await newApi()
    const { code, stdout } = await run("--from", "better-auth", "--source", source.place, "--api", apiId)
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported: 450 keys.\n" })
    expect(await verify(`${source.place}449`)).toMatchObject({ code: "VALID", identity: { externalId: "u1" } })
  })
})

describe("a source that is none", () => {
  const importing = async (place: string, ...more: string[]) => {
    const { code, stderr } = await run("--from", "better-auth", "--source", place, "--api", await newApi(), ...more)
    expect(code).toBe(1)
    return stderr
  }

  test("is named with what is wrong, and without its password", async () => {
    const { place, execute } = await sqliteSource(newPath(".db"))
    expect(await importing(place, "--table", "api_keys")).toContain("cannot be read: no such table: api_keys.")
    await execute("create table users (id text)")
    expect(await importing(place, "--table", "users")).toContain(
      "The table is not a better-auth table: it lacks the column key",
    )
    expect(await importing(`sqlite:${newPath()}`)).toContain("There is no file")
    expect(await importing(`sqlite:${written("no database at all, but long enough to look like one")}`)).toContain(
      "cannot be read",
    )
    const postgres = await postgresSource()
    expect(await importing(postgres.place, "--table", "auth.apikey")).toContain("does not exist")
    const away = await importing("postgres://u:secret@127.0.0.1:1/db")
    expect(away).toContain("The database postgres://127.0.0.1:1/db cannot be read")
    expect(away).not.toContain("secret")
  })

  test("may be named by the environment", async () => {
    const { place } = await sqliteSource(newPath(".db"))
    const args = ["import", "--from", "better-auth", "--source", "env:AUTH_DATABASE", "--api", await newApi()]
    const { code, stdout } = await runHere(args, {
      env: { KEYWARD_DATABASE_URL: server.storage, AUTH_DATABASE: place },
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Imported: nothing.\n" })
  })
})
