import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { runHere, startCliInTerminal } from "../../test/cli.ts"
import { startKeyward, type TestServer } from "../../test/harness.ts"
import { operations } from "../operations/index.ts"

let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  server = await startKeyward({ engine: "sqlite" })
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
})
beforeEach(async () => {
  if ((await identities()).length === 0) await server.ok("identities.createIdentity", { externalId: "user_1" })
})
afterAll(() => server.stop())

const identities = (): Promise<readonly unknown[]> => server.ok("identities.listIdentities", {})
const deletion = ["identities", "delete-identity", "--identity", "user_1"]

test("is asked for before every operation that takes something away", () => {
  const verbs = /\.(delete|disable|revoke)/
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
        "`keyward identities delete` needs confirmation, and there is no terminal to ask at. Run it again with --yes. Nothing was done.\n",
      )
      expect(await identities()).toHaveLength(1)
      expect(await runHere([...args, "--yes"], { env })).toEqual({ code: 0, stdout: "Done.\n", stderr: "" })
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
  test.each([["y\r"], ["Yes\r"]])("%j does it", async (answer) => {
    const terminal = startCliInTerminal(deletion, env)
    await terminal.waitFor(/keyward identities delete at http:\/\/\S+, with the key of KEYWARD_KEY: Delete an identity/)
    await terminal.waitFor(/Go on\? \[y\/N\] /)
    expect(await identities()).toHaveLength(1)
    terminal.type(answer)
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain("Done.")
    expect(await identities()).toEqual([])
  })

  test.each([["\r"], ["n\r"], ["yellow\r"], ["\u0003"], ["\u0004"]])("%j does nothing", async (answer) => {
    const terminal = startCliInTerminal(deletion, env)
    await terminal.waitFor(/Go on\? \[y\/N\] /)
    terminal.type(answer)
    expect(await terminal.exit).toBe(1)
    expect(terminal.screen()).toContain("Nothing was done.")
    expect(await identities()).toHaveLength(1)
  })
})
