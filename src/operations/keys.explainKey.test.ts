import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"
import { openFingerprints } from "../../test/storage/fingerprint.ts"
import { hexOf } from "../../test/transfer/hashes.ts"

const start = Date.parse("2026-03-01T12:00:00.000Z")
const day = 86_400_000

interface Check extends Readonly<Record<string, unknown>> {
  readonly fix?: { readonly operation: string; readonly input: object }
}

describe.each([...engines])("keys.explainKey on %s", (engine) => {
  const clock = { now: start }
  const server = serveKeyward({ engine, clock })
  const createKey = async (settings: object = {}) => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    return { apiId, ...(await server.ok("keys.createKey", { apiId, ...settings })) }
  }
  const explain = (body: object, key = server.rootKey) => server.ok("keys.explainKey", body, { key })
  const failed = ({ checks }: { checks: readonly Check[] }) => checks.filter(({ passed }) => !passed)

  test("shows every check of a valid key, in order, by key and by id", async () => {
    const { apiId, keyId, key } = await createKey({
      expires: start + day,
      permissions: ["documents.read"],
      ratelimits: [{ name: "requests", limit: 100, duration: 60_000, autoApply: true }],
      credits: { remaining: 10, refill: { interval: "daily", amount: 50 } },
    })
    const request = { permissions: "documents.read", ip: "192.0.2.1", credits: { cost: 3 } }
    const explained = await explain({ key, ...request })
    expect(explained).toEqual({
      code: "VALID",
      checks: [
        { check: "quota", passed: true, detail: "The workspace has no monthly quota of verifications." },
        { check: "workspace", passed: true, detail: "The workspace is enabled." },
        { check: "existence", passed: true, detail: `The key is ${keyId} of the API ${apiId}.` },
        { check: "enabled", passed: true, detail: "The key is enabled." },
        { check: "expiry", passed: true, detail: "The key expires at 2026-03-02T12:00:00.000Z.", expires: start + day },
        { check: "ip", passed: true, detail: "Neither the API nor the key has an IP allow list." },
        { check: "permissions", passed: true, detail: "The key holds the permissions of the query." },
        {
          check: "ratelimit",
          name: "requests",
          passed: true,
          detail: "The limit of the key is 100 in 60000 ms. 100 are left, and this verification costs 1.",
          remaining: 100,
          reset: start + 60_000,
        },
        {
          check: "credits",
          passed: true,
          detail: "The balance is 10, and this verification costs 3.",
          balance: 10,
          reset: Date.parse("2026-03-02T00:00:00.000Z"),
        },
      ],
    })
    expect(await explain({ keyId, ...request })).toEqual(explained)
  })

  test("shows all failures, each with a hint, and with the call that makes it pass", async () => {
    const { apiId, keyId } = await createKey({
      enabled: false,
      expires: start,
      ipAllowlist: ["10.0.0.0/8"],
      permissions: ["a"],
      credits: { remaining: 2 },
      ratelimits: [{ name: "requests", limit: 5, duration: 1_000 }],
    })
    await server.ok("apis.updateApi", { apiId, ipAllowlist: ["192.0.2.0/24"] })
    const explained = await explain({
      keyId,
      permissions: "(a AND b) OR (c AND d)",
      ip: "192.0.2.1",
      credits: { cost: 5 },
      ratelimits: [{ name: "unknown" }, { name: "requests", cost: 6 }],
    })
    expect(explained.code).toBe("DISABLED")
    expect(explained.validAgainAt).toBeUndefined()
    expect(failed(explained)).toEqual([
      {
        check: "enabled",
        passed: false,
        detail: "The key is disabled.",
        hint: "Enable the key, unless someone disabled it on purpose.",
        fix: { operation: "keys.updateKey", input: { keyId, enabled: true } },
      },
      {
        check: "expiry",
        passed: false,
        detail: "The key expired at 2026-03-01T12:00:00.000Z.",
        hint: "Set a later expiry, or issue a new key.",
        expires: start,
      },
      {
        check: "ip",
        passed: false,
        detail: "192.0.2.1 is not in the IP allow list of the key (10.0.0.0/8).",
        hint: "Add the address to the IP allow list of the key.",
        fix: { operation: "keys.updateKey", input: { keyId, ipAllowlist: ["10.0.0.0/8", "192.0.2.1/32"] } },
      },
      {
        check: "permissions",
        passed: false,
        detail: "The key does not satisfy the query. It would with b.",
        hint: "Add the missing permissions to the key or to one of its roles.",
        fix: { operation: "keys.addPermissions", input: { keyId, permissions: ["b"] } },
        missing: ["b"],
      },
      {
        check: "ratelimit",
        name: "unknown",
        passed: false,
        detail: 'Neither the key, its customer nor its plan has a rate limit "unknown".',
        hint: "Attach this rate limit to the key, its customer or its plan, or send its limit and duration.",
      },
      {
        check: "ratelimit",
        name: "requests",
        passed: false,
        detail: "The limit of the key is 5 in 1000 ms. 5 are left, and this verification costs 6.",
        hint: "Raise the limit, or send a lower cost.",
        remaining: 5,
        reset: start + 1_000,
      },
      {
        check: "credits",
        passed: false,
        detail: "The balance is 2, and this verification costs 5.",
        hint: "Add credits to the key.",
        fix: { operation: "keys.updateCredits", input: { keyId, operation: "increment", value: 3 } },
        balance: 2,
      },
    ])
  })

  test("asks for the address that an allow list requires", async () => {
    const { keyId } = await createKey({ ipAllowlist: ["10.0.0.0/8"] })
    const explained = await explain({ keyId })
    expect(explained.code).toBe("FORBIDDEN")
    expect(failed(explained)).toEqual([
      {
        check: "ip",
        passed: false,
        detail: "The request has no address, and the IP allow list of the key requires one.",
        hint: "Send the address of the client with the request.",
      },
    ])
  })

  test("proposes no call that opens a whole API, or that would be refused", async () => {
    const address = { ip: "192.0.2.1" }
    const only = async (body: object) => failed(await explain(body)).map(({ hint, fix }) => ({ hint, fix }))
    const { apiId, keyId } = await createKey({ ipAllowlist: ["10.0.0.0/8"] })
    await server.ok("apis.updateApi", { apiId, ipAllowlist: ["203.0.113.0/24"] })
    const both = { hint: "Add the address to the IP allow lists of the API and of the key.", fix: undefined }
    expect(await only({ keyId, ...address })).toEqual([both])
    await server.ok("keys.updateKey", { keyId, ipAllowlist: null })
    const api = { hint: "Add the address to the IP allow list of the API.", fix: undefined }
    expect(await only({ keyId, ...address })).toEqual([api])

    const full = await createKey({ ipAllowlist: Array.from({ length: 100 }, (_, index) => `10.0.0.${index}`) })
    expect(await only({ keyId: full.keyId, ...address })).toMatchObject([{ fix: undefined }])

    const slugs = Array.from({ length: 1_000 }, (_, index) => `many.${index}`)
    const laden = await createKey({ permissions: slugs })
    expect(await only({ keyId: laden.keyId, permissions: "one.more" })).toMatchObject([{ fix: undefined }])
    const { keyId: plain } = await createKey()
    const tooLong = "x".repeat(129)
    for (const permissions of [tooLong, `a AND ${tooLong}`, "perm_1CAiZx1YPnJZtcPxTdBGPS"]) {
      expect(await only({ keyId: plain, permissions })).toMatchObject([{ fix: undefined }])
    }
  })

  test("shows a fix to a caller who may not make it", async () => {
    const { apiId, keyId } = await createKey({ enabled: false })
    const reader = await server.createRootKey([`api.${apiId}.read_key`])
    const fix = failed(await explain({ keyId }, reader))[0]?.fix
    if (fix === undefined) throw new Error("There is no fix.")
    expect((await server.call(fix.operation, fix.input, { key: reader })).status).toBe(403)
    expect((await explain({ keyId }, reader)).code).toBe("DISABLED")
    await server.ok(fix.operation, fix.input)
    expect((await explain({ keyId }, reader)).code).toBe("VALID")
  })

  test("explains an unknown key as NOT_FOUND, and an unknown id is 404", async () => {
    const explained = await explain({ key: "acme_never_issued" })
    expect(explained).toMatchObject({ code: "NOT_FOUND" })
    expect(failed(explained)).toMatchObject([
      { hint: "Check that the key is complete and comes from this workspace, or issue a new key.", check: "existence" },
    ])
    expect(explained.checks.map(({ check }: Check) => check)).toEqual(["quota", "workspace", "existence"])
    const narrow = await server.createRootKey(["api.api_1CAiZx1YPnJZtcPxTdBGPS.read_key"])
    expect(await explain({ key: "acme_never_issued" }, narrow)).toEqual(explained)
    const { status, body } = await server.call("keys.explainKey", { keyId: "key_1CAiZx1YPnJZtcPxTdBGPS" })
    expect(status).toBe(404)
    expect(body.error.type).toEndWith("/data/key_not_found")
  })

  test("needs a key or its id, not both, and refuses a broken query", async () => {
    const { keyId, key } = await createKey()
    await expectViolations(server, "keys.explainKey", [
      [{}, "body"],
      [{ key, keyId }, "body"],
      [{ keyId, permissions: "a AND" }, "body.permissions"],
      [{ keyId, tags: ["x"] }, "body.tags"],
      [{ keyId, ip: "nowhere" }, "body.ip"],
    ])
  })

  test("explains to an operator the keys of a disabled workspace, and of one that has used its quota", async () => {
    const { workspaceId, rootKey } = await server.createWorkspace()
    const own = { key: rootKey }
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" }, own)
    const { keyId, key } = await server.ok("keys.createKey", { apiId }, own)
    const limits = { verificationsPerMonth: 1 }
    await server.ok("workspaces.updateWorkspace", { workspaceId, limits }, server.operator)
    await server.ok("keys.verifyKey", { key }, own)
    const nextMonth = Date.parse("2026-04-01T00:00:00.000Z")
    const exhausted = await explain({ keyId }, rootKey)
    expect(exhausted).toMatchObject({ code: "limits/quota_exceeded", validAgainAt: nextMonth })
    expect(failed(exhausted)).toEqual([
      {
        check: "quota",
        passed: false,
        detail:
          "The workspace has used 1 of its 1 verifications of this month. The next month begins at 2026-04-01T00:00:00.000Z.",
        hint: "Have an operator raise the quota, or wait until next month.",
        remaining: 0,
        reset: nextMonth,
      },
    ])
    // Explaining is no verification, so it does not disable the workspace.
    const reason = { workspaceId, reason: "unpaid_billing" }
    await server.ok("workspaces.disableWorkspace", reason, server.operator)
    const disabled = await server.ok("keys.explainKey", { workspaceId, key }, server.operator)
    expect(disabled.code).toBe("authorization/workspace_disabled")
    expect(disabled.validAgainAt).toBeUndefined()
    const fix = { operation: "workspaces.enableWorkspace", input: { workspaceId } }
    expect(failed(disabled)[1]).toEqual({
      check: "workspace",
      passed: false,
      detail: "The workspace is disabled (unpaid_billing).",
      hint: "Have an operator enable the workspace.",
      fix,
    })
    await server.ok(fix.operation, fix.input, server.operator)
    const enabled = await server.ok("keys.explainKey", { workspaceId, key }, server.operator)
    expect(failed(enabled).map(({ check }) => check)).toEqual(["quota"])
    await server.ok(
      "workspaces.updateWorkspace",
      { workspaceId, limits: { verificationsPerMonth: 0 } },
      server.operator,
    )
    expect(failed(await explain({ keyId }, rootKey))).toMatchObject([{ hint: "Have an operator raise the quota." }])
  })

  test("adopts no imported key, stores no refill and counts no verification", async () => {
    const own = await server.createWorkspace()
    const ok = (operation: string, body: object) => server.ok(operation, body, { key: own.rootKey })
    const { apiId } = await ok("apis.createApi", { name: "Payments" })
    const { migrationId } = await ok("keys.createMigration", { algorithm: "prefixed_api_key" })
    const credits = { remaining: 0, refill: { interval: "daily", amount: 5 } }
    const imported = { hash: hexOf("51FwqEXMMw26pkkMfd8ESTzcW"), algorithm: "prefixed_api_key", credits }
    const { migrated } = await ok("keys.migrateKeys", { migrationId, apiId, keys: [imported] })
    clock.now += day
    const database = await openFingerprints(server)
    const before = await database.take()
    const key = "mycorp_BRTRKFsL_51FwqEXMMw26pkkMfd8ESTzcW"
    const explained = await explain({ key }, own.rootKey)
    expect(await explain({ key }, own.rootKey)).toEqual(explained)
    expect(explained.code).toBe("VALID")
    expect(explained.checks.at(-1)).toMatchObject({ check: "credits", balance: 5 })
    await server.restart()
    expect(await database.take()).toBe(before)
    await database.close()
    expect((await ok("keys.getKey", { keyId: migrated[0].keyId })).lastUsedAt).toBeUndefined()
    expect((await ok("workspace.getUsage", {})).totals.api.verifications).toBe(0)
  })
})
