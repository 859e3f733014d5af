import { afterAll, beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { runHere } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { startReceiver } from "../../../test/services/receiver.ts"
import { testFolder } from "../../../test/services/test-folder.ts"
import { programCommands } from "../all-commands.ts"

const server = serveKeyward({ engine: "sqlite" })
const folder = testFolder()
const at = (name: string) => join(folder.path, name)
const application = startReceiver()
afterAll(() => application.stop())

let keyId: string

beforeAll(async () => {
  const { apiId } = await server.ok("apis.createApi", { name: "Payments" })
  const { key, ...created } = await server.ok("keys.createKey", { apiId })
  keyId = created.keyId
  await server.ok("keys.verifyKey", { key })
  // The log of verifications is written within two seconds.
  while ((await server.ok("usage.listVerifications", {})).length === 0) await Bun.sleep(20)
  while ((await server.ok("usage.listUsage", {})).length === 0) await Bun.sleep(20)
  expect((await runHere(["backup", at("first.db"), "--data", server.storage])).code).toBe(0)
  expect((await runHere(["copy", "--from", at("first.db"), "--to", at("stopped")])).code).toBe(0)
})

interface Shown {
  readonly args: () => readonly string[]
  readonly input?: () => string
  readonly env?: Record<string, string>
  readonly shows: unknown
}

/** The environment of this test overrides the stored profile, so these commands warn. */
const warns = ["login", "profiles use"]

const chain = { isIntact: true, end: expect.stringMatching(/^[\w+/]{43}=$/) }

const shown: Readonly<Record<string, Shown>> = {
  migrate: { args: () => ["--check", "--data", at("stopped")], shows: { pending: [] } },
  backup: { args: () => [at("second.db"), "--data", at("stopped")], shows: { workspaces: [chain] } },
  copy: {
    args: () => ["--from", at("first.db"), "--to", at("copied")],
    shows: { isVerified: true, chains: [chain], recoverableKeys: 0 },
  },
  "audit verify": { args: () => ["--data", at("stopped")], shows: { workspaces: [chain] } },
  export: {
    args: () => [at("workspace.ndjson"), "--data", at("stopped")],
    shows: { workspaceId: expect.stringMatching(/^ws_/), counts: expect.any(Object) },
  },
  import: {
    args: () => [at("workspace.ndjson"), "--dry-run", "--data", at("stopped")],
    shows: { imported: expect.any(Object), there: expect.any(Object) },
  },
  "rotate-encryption": {
    args: () => ["--check", "--data", at("stopped")],
    env: { KEYWARD_ENCRYPTION_KEYS: Buffer.alloc(32, 1).toString("base64") },
    shows: { remaining: 0 },
  },
  "setup-link": { args: () => ["--data", at("stopped")], shows: { url: expect.any(String) } },
  explain: { args: () => [keyId], shows: { data: { code: "VALID" } } },
  incident: { args: () => [keyId], shows: { refusals: [] } },
  "explain-error": { args: () => ["data/key_not_found"], shows: [{ code: "key_not_found" }] },
  usage: { args: () => [], shows: { data: { total: expect.any(Number) } } },
  "usage top": { args: () => [], shows: { keyId: expect.any(String), verifications: 1 } },
  verifications: { args: () => [], shows: { code: "VALID" } },
  "webhooks listen": { args: () => ["--print-secret"], shows: { secret: expect.stringMatching(/^whsec_/) } },
  "webhooks trigger": {
    args: () => ["key.created", "--forward", application.url()],
    shows: { type: "key.created", status: 204 },
  },
  call: { args: () => ["apis.listApis"], shows: { data: [{ name: "Payments" }] } },
  login: {
    args: () => ["--url", server.url],
    input: () => server.operatorKey,
    shows: { profile: "default", caller: { type: "operator" } },
  },
  "profiles use": { args: () => ["default"], shows: { profile: "default" } },
  "profiles list": { args: () => [], shows: { profiles: [{ profile: "default" }] } },
  whoami: { args: () => [], shows: { caller: { type: "root_key" }, keySource: "KEYWARD_KEY" } },
  doctor: { args: () => ["--data", at("stopped"), "--port", "0"], shows: { problems: 0, findings: expect.any(Array) } },
  health: { args: () => ["--port", new URL(server.url).port], shows: { isReady: true } },
  version: { args: () => [], shows: { version: expect.any(String) } },
  logout: { args: () => [], shows: { wasStored: true } },
}

test("is taken by every command that shows something", () => {
  const others = ["serve", "completion"]
  const names = programCommands.map(({ words }) => words.join(" ")).filter((name) => !others.includes(name))
  expect(Object.keys(shown).sort()).toEqual(names.sort())
})

test.each(Object.entries(shown))(
  "makes %s print one JSON document and nothing else",
  async (name, { args, input, env, shows }) => {
    const { code, stdout, stderr } = await runHere([...name.split(" "), ...args(), "--json"], {
      env: { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey, KEYWARD_CONFIG_DIR: at("config"), ...env },
      ...(input && { input: input() }),
    })
    // Work of more than two seconds reports its progress.
    const refusals = stderr.replaceAll(/^.* …\n/gm, "")
    expect({ code, stderr: warns.includes(name) ? "" : refusals }).toEqual({ code: 0, stderr: "" })
    expect(stdout.trimEnd().split("\n")).toHaveLength(1)
    expect(JSON.parse(stdout)).toMatchObject(Object(shows))
  },
)
