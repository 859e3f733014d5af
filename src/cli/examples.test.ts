import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { type Ran, runHere } from "../../test/cli.ts"
import { startKeyward, type TestServer } from "../../test/harness.ts"
import { startProcess } from "../../test/services/child-process.ts"
import { temporaryFolder } from "../../test/services/temporary-folder.ts"
import { createWorld, isOfRootKeys, type World } from "../../test/world.ts"
import { operationCalls } from "./operation/operation-calls.ts"
import { operationCommand } from "./operation-command.ts"

let server: TestServer

beforeAll(async () => {
  server = await startKeyward({ engine: "sqlite" })
})

afterAll(() => server.stop())

/** The last line under "Example:", which is to be pasted into a shell. */
function exampleIn(help: string): string {
  return help.trim().split("\n").at(-1)?.trim() ?? ""
}

/** Types the name that a question wants, or says yes. */
function agree(question: string): string {
  return /Type (.+) to confirm/.exec(question)?.[1] ?? "y"
}

/** Lets a shell make arguments of the line, with the ids of this world in its variables. */
async function paste(line: string, name: string, world: World): Promise<Ran> {
  const env = {
    ...process.env,
    WORKSPACE_ID: world.workspaceId,
    ROOT_KEY_ID: world.otherRootKeyId,
    API_ID: world.apiId,
    KEY_ID: isOfRootKeys(name) ? world.otherRootKeyId : world.keyId,
    KEY: world.key,
  }
  const { stdout } = Bun.spawnSync(["sh", "-uc", line.replace(/^keyward/, "printf '%s\\0'")], { env })
  const args = stdout.toString().split("\0").slice(0, -1)
  return runHere(args, { env: { KEYWARD_URL: server.url, KEYWARD_KEY: keyFor(name, world) }, answers: agree })
}

/** What an operator may do with workspaces, a root key may do to its own only, or not at all. */
function keyFor(name: string, world: World): string {
  if (name === "keys.revokeSelf") return world.key
  return name.startsWith("workspaces.") ? server.operatorKey : world.rootKey
}

describe("the example in the help of", () => {
  test.each(operationCalls.map((call) => [call.words.join(" "), call] as const))("%s works", async (_words, call) => {
    const { name } = call.operation
    const world = await createWorld(server)
    if (name === "workspaces.deleteWorkspace") {
      const disabling = { workspaceId: world.workspaceId, reason: "account_closure" }
      await server.ok("workspaces.disableWorkspace", disabling, { key: server.operatorKey })
    }
    const { code, stdout, stderr } = await paste(exampleIn(operationCommand(call).help()), name, world)
    expect({ code, refusal: code === 0 ? "" : stderr }).toEqual({ code: 0, refusal: "" })
    expect(stdout).not.toBe("")
  })

  test("call works in a shell that finds keyward through a link", async () => {
    const folder = temporaryFolder()
    symlinkSync(join(import.meta.dir, "..", "..", "bin", "keyward"), join(folder.path, "keyward"))
    const { stdout: help } = await runHere(["help", "call"])
    const pasted = startProcess({
      command: ["sh", "-c", exampleIn(help)],
      env: { PATH: `${folder.path}:${process.env.PATH}`, KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey },
      cwd: folder.path,
    })
    expect(await pasted.exit).toEqual({ code: 0, signal: null })
    expect(pasted.stdout()).toMatch(/^identityId {2}id_/)
    folder.remove()
  })
})
