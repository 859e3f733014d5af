import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { runHere, startCliInTerminal } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { keyOperations as operations } from "../../operations/index.ts"

const server = serveKeyward({ engine: "sqlite" })
let env: Record<string, string>

beforeAll(async () => {
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
})
beforeEach(async () => {
  if ((await identities()).length === 0) await server.ok("identities.createIdentity", { externalId: "user_1" })
})

const identities = (): Promise<readonly unknown[]> => server.ok("identities.listIdentities", { search: "user_1" })
const deletion = ["identities", "delete-identity", "--identity", "user_1"]

test("is asked for before every operation that takes something away", () => {
  const verbs = /\.(delete|disable|remove(?=Member)|revoke|(finish|cancel)Rotation)/
  expect(operations.filter(({ isDestructive }) => isDestructive).map(({ name }) => name)).toEqual(
    operations.map(({ name }) => name).filter((name) => verbs.test(name)),
  )
})

describe("without a terminal", () => {
  test.each([[deletion], [["call", "identities.deleteIdentity", '{"identity":"user_1"}']]])(
    "%p is refused unless --yes is there",
    async (args) => {
      const { code, stdout, stderr } = await runHere(args, { env })
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
      expect(stderr).toBe(
        "Deleting needs confirmation. Applies to no keys now. Run again with --yes. Nothing was done.\n",
      )
      expect(await identities()).toHaveLength(1)
      expect(await runHere([...args, "--yes"], { env })).toEqual({ code: 0, stdout: "Deleted user_1.\n", stderr: "" })
      expect(await identities()).toEqual([])
    },
  )

  test("a change of one object does not ask", async () => {
    const args = ["identities", "update-identity", "--identity", "user_1", "--meta", "{}"]
    expect((await runHere(args, { env })).code).toBe(0)
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const creation = await runHere(["keys", "create", apiId, "--yes"], { env })
    expect(creation.stderr).toContain("There is no flag --yes.")
  })

  test("a change that reaches more than one object is refused unless --yes is there", async () => {
    const { planId, keys } = await customersOfPlan(3)
    const args = ["plans", "update", planId, "--permissions", "docs.read"]
    const { code, stderr } = await runHere(args, { env })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "Changing needs confirmation. Applies to 3 customers and 6 keys immediately. Run again with --yes. Nothing was done.\n",
    })
    expect((await server.ok("plans.getPlan", { plan: planId })).permissions).toEqual(["docs.write"])
    expect((await runHere([...args, "--yes"], { env })).code).toBe(0)
    const [key = ""] = keys
    expect((await server.ok("keys.verifyKey", { key, permissions: "docs.read" })).code).toBe("VALID")
  })

  test("a change that reaches nothing yet does not ask, and one that cannot be undone does", async () => {
    const { planId } = await customersOfPlan(0)
    const { roleId } = await server.ok("permissions.createRole", { name: `empty ${planId}` })
    for (const args of [
      ["plans", "update", planId, "--permissions", "docs.read"],
      ["roles", "set-permissions", roleId, "docs.read"],
    ]) {
      expect(await runHere(args, { env })).toMatchObject({ code: 0, stderr: "" })
    }
    expect((await server.ok("plans.getPlan", { plan: planId })).permissions).toEqual(["docs.read"])
    expect((await runHere(["roles", "delete", roleId], { env })).code).toBe(2)
  })

  test("every request that disables or reaches many is refused", async () => {
    const { planId, keyIds } = await customersOfPlan(1)
    const { roleId } = await server.ok("permissions.createRole", { name: `role ${planId}` })
    const { rootKeyId } = await server.ok("rootKeys.createRootKey", { name: "CI", permissions: ["api.*.read_api"] })
    const { apiId } = await server.ok("keys.getKey", { keyId: keyIds[0] })
    // Their changes reach a key.
    await server.ok("keys.setRoles", { keyId: keyIds[0], roles: [roleId] })
    const before = await everything()
    const [keyId = ""] = keyIds
    const requests: readonly (readonly [string, ...string[]])[] = [
      ["plans", "create", "--name", "usual", "--default"],
      ["plans", "update", planId, "--quota", "5/month"],
      ["plans", "update", planId, "--default"],
      ["plans", "update", planId, "--ratelimit", "requests=1/1m"],
      ["plans", "update", planId, "--max-keys", "1"],
      ["identities", "update", `${planId}-0`, "--no-enabled"],
      ["identities", "update-identities", "--plan", planId, "--set.plan", "null"],
      ["keys", "update", keyId, "--no-enabled"],
      ["keys", "update-keys", "--api-id", apiId, "--name", "All"],
      ["root-keys", "update", rootKeyId, "--no-enabled"],
      ["roles", "set-permissions", roleId, "docs.write"],
      ["roles", "update", roleId, "--name", "Other"],
      ["apis", "update", apiId, "--ip-allowlist", "10.0.0.0/8"],
      ["portal", "update", "--no-enabled"],
    ]
    for (const args of requests) {
      const { code, stderr } = await runHere(args, { env })
      expect({ args, code, stderr }).toEqual({
        args,
        code: 2,
        stderr: expect.stringMatching(
          /^(Creat|Chang|Disabl)ing needs confirmation\. .*Run again with --yes\. Nothing was done\.\n$/,
        ),
      })
    }
    expect(await everything()).toEqual(before)
  })
})

const everything = () => server.ok("events.listEvents", { limit: 1 })

/** A plan whose customers have two keys each. */
async function customersOfPlan(count: number) {
  planCount += 1
  const name = `plan_${planCount}`
  const { planId } = await server.ok("plans.createPlan", { name, permissions: ["docs.write"] })
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const created = []
  for (let number = 0; number < count; number++) {
    const externalId = `${planId}-${number}`
    await server.ok("identities.createIdentity", { externalId, plan: planId })
    for (const _ of [1, 2]) created.push(await server.ok("keys.createKey", { apiId, externalId }))
  }
  return { planId, keyIds: created.map(({ keyId }) => keyId), keys: created.map(({ key }) => key) }
}
let planCount = 0

describe("at a terminal", () => {
  test("what cannot be undone is named with what goes with it, and wants its name typed", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    for (const _ of [1, 2, 3]) await server.ok("keys.createKey", { apiId })
    const terminal = startCliInTerminal(["apis", "delete", apiId], env)
    await terminal.waitFor(/At http:\/\/\S+, with the key of KEYWARD_KEY:/)
    await terminal.waitFor(
      new RegExp(
        `Delete API Payments \\(${apiId}\\) and its keys\\? Applies to 3 keys immediately\\. This cannot be undone\\. Type Payments to confirm: `,
      ),
    )
    expect((await server.call("apis.getApi", { apiId })).status).toBe(200)
    terminal.type("Payments\r")
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain(`Deleted API Payments (${apiId}) and its keys.`)
    expect((await server.call("apis.getApi", { apiId })).status).toBe(404)
  })

  test.each([["\r"], ["y\r"], ["yes\r"], ["USER_1\r"], ["\u0003"], ["\u0004"]])("%j does nothing", async (answer) => {
    const terminal = startCliInTerminal(deletion, env)
    await terminal.waitFor(
      /Delete customer user_1 \(id_\w+\); its keys lose their owner\? Applies to no keys now\. .*Type user_1 to confirm: /,
    )
    terminal.type(answer)
    expect(await terminal.exit).toBe(1)
    expect(terminal.screen()).toContain("Nothing was done.")
    expect(await identities()).toHaveLength(1)
  })

  test.each([
    ["y\r", false],
    ["Yes\r", false],
    ["n\r", true],
    ["\r", true],
  ])("what can be undone is a matter of yes or no: %j", async (answer, enabled) => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Acme", externalId: "acme" })
    const terminal = startCliInTerminal(["keys", "revoke", keyId], env)
    await terminal.waitFor(new RegExp(`Revoke key Acme \\(${keyId}\\) of acme\\? \\[y/N\\] `))
    terminal.type(answer)
    expect(await terminal.exit).toBe(enabled ? 1 : 0)
    expect((await server.ok("keys.getKey", { keyId })).enabled).toBe(enabled)
  })
})

describe("a change at a terminal", () => {
  test("names the object and whom it reaches, and asks yes or no", async () => {
    const { planId } = await customersOfPlan(2)
    const terminal = startCliInTerminal(["plans", "update", planId, "--max-keys", "9"], env)
    await terminal.waitFor(/Change plan plan_\d+ \(\w+\)\? Applies to 2 customers and 4 keys immediately\. \[y\/N\] /)
    terminal.type("n\r")
    expect(await terminal.exit).toBe(1)
    expect(await server.ok("plans.getPlan", { plan: planId })).not.toHaveProperty("maxKeys")
  })

  test("that reaches nobody now does not ask", async () => {
    const { planId } = await customersOfPlan(0)
    const { code, stderr } = await runHere(["plans", "update", planId, "--max-keys", "9"], { env, answers: [] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect((await server.ok("plans.getPlan", { plan: planId })).maxKeys).toBe(9)
  })

  test("names whom it reaches where the key may not count", async () => {
    const { planId } = await customersOfPlan(2)
    const key = await server.createRootKey(["plan.*.update_plan", "plan.*.read_plan"])
    const args = ["plans", "update", planId, "--max-keys", "9"]
    const { stderr } = await runHere(args, { env: { ...env, KEYWARD_KEY: key }, answers: ["no"] })
    expect(stderr).toContain("Applies to every customer of the plan immediately. [y/N]")
  })
})

describe("the question", () => {
  const ask = (args: readonly string[], key = server.rootKey) =>
    runHere(args, { env: { ...env, KEYWARD_KEY: key }, answers: ["no"] })

  test("has the id where there is no name, and the root key by its name", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const { keyId } = await server.ok("keys.createKey", { apiId })
    expect((await ask(["keys", "delete", keyId])).stderr).toContain(
      `Delete key ${keyId}? This cannot be undone. Type ${keyId}`,
    )
    const { rootKeyId } = await server.ok("rootKeys.createRootKey", { name: "CI", permissions: ["api.*.read_api"] })
    expect((await ask(["root-keys", "delete", rootKeyId])).stderr).toContain(`Delete root key CI (${rootKeyId})?`)
  })

  test("is not asked about what does not exist", async () => {
    const { code, stderr } = await ask(["apis", "delete", "api_unknown"])
    expect(code).toBe(3)
    expect(stderr).toStartWith("Not Found (404)")
  })

  test("names what was typed where the key may delete but not read", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    const key = await server.createRootKey([`api.${apiId}.delete_api`])
    expect((await ask(["apis", "delete", apiId], key)).stderr).toContain(
      `Delete ${apiId}? Applies to every key of the API immediately. This cannot be undone. Type ${apiId}`,
    )
  })

  test("counts beyond one page", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Large" })
    await Promise.all(Array.from({ length: 120 }, () => server.ok("keys.createKey", { apiId })))
    expect((await ask(["apis", "delete", apiId])).stderr).toContain("and its keys? Applies to 120 keys immediately.")
  })
})
