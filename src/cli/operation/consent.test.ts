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

const identities = (): Promise<readonly unknown[]> => server.ok("identities.listIdentities", {})
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
      expect(stderr).toBe("Deleting needs confirmation. Run again with --yes. Nothing was done.\n")
      expect(await identities()).toHaveLength(1)
      expect(await runHere([...args, "--yes"], { env })).toEqual({ code: 0, stdout: "Deleted user_1.\n", stderr: "" })
      expect(await identities()).toEqual([])
    },
  )

  test("nothing else asks, or has the flag", async () => {
    const args = ["identities", "update-identity", "--identity", "user_1", "--meta", "{}"]
    expect((await runHere(args, { env })).code).toBe(0)
    expect((await runHere([...args, "--yes"], { env })).stderr).toContain("There is no flag --yes.")
  })
})

describe("at a terminal", () => {
  test("what cannot be undone is named with what goes with it, and wants its name typed", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
    for (const _ of [1, 2, 3]) await server.ok("keys.createKey", { apiId })
    const terminal = startCliInTerminal(["apis", "delete", apiId], env)
    await terminal.waitFor(/At http:\/\/\S+, with the key of KEYWARD_KEY:/)
    await terminal.waitFor(
      new RegExp(
        `Delete API Payments \\(${apiId}\\) and its 3 keys\\? This cannot be undone\\. Type Payments to confirm: `,
      ),
    )
    expect((await server.call("apis.getApi", { apiId })).status).toBe(200)
    terminal.type("Payments\r")
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain(`Deleted API Payments (${apiId}) and its 3 keys.`)
    expect((await server.call("apis.getApi", { apiId })).status).toBe(404)
  })

  test.each([["\r"], ["y\r"], ["yes\r"], ["USER_1\r"], ["\u0003"], ["\u0004"]])("%j does nothing", async (answer) => {
    const terminal = startCliInTerminal(deletion, env)
    await terminal.waitFor(
      /Delete identity user_1 \(id_\w+\); its 0 keys lose their owner\? .*Type user_1 to confirm: /,
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
      `Delete ${apiId}? This cannot be undone. Type ${apiId}`,
    )
  })

  test("counts beyond one page", async () => {
    const { apiId } = await server.ok("apis.createApi", { name: "Large" })
    await Promise.all(Array.from({ length: 120 }, () => server.ok("keys.createKey", { apiId })))
    expect((await ask(["apis", "delete", apiId])).stderr).toContain("and its 120 keys?")
  })
})
