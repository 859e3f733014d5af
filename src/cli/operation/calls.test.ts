import { describe, expect, test } from "bun:test"
import { serveCalls } from "../../../test/cli/calls.ts"
import { programWords } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { startProcess } from "../../../test/services/child-process.ts"

const { answered, keyward, ok, rootKey, server } = await serveCalls()

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
    const line = `echo '{"externalId":"piped"}' | ${programWords} identities create-identity -`
    const child = startProcess({
      command: ["sh", "-c", line],
      env: { KEYWARD_URL: server.url, KEYWARD_KEY: rootKey() },
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
    [
      ["events", "list-events", "--since", "yesterday"],
      "--since must be a time ago (2h, 7d), a local time of the last 24 hours (14:05), a date",
    ],
    [["workspaces", "list-workspaces", "--enabled=maybe"], "--enabled must be true or false"],
    [["call"], "Name an operation"],
    [["call", "keys.creatKey"], 'There is no operation "keys.creatKey". Did you mean keys.createKey?'],
    [["call", "keys.listKeys", "{", "}"], "The body must be one argument"],
    [["identities", "create-identity", "-x"], "There is no flag -x."],
  ])("%p is wrong before anything is sent", async (args, message) => {
    expect(await keyward(args)).toEqual(failure(2, message))
    expect(await ok("identities.listIdentities", {})).toEqual([])
  })
})
