import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../../scripts/test/service.ts"
import { type Ran, runHere, runProcess } from "../../../test/cli.ts"
import { startKeyward, type TestServer, type TestWorkspace } from "../../../test/harness.ts"
import { startProcess } from "../../../test/services/child-process.ts"
import { temporaryFolder } from "../../../test/services/temporary-folder.ts"

let server: TestServer
let workspace: TestWorkspace
const folder = temporaryFolder()

beforeAll(async () => {
  server = await startKeyward({ engine: "sqlite" })
})

beforeEach(async () => {
  workspace = await server.createWorkspace()
})

afterAll(async () => {
  await server.stop()
  folder.remove()
})

interface Asked {
  readonly key?: string
  readonly input?: string
  readonly columns?: number
}

/** `keyward …` with the root key of this test's workspace. */
function keyward(args: readonly string[], { key = workspace.rootKey, input, columns }: Asked = {}): Promise<Ran> {
  return runHere(args, {
    env: { KEYWARD_URL: server.url, KEYWARD_KEY: key },
    ...(input !== undefined && { input }),
    ...(columns !== undefined && { columns }),
  })
}

/** The answer as it came. */
async function answered(args: readonly string[], asked?: Asked) {
  const { code, stdout, stderr } = await keyward([...args, "--json"], asked)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const ok = (operation: string, body: unknown) => server.ok(operation, body, { key: workspace.rootKey })

describe("an operation by its name", () => {
  test.each([
    [["identities", "create-identity", "--external-id", "user_1"]],
    [["identities", "createIdentity", "--externalId", "user_1"]],
    [["identities.createIdentity", "--external-id=user_1"]],
    [["identities", "create-identity", "--body", '{"externalId":"user_1"}']],
    [["identities", "create-identity", "--json", "--external-id", "user_1"]],
    [["call", "identities.createIdentity", '{"externalId":"user_1"}']],
    [["call", "identities.create-identity", "--json", '{"externalId":"user_1"}']],
  ])("%p does it", async (args) => {
    expect(await keyward(args)).toMatchObject({ code: 0, stderr: "" })
    expect(await ok("identities.listIdentities", {})).toMatchObject([{ externalId: "user_1" }])
  })

  test.each([
    [["identities", "create-identity", "-"]],
    [["identities", "create-identity", "--body", "-"]],
    [["call", "identities.createIdentity", "-"]],
  ])("%p takes the request from standard input", async (args) => {
    expect((await keyward(args, { input: '{"externalId":"user_2"}\n' })).code).toBe(0)
    expect(await ok("identities.listIdentities", {})).toMatchObject([{ externalId: "user_2" }])
  })

  test("a real process reads a real pipe", async () => {
    const main = join(import.meta.dir, "..", "..", "main.ts")
    const line = `echo '{"externalId":"piped"}' | '${process.execPath}' '${main}' identities create-identity -`
    const child = startProcess({
      command: ["sh", "-c", line],
      env: { KEYWARD_URL: server.url, KEYWARD_KEY: workspace.rootKey },
    })
    expect(await child.exit).toEqual({ code: 0, signal: null })
    expect(child.stdout()).toMatch(/^identityId {2}id_\w{22}\n$/)
  })

  test("flags are added to a request that is given as a whole", async () => {
    await answered(["identities", "create-identity", "--body", '{"meta":{"plan":"pro"}}', "--external-id", "user_3"])
    expect(await ok("identities.listIdentities", {})).toMatchObject([{ externalId: "user_3", meta: { plan: "pro" } }])
  })
})

describe("fields of a request", () => {
  test("of every type arrive as they are meant", async () => {
    const { apiId } = await ok("apis.createApi", { name: "Payments" })
    const created = await answered([
      ...["keys", "create-key", "--api-id", apiId, "--byte-length", "32", "--no-enabled", "--name", "A key"],
      ...["--permissions", "a.read, a.write", "--permissions", "b.read", "--expires", "2030-01-01"],
      ...["--credits.remaining", "5", "--credits.refill.interval", "monthly"],
      ...["--credits.refill.amount", "10", "--credits.refill.refill-day", "31"],
      ...["--ratelimits", '{"name":"first","limit":1,"duration":1000}'],
      ...["--ratelimits", '[{"name":"second","limit":2,"duration":2000,"autoApply":true}]'],
      ...["--meta.plan", "pro", "--meta.nested.my-Key", "5", "--ip-allowlist", '["10.0.0.0/8"]'],
    ])
    expect(await ok("keys.getKey", { keyId: created.data.keyId })).toMatchObject({
      name: "A key",
      enabled: false,
      permissions: ["a.read", "a.write", "b.read"],
      expires: Date.UTC(2030, 0, 1),
      credits: { remaining: 5, refill: { interval: "monthly", amount: 10, refillDay: 31 } },
      ratelimits: [
        { name: "first", limit: 1, duration: 1000, autoApply: false },
        { name: "second", limit: 2, duration: 2000, autoApply: true },
      ],
      meta: { plan: "pro", nested: { "my-Key": "5" } },
      ipAllowlist: ["10.0.0.0/8"],
    })
  })

  test("null says what null means, where it means something", async () => {
    const { apiId } = await ok("apis.createApi", { name: "Payments" })
    const { keyId } = await ok("keys.createKey", { apiId, name: "A key", credits: { remaining: 5 } })
    await answered(["keys", "update-key", "--key-id", keyId, "--name", "null", "--credits.remaining", "null"])
    const key = await ok("keys.getKey", { keyId })
    expect(key.name).toBeUndefined()
    expect(key.credits).toBeUndefined()
    await answered(["apis", "update-api", "--api-id", apiId, "--name", "null"])
    expect(await ok("apis.getApi", { apiId })).toMatchObject({ name: "null" })
  })

  test.each([
    [["--enabled"], true],
    [["--enabled", "true"], true],
    [["--enabled=false"], false],
    [["--enabled", "false"], false],
    [["--no-enabled"], false],
  ])("%p is %p", async (flags, enabled) => {
    const args = ["root-keys", "create-root-key", "--permissions", "api.*.read_api", ...flags]
    const { data } = await answered(args)
    expect(await ok("rootKeys.getRootKey", { rootKeyId: data.rootKeyId })).toMatchObject({ enabled })
  })

  test.each([
    [
      ["identities", "create-identity", "--externl-id", "x"],
      "There is no flag --externl-id. Did you mean --external-id?",
    ],
    [["identities", "create-identity", "--external-id"], "--external-id needs a value"],
    [["identities", "create-identity", "--external-id", "--meta", "{}"], "--external-id needs a value"],
    [["identities", "create-identity", "user_1", "user_2"], 'Unexpected argument "user_2".'],
    [["identities", "create-identity", "--meta", "pro"], "--meta is not well-formed JSON."],
    [["identities", "create-identity", "--meta", "[]"], "--meta must be a JSON object"],
    [["identities", "create-identity", "--body", "{", "--meta", "{}"], "--body is not well-formed JSON."],
    [["identities", "create-identity", "--body", "[]", "--meta", "{}"], "need a body that is a JSON object"],
    [["identities", "create-identity", "--body", "{}", "-"], "The body is given twice"],
    [["identities", "list-identities", "--limit", "ten"], '--limit must be an integer, not "ten".'],
    [["identities", "list-identities", "--limit", "1.5"], '--limit must be an integer, not "1.5".'],
    [["identities", "list-identities", "--idempotency-key", "x"], "There is no flag --idempotency-key."],
    [["identities", "create-identity", "--all"], "There is no flag --all."],
    [["events", "list-events", "--since", "yesterday"], "--since must be a time ago (2h, 7d), a date"],
    [["workspaces", "list-workspaces", "--enabled=maybe"], "--enabled must be true or false"],
    [["call"], "Name an operation"],
    [["call", "keys.creatKey"], 'There is no operation "keys.creatKey". Did you mean keys.createKey?'],
    [["call", "keys.listKeys", "{", "}"], "The body must be one argument"],
    [["identities", "create-identity", "-x"], "There is no flag -x."],
  ])("%p is wrong before anything is sent", async (args, message) => {
    const { code, stdout, stderr } = await keyward(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toContain(message)
    expect(await ok("identities.listIdentities", {})).toEqual([])
  })
})

describe("answers", () => {
  test("are told line by line, or as they came", async () => {
    const { identityId } = await ok("identities.createIdentity", { externalId: "user_1", meta: { plan: "pro" } })
    const args = ["identities", "get-identity", "--external-id", "user_1"]
    const { stdout } = await keyward(args)
    expect(stdout).toContain(`identityId  ${identityId}\n`)
    expect(stdout).toContain("meta.plan   pro\n")
    expect(stdout).toMatch(/^createdAt {3}(just now|\d+ seconds? ago) \(\d{4}-\d{2}-\d{2}T[\d:]{8}Z\)$/m)
    const raw = await answered(args)
    expect(raw.meta.requestId).toMatch(/^req_/)
    expect(raw.data).toMatchObject({ identityId, meta: { plan: "pro" } })
  })

  test("without data say that it is done", async () => {
    await ok("identities.createIdentity", { externalId: "user_1" })
    expect(await keyward(["identities", "delete-identity", "--identity", "user_1", "--yes"])).toEqual({
      code: 0,
      stdout: "Deleted user_1.\n",
      stderr: "",
    })
  })

  test("that are lists come page by page, or all at once", async () => {
    for (const externalId of ["a", "b", "c"]) await ok("identities.createIdentity", { externalId })
    const page = await keyward(["identities", "list-identities", "--limit", "2"])
    expect(page.stdout.trim().split("\n")).toHaveLength(3)
    const [, cursor = ""] = /^There are more: add --all, or --cursor (\S+)\.$/m.exec(page.stderr) ?? []
    const rest = await answered(["identities", "list-identities", "--cursor", cursor])
    expect(rest.data.map(({ externalId }: { externalId: string }) => externalId)).toEqual(["c"])

    const all = await keyward(["identities", "list-identities", "--limit", "1", "--all"])
    expect(all.stderr).toBe("")
    expect(
      all.stdout
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(/ {2,}/)[0]),
    ).toEqual(["a", "b", "c"])
    const raw = await answered(["identities", "list-identities", "--limit", "1", "--all"])
    expect(raw.data).toHaveLength(3)
    expect(raw.pagination).toEqual({ hasMore: false })
  })

  test("come whole through call too, which knows what has pages", async () => {
    for (const externalId of ["a", "b", "c"]) await ok("identities.createIdentity", { externalId })
    const all = await answered(["call", "identities.listIdentities", '{"limit":1}', "--all"])
    expect(all.data).toHaveLength(3)
    const { code, stderr } = await keyward(["call", "identities.createIdentity", "--all"])
    expect(code).toBe(2)
    expect(stderr).toContain("identities.createIdentity has no pages. Leave out --all.")
  })

  test("fit a terminal", async () => {
    await ok("identities.createIdentity", { externalId: "x".repeat(200), meta: { long: "y".repeat(500) } })
    const { stdout } = await keyward(["identities", "list-identities"], { columns: 80 })
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80)
  })

  test("to a repeated change say that they are from before", async () => {
    const args = ["identities", "create-identity", "--external-id", "once", "--idempotency-key", "the-first"]
    const [first, second] = [await keyward(args), await keyward(args)]
    expect(second.stdout).toBe(first.stdout)
    expect(second.stderr).toBe("This is the response to an earlier call with the same idempotency key.\n")
  })
})

describe("refusals", () => {
  test("name each wrong flag, the page about the error and the request id", async () => {
    const args = ["keys", "create-key", "--api-id", "api_1", "--byte-length", "1", "--credits.refill.amount", "0"]
    const { code, stdout, stderr } = await keyward([...args, "--ratelimits", '{"name":"x"}'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    const lines = stderr.trimEnd().split("\n")
    expect(lines[0]).toMatch(/^Bad Request \(400\): The request has \d invalid fields\.$/)
    expect(stderr).toContain("\n  --byte-length must be at least 16\n")
    expect(stderr).toContain("\n  --credits.remaining is required\n")
    expect(stderr).toContain("\n  --ratelimits[0].limit is required\n")
    expect(lines.at(-2)).toEndWith("/api-reference/errors-v2/service/application/invalid_input")
    expect(lines.at(-1)).toMatch(/^ {2}Request id: req_\w{22}$/)
  })

  test("in the middle of a list end it", async () => {
    const args = ["identities", "list-identities", "--all", "--cursor", "abc"]
    expect(await keyward(args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--cursor") })
  })

  test("of the key say where it comes from", async () => {
    const { code, stderr } = await keyward(["keys", "list-keys"], { key: "k".repeat(600) })
    expect(code).toBe(2)
    expect(stderr).toContain("The key of KEYWARD_KEY must be one key of 1 to 512 characters")
    expect(stderr).not.toContain("kkkk")
  })
})

describe("the way to the service", () => {
  const env = () => ({ KEYWARD_KEY: workspace.rootKey })

  test("can be named by a flag, with or without a slash at its end", async () => {
    const args = ["keys", "list-keys", "--url"]
    expect(await runHere([...args, server.url], { env: env() })).toMatchObject({ code: 0, stdout: "None.\n" })
    expect(await runHere([...args, `${server.url}/`], { env: env() })).toMatchObject({ code: 0, stdout: "None.\n" })
  })

  test("needs a key, from the environment or a file and never from a flag", async () => {
    const none = await runHere(["keys", "list-keys", "--url", server.url])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("set KEYWARD_KEY") })
    const file = join(folder.path, "key")
    writeFileSync(file, `${workspace.rootKey}\n`)
    chmodSync(file, 0o600)
    expect((await runHere(["keys", "list-keys", "--url", server.url, "--key-file", file])).code).toBe(0)
    const missing = await runHere(["keys", "list-keys", "--key-file", `${file}-that-is-not-there`])
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read (ENOENT)") })
    const { code, stderr } = await runHere(["keys", "list-keys", "--key", workspace.rootKey], { env: env() })
    expect(code).toBe(2)
    expect(stderr).toContain("There is no flag --key. Did you mean --key-file?")
    expect(stderr).not.toContain(workspace.rootKey)
  })

  test("that leads nowhere is answered with what to do", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`
    const { code, stdout, stderr } = await runProcess(["keys", "list-keys"], { ...env(), KEYWARD_URL: url })
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toBe(
      `The service at ${url} (KEYWARD_URL) cannot be reached: nothing listens there. Start it with \`keyward serve\`, or name its address with KEYWARD_URL, --url or \`keyward login\`.\n`,
    )
  })

  test.each([["nowhere"], ["ftp://localhost"]])("has to be a URL, which %s is not", async (url) => {
    const { code, stderr } = await runHere(["keys", "list-keys", "--url", url], { env: env() })
    expect(code).toBe(2)
    expect(stderr).toContain("is not an http or https URL")
  })

  test("that leads to something else is told apart, and no redirect is followed with the key", async () => {
    const seen: string[] = []
    const elsewhere = Bun.serve({
      port: 0,
      fetch(request) {
        seen.push(request.url)
        return new Response("moved", { status: 308, headers: { Location: `${server.url}/v2/keys.listKeys` } })
      },
    })
    const url = `http://localhost:${elsewhere.port}`
    const { code, stderr } = await runHere(["keys", "list-keys", "--url", url], { env: env() })
    expect(code).toBe(1)
    expect(stderr).toContain(
      `The server at ${url} (--url) is not Keyward: it returned status 308 and redirects to ${server.url}`,
    )
    expect(seen).toHaveLength(1)
    await elsewhere.stop(true)
  })
})
