import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash, randomBytes } from "node:crypto"
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { builtExecutable, type Ran, runHere } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createWorld, furnishingFor, isOfRootKeys, type World } from "../../../test/harness/world.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { startReceiver } from "../../../test/services/receiver.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"
import { apiKeyTable } from "../../../test/transfer/better-auth-table.ts"
import { programCommands } from "../all-commands.ts"
import { operationCalls } from "./operation-calls.ts"
import { operationCommand } from "./operation-command.ts"

/** The newest key comes first. The service has the older one. */
const encryptionKeys = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")] as const

const server = serveKeyward({ engine: "sqlite", environment: { KEYWARD_ENCRYPTION_KEY: encryptionKeys[1] } })

/** The last line under "Example:", which users paste into a shell. */
function exampleIn(help: string): string {
  return help.trim().split("\n").at(-1)?.trim() ?? ""
}

/** Types the name that the question asks for, or yes. */
function agree(question: string): string {
  return /Type (.+) to confirm/.exec(question)?.[1] ?? "y"
}

/** A shell splits the line into arguments. Its variables hold the ids of the test. */
async function paste(line: string, name: string, world: World): Promise<Ran> {
  const env = {
    ...process.env,
    WORKSPACE_ID: world.workspaceId,
    ROOT_KEY_ID: world.otherRootKeyId,
    API_ID: world.apiId,
    KEY_ID: isOfRootKeys(name) ? world.otherRootKeyId : world.keyId,
    KEY: world.key,
    USER_ID: world.userId ?? "",
    INVITATION_ID: world.invitationId ?? "",
  }
  const { stdout } = Bun.spawnSync(["sh", "-uc", line.replace(/^keyward/, "printf '%s\\0'")], { env })
  const args = stdout.toString().split("\0").slice(0, -1)
  return runHere(args, { env: { KEYWARD_URL: server.url, KEYWARD_KEY: keyFor(name, world) }, answers: agree })
}

/** Operations on nodes, users and workspaces need the operator key. */
function keyFor(name: string, world: World): string {
  if (name === "keys.revokeSelf") return world.key
  return /^(nodes|users|workspaces)\./.test(name) ? server.operatorKey : world.rootKey
}

describe("the example in the help of", () => {
  test.each(operationCalls.map((call) => [call.words.join(" "), call] as const))("%s works", async (_words, call) => {
    const { name } = call.operation
    const world = await createWorld(server, furnishingFor(call.operation))
    if (name === "workspaces.deleteWorkspace") {
      const disabling = { workspaceId: world.workspaceId, reason: "account_closure" }
      await server.ok("workspaces.disableWorkspace", disabling, { key: server.operatorKey })
    }
    const { code, stdout, stderr } = await paste(exampleIn(operationCommand(call).help()), name, world)
    expect({ code, refusal: code === 0 ? "" : stderr }).toEqual({ code: 0, refusal: "" })
    expect(stdout).not.toBe("")
  })
})

interface Installation {
  readonly folder: string
  /** The environment of the shell. */
  readonly env: Readonly<Record<string, string>>
}

interface Pasted {
  /** Creates the files that the example needs. */
  prepare?(installation: Installation): void
  /** The expected last output of each example, in order. */
  readonly prints: readonly RegExp[]
}

/** All commands that do not call an operation. */
const pasted: Readonly<Record<string, Pasted>> = {
  serve: { prints: [/^Keyward listens on http:\/\/localhost:\d+/m] },
  migrate: { prints: [/^The schema is current\.$/m] },
  backup: { prints: [/keyward-backup\.db: [\d,]+ bytes/] },
  copy: { prints: [/rows copied and verified\.$/m] },
  export: { prints: [/workspace\.ndjson/] },
  import: {
    prepare: prepareImports,
    prints: [/^Nothing was changed\.$/m, /^Already there: /m, /^Imported: .*1 key\b/m, /^Imported: .*1 key\b/m],
  },
  "audit verify": { prints: [/all intact/] },
  health: { prints: [/^http:\/\/localhost:\d+ is ready\.$/m] },
  "setup-link": { prints: [/^http:\/\/localhost:\d+\/setup#[\w-]{43}$/m] },
  "rotate-encryption": { prints: [/^Encrypted 1 recoverable key again/m] },
  call: { prints: [/^identityId {2}id_/] },
  login: {
    prepare: ({ folder }) => {
      rmSync(join(folder, "profiles"), { recursive: true })
      writeFileSync(join(folder, "root-key.txt"), `${server.rootKey}\n`)
    },
    prints: [/^Logged in to /],
  },
  logout: { prints: [/^Deleted profile "staging"\.$/m] },
  "profiles list": { prints: [/^staging +http/m] },
  "profiles use": { prints: [/^Calls now use profile "default" /] },
  whoami: { prints: [/^caller\.type +root_key$/m] },
  "explain-error": { prints: [/^data\/key_not_found {2}404 Not Found$/m] },
  incident: { prints: [/^user_1 was not refused in this time\.$/m] },
  explain: { prints: [/^INSUFFICIENT_PERMISSIONS$/m] },
  usage: { prints: [/^(No verifications\.|VALID|NOT_FOUND)/m] },
  "usage top": { prints: [/^keyId,name,customer,identityId,apiId,api,deleted,credits,/m] },
  verifications: { prints: [/^No verifications\.$/m] },
  "webhooks listen": { prints: [/^$/] },
  "webhooks trigger": { prints: [/^204 {2}key\.created/] },
  doctor: { prints: [/^0 problems, /m] },
  completion: { prints: [/complete/] },
  version: { prints: [/^\d+\.\d+\.\d+/] },
}

const template = temporaryFolder()
const application = startReceiver()
let made: Pick<World, "apiId" | "keyId" | "workspaceId">

/** A folder with `data` that no server uses, two profiles, and `keyward` in the path. */
beforeAll(async () => {
  const folder = template.path
  const env = { KEYWARD_CONFIG_DIR: join(folder, "profiles") }
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const { keyId } = await server.ok("keys.createKey", { apiId, recoverable: true })
  made = { apiId, keyId, workspaceId: server.workspaceId }
  mkdirSync(join(folder, "data"))
  const run = async (args: readonly string[]) => {
    const { code, stderr } = await runHere(args, { env, input: server.rootKey })
    expect(code, stderr).toBe(0)
  }
  await run(["backup", join(folder, "data", "keyward.db"), "--data", server.storage])
  await run(["export", join(folder, "exported"), "--workspace", server.workspaceId, "--data", server.storage])
  await run(["login", "--url", server.url])
  await run(["login", "--url", server.url, "--profile", "staging"])
  // The executable starts in a third of the time that the sources take.
  symlinkSync(builtExecutable(), join(folder, "keyward"))
})

afterAll(async () => {
  template.remove()
  await application.stop()
})

/** What the commands that run until they are stopped say first. */
const untilStopped: Readonly<Record<string, RegExp>> = {
  serve: /Keyward listens on/,
  "webhooks listen": /Press Ctrl-C to stop/,
}

function prepareImports({ folder }: Installation): void {
  renameSync(join(folder, "exported"), join(folder, "workspace.ndjson"))
  writeFileSync(join(folder, "keys.csv"), `hash,name\n${sha256("one", "hex")},One\n`)
  const source = new Database(join(folder, "auth.db"), { create: true })
  source.run(apiKeyTable({ time: "date", truth: "integer" }))
  const day = "2025-03-01T00:00:00.000Z"
  source.run(
    `insert into apikey ("id", "key", "userId", "enabled", "createdAt", "updatedAt") values (?, ?, ?, ?, ?, ?)`,
    ["k1", sha256("two", "base64url"), "user_1", 1, day, day],
  )
  source.close()
}

function sha256(text: string, encoding: "hex" | "base64url"): string {
  return createHash("sha256").update(text).digest(encoding)
}

/** Other programs may use the ports that the help names. */
async function withFreePorts(line: string): Promise<string> {
  return line
    .replace("http://localhost:8080", server.url)
    .replace("http://localhost:3000/hook", application.url())
    .replace("--port 8080", `--port ${new URL(server.url).port}`)
    .replace("8081", String(await findFreePort()))
}

describe("the examples in the help of", () => {
  test("version works through a link to the program of a clone too", () => {
    const link = join(template.path, "clone")
    symlinkSync(join(import.meta.dir, "..", "..", "..", "bin", "keyward"), link)
    const { exitCode, stdout } = Bun.spawnSync([link, "version"])
    expect([exitCode, stdout.toString()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)])
  })

  test.each(programCommands.map(({ words, help }) => [words.join(" "), help] as const))(
    "%s work in a shell that finds keyward through a link",
    async (name, help) => {
      const { prepare, prints = [] } = pasted[name] ?? {}
      const lines = (help().split(/^Examples?:\n/m)[1] ?? "").split("\n").map((line) => line.trim())
      expect(lines.length).toBe(prints.length)
      const folder = temporaryFolder()
      cpSync(template.path, folder.path, { recursive: true, verbatimSymlinks: true })
      const env = {
        PATH: `${folder.path}:${process.env.PATH}`,
        HOME: folder.path,
        KEYWARD_CONFIG_DIR: join(folder.path, "profiles"),
        KEYWARD_ENCRYPTION_KEYS: encryptionKeys.join(","),
        KEYWARD_PORT: String(await findFreePort()),
        API_ID: made.apiId,
        KEY_ID: made.keyId,
        WORKSPACE_ID: made.workspaceId,
      }
      prepare?.({ folder: folder.path, env })
      for (const [index, line] of lines.entries()) {
        const command = ["sh", "-uc", `exec ${await withFreePorts(line)}`]
        const child = startProcess({ command, env, cwd: folder.path, isBare: true })
        const isRunning = untilStopped[name]
        if (isRunning !== undefined) {
          await child.waitForOutput(isRunning)
          child.kill("SIGTERM")
        }
        const { code } = await child.exit
        expect({ line, code, refusal: code === 0 ? "" : child.stderr() + child.stdout() }).toEqual({
          line,
          code: 0,
          refusal: "",
        })
        expect(child.stdout()).toMatch(prints[index] ?? /^$/)
      }
      folder.remove()
    },
  )
})
