import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("keys.createMigration", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("creates a migration and records it once", async () => {
    const { migrationId } = await keyward.ok("keys.createMigration", { name: "Old gateway", algorithm: "sha256" })
    expect(migrationId).toMatch(/^mig_[1-9A-HJ-NP-Za-km-z]{22}$/)
    const migration = { migrationId, name: "Old gateway", algorithm: "sha256", createdAt: expect.any(Number) }
    expect(await keyward.ok("keys.listMigrations")).toEqual([migration])
    expect(await keyward.events({ resourceId: migrationId })).toEqual([
      expect.objectContaining({
        type: "migration.created",
        resources: [{ type: "migration", id: migrationId }],
        changes: { before: null, after: migration },
      }),
    ])
  })

  test("needs no name, and names need not be unique", async () => {
    for (const body of [{}, { name: "Old gateway" }]) {
      await keyward.ok("keys.createMigration", { ...body, algorithm: "prefixed_api_key" })
    }
    const migrations = await keyward.ok("keys.listMigrations")
    expect(migrations[1]).not.toHaveProperty("name")
  })

  test("refuses bad input at its location", async () => {
    const names = ["", "n".repeat(256), null]
    await expectViolations(keyward, "keys.createMigration", [
      [{}, "body.algorithm"],
      [{ algorithm: "md5" }, "body.algorithm"],
      ...names.map((name) => [{ algorithm: "sha256", name }, "body.name"] as const),
    ])
  })
})
