import { describe, expect, test } from "bun:test"
import { createKey } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

interface Check {
  readonly passed: boolean
  readonly fix?: { readonly operation: string; readonly input: object }
}

describe("keys.explainKey, for a key with a customer,", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const failedChecks = async (body: object) => {
    const { checks } = await keyward.ok("keys.explainKey", body)
    return checks.filter(({ passed }: Check) => !passed)
  }
  const codeOf = async (body: object) => (await keyward.ok("keys.verifyKey", body)).code

  test("proposes to enable the customer, and the proposal helps", async () => {
    const { key } = await createKey(keyward, { externalId: "alice" })
    const { id } = await keyward.ok("identities.updateIdentity", { identity: "alice", enabled: false })
    const [check, ...others] = await failedChecks({ key })
    expect(others).toEqual([])
    expect(check).toEqual({
      check: "enabled",
      passed: false,
      detail: `The customer of the key (${id}) is disabled.`,
      hint: "Enable the customer, unless someone stopped all its keys on purpose.",
      fix: { operation: "identities.updateIdentity", input: { identity: id, enabled: true } },
    })
    await keyward.ok(check.fix.operation, check.fix.input)
    expect(await codeOf({ key })).toBe("VALID")
  })

  test("proposes no single call if both are disabled", async () => {
    const { key } = await createKey(keyward, { externalId: "bob", enabled: false })
    await keyward.ok("identities.updateIdentity", { identity: "bob", enabled: false })
    expect(await failedChecks({ key })).toEqual([
      {
        check: "enabled",
        passed: false,
        detail: "The key and its customer are disabled.",
        hint: "Enable the key and the customer, unless someone disabled them on purpose.",
      },
    ])
  })

  test("proposes permissions of a scoped key only if the customer has them", async () => {
    const { key, keyId } = await createKey(keyward, { externalId: "carol", scoped: true })
    const request = { key, permissions: "docs.read" }
    const [outOfScope] = await failedChecks(request)
    expect(outOfScope).toMatchObject({ check: "permissions", missing: ["docs.read"] })
    expect(outOfScope).not.toHaveProperty("fix")
    expect(outOfScope.hint).toBe(
      "Add the missing permissions to the customer or its plan too, because this key holds only what both have.",
    )
    await keyward.ok("identities.updateIdentity", { identity: "carol", permissions: ["docs.read"] })
    const [missing] = await failedChecks(request)
    expect(missing.fix).toEqual({
      operation: "keys.addPermissions",
      input: { keyId, permissions: ["docs.read"] },
    })
    await keyward.ok(missing.fix.operation, missing.fix.input)
    expect(await codeOf(request)).toBe("VALID")
  })
})
