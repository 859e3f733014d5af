import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { runHere } from "../../test/cli.ts"
import { startKeyward, type TestServer } from "../../test/harness.ts"
import { startProcess } from "../../test/services/child-process.ts"
import { operations } from "../operations/index.ts"
import { operationCommand } from "./operation-command.ts"

const variables = { API_ID: "api_1CAiZx1YPnJZtcPxTdBGPS", KEY_ID: "key_1CAiZx1YPnJZtcPxTdBGPS" }

/** The last line under "Example:", which is to be pasted into a shell. */
function exampleIn(help: string): string {
  return help.trim().split("\n").at(-1)?.trim() ?? ""
}

/** The arguments that a shell makes of a line. */
function argumentsOf(line: string): string[] {
  const script = line.replace(/^keyward/, "printf '%s\\0'")
  const env = { ...process.env, ...variables, ROOT_KEY_ID: "rk_1", WORKSPACE_ID: "ws_1", MIGRATION_ID: "mig_1" }
  const { stdout } = Bun.spawnSync(["sh", "-uc", script], { env })
  return stdout.toString().split("\0").slice(0, -1)
}

describe("the example in the help of", () => {
  const received: { path: string; body: unknown }[] = []
  const catcher = Bun.serve({
    port: 0,
    async fetch(request) {
      received.push({ path: new URL(request.url).pathname, body: await request.json() })
      return Response.json({ meta: {}, data: {} })
    },
  })
  afterAll(() => catcher.stop(true))

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    "%s is a valid call",
    async (name, operation) => {
      const args = argumentsOf(exampleIn(operationCommand(operation).help()))
      const env = { KEYWARD_URL: `http://localhost:${catcher.port}`, KEYWARD_KEY: "some-key" }
      expect(await runHere(args, { env })).toEqual({ code: 0, stdout: "Done.\n", stderr: "" })
      const { path, body } = received.at(-1) ?? {}
      expect(path).toBe(`/v2/${name}`)
      expect(operation.input.safeParse(body).error).toBeUndefined()
    },
  )
})

describe("pasted into a shell that finds keyward", () => {
  let server: TestServer
  const bin = join(import.meta.dir, "..", "..", "bin")

  beforeAll(async () => {
    server = await startKeyward({ engine: "sqlite" })
  })

  afterAll(() => server.stop())

  test.each([
    ["call"],
    ["identities get-identity"],
    ["identities list-identities"],
    ["identities update-identity"],
    ["identities delete-identity"],
    ["permissions create-permission"],
    ["permissions create-role"],
    ["root-keys create-root-key"],
    ["apis create-api"],
    ["keys list-keys"],
  ])("the example of %s works", async (command) => {
    const { stdout: help } = await runHere(["help", ...command.split(" ")])
    const pasted = startProcess({
      command: ["sh", "-c", exampleIn(help)],
      env: { PATH: `${bin}:${process.env.PATH}`, KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey },
    })
    expect(await pasted.exit).toEqual({ code: 0, signal: null })
    expect(pasted.stderr()).toBe("")
    expect(pasted.stdout()).not.toBe("")
  })
})
