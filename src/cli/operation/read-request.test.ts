import { beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { runHere } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"

const server = serveKeyward({ engine: "sqlite" })
let env: Record<string, string>
let apiId: string
let keyId: string

beforeAll(async () => {
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
})
beforeEach(async () => {
  apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
  keyId = (await server.ok("keys.createKey", { apiId, credits: { remaining: 10 } })).keyId
})

/** The JSON that a successful command prints. */
async function done(...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere([...args, "--json"], { env })
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout).data
}

const getKey = () => server.ok("keys.getKey", { keyId })

describe("a list of numbers", () => {
  test("is written with commas, or as JSON, and nothing else is a number", async () => {
    const days = async (text: string) =>
      (await done("workspaces", "update", "--notices.expiring-days", text)).notices.expiringDays
    expect([await days("30,7, 1"), await days("[2]"), await days("[]")]).toEqual([[30, 7, 1], [2], []])
    const { stderr } = await runHere(["workspaces", "update", "--notices.expiring-days", "7,soon"], { env })
    expect(stderr).toContain('--notices.expiring-days must be an integer, not "soon".')
    expect((await done("workspaces", "get")).notices.expiringDays).toEqual([])
  })
})

describe("arguments without a flag", () => {
  test("name the object, whatever the command is about", async () => {
    expect(await done("keys", "get", keyId)).toMatchObject({ keyId })
    expect(await done("apis", "get", apiId)).toMatchObject({ name: "Payments" })
    expect(await done("workspaces", "get", server.workspaceId)).toMatchObject({ id: server.workspaceId })
    expect(await done("root-keys", "get", server.rootKeyId)).toMatchObject({ rootKeyId: server.rootKeyId })
    await done("identities", "create", "user_1")
    expect(await done("identities", "get", "user_1")).toMatchObject({ externalId: "user_1" })
    await done("permissions", "create", "documents.read", "--name", "Read")
    await done("roles", "create", "reader", "--permissions", "documents.read")
    expect(await done("roles", "get", "reader")).toMatchObject({ permissions: [{ slug: "documents.read" }] })
    expect(await done("apis", "list-keys", apiId)).toMatchObject([{ keyId }])
    expect(await done("ratelimits", "check", "email", "user_1", "--rate", "5/1m")).toMatchObject({ remaining: 4 })
    await done("ratelimits", "set-override", "email", "user_*", "--rate", "9/hour")
    expect(await done("ratelimits", "get-override", "email", "user_1")).toMatchObject({ limit: 9, duration: 3_600_000 })
  })

  test("collects what follows the last position in its list, together with the flag of that list", async () => {
    await done("keys", "add-permissions", keyId, "a.read", "a.write,b.read", "--permissions", "c.read")
    expect((await getKey()).permissions).toEqual(["a.read", "a.write", "b.read", "c.read"])
    await done("keys", "remove-permissions", keyId, "a.read", "b.read")
    expect((await getKey()).permissions).toEqual(["a.write", "c.read"])
  })

  test("and flags mix in any order, and flags work instead", async () => {
    expect(await done("keys", "update", "--name", "first", keyId)).toEqual({})
    expect(await done("keys", "update", "--key-id", keyId, "--meta", "plan=pro", "--meta", "seats=5")).toEqual({})
    expect(await getKey()).toMatchObject({ name: "first", meta: { plan: "pro", seats: "5" } })
  })

  test.each([
    [["keys", "get"], "KEY_ID is missing. Usage: keyward keys get KEY_ID [flags]."],
    [["keys", "rotate", "key_1"], "--overlap is missing. Usage: keyward keys rotate KEY_ID --overlap DURATION."],
    [["keys", "rotate"], "KEY_ID and --overlap are missing."],
    [["keys", "add-roles", "key_1"], "ROLE… is missing."],
    [["keys", "set-credits", "key_1"], "AMOUNT is missing."],
    [["ratelimits", "check", "email", "user_1"], "--rate is missing."],
    [["keys", "get", "key_1", "key_2"], 'Unexpected argument "key_2". Put quotes around a value with spaces'],
    [["keys", "list", "acme"], 'Unexpected argument "acme". Did you mean --search acme?'],
    [["keys", "list", "api_1"], 'Unexpected argument "api_1". Did you mean --api api_1?'],
    [["keys", "rotate", "key_1", "1h"], 'Unexpected argument "1h". Did you mean --overlap 1h?'],
    [["identities", "delete", "user_1", "disable"], 'Unexpected argument "disable". Did you mean --keys disable?'],
    [["keys", "get", "key_1", "--key-id", "key_1"], "--key-id is given more than once. Give it once."],
  ])("%p is wrong before anything is sent", async (args, message) => {
    expect(await runHere(args, { env })).toEqual(failure(2, message))
  })
})

describe("values are written as people write them", () => {
  test("when a key is created", async () => {
    const before = Date.now()
    const created = await done(
      ...["keys", "create", apiId, "--expires", "30d", "--credits", "1000", "--refill", "500/month@15"],
      ...["--ratelimit", "requests=100/1m", "--ratelimit", "tokens=5000/1h,named"],
    )
    const key = await server.ok("keys.getKey", { keyId: created.keyId })
    expect(key).toMatchObject({
      credits: { remaining: 1000, refill: { interval: "monthly", amount: 500, refillDay: 15 } },
      ratelimits: [
        { name: "requests", limit: 100, duration: 60_000, autoApply: true },
        { name: "tokens", limit: 5000, duration: 3_600_000, autoApply: false },
      ],
    })
    expect(key.expires - 30 * 86_400_000).toBeWithin(before, Date.now() + 1)
  })

  test("when a key changes", async () => {
    await done("keys", "update", keyId, "--expires", "2030-12-31", "--refill", "20/day")
    expect(await getKey()).toMatchObject({
      expires: Date.UTC(2030, 11, 31),
      credits: { remaining: 10, refill: { interval: "daily", amount: 20 } },
    })
    await done("keys", "update", keyId, "--expires", "never", "--refill", "none")
    const { expires, credits } = await getKey()
    expect({ expires, credits }).toEqual({ expires: undefined, credits: { remaining: 10 } })
    await done("keys", "update", keyId, "--credits", "unlimited")
    expect((await getKey()).credits).toBeUndefined()
  })

  test("when credits are added, taken and set", async () => {
    expect(await done("keys", "add-credits", keyId, "5")).toMatchObject({ remaining: 15 })
    expect(await done("keys", "remove-credits", keyId, "3")).toMatchObject({ remaining: 12 })
    expect(await done("keys", "set-credits", keyId, "7")).toMatchObject({ remaining: 7 })
    expect(await done("keys", "set-credits", keyId, "unlimited")).toMatchObject({ remaining: null })
  })

  test("when a key is rotated, and its previous secret ends", async () => {
    const before = Date.now()
    const { previousExpires } = await done("keys", "rotate", keyId, "--overlap", "24h")
    expect(previousExpires - 86_400_000).toBeWithin(before, Date.now() + 1)
    expect((await getKey()).rotation).toMatchObject({ previousExpires })
    await done("keys", "cancel-rotation", keyId, "--yes")
  })

  test("when a key is rerolled, and the old one ends", async () => {
    const before = Date.now()
    const { keyId: successor } = await done("keys", "reroll", keyId, "--overlap", "24h")
    expect(successor).not.toBe(keyId)
    expect((await getKey()).expires - 86_400_000).toBeWithin(before, Date.now() + 1)
  })

  test("when a key is verified", async () => {
    const { key } = await server.ok("keys.createKey", {
      apiId,
      credits: { remaining: 10 },
      ratelimits: [{ name: "tokens", limit: 5, duration: 60_000 }],
    })
    const verified = await done("keys", "verify", "--key", key, "--cost", "4", "--ratelimit", "tokens:3")
    expect(verified).toMatchObject({ valid: true, credits: 6, ratelimits: [{ name: "tokens", remaining: 2 }] })
    const again = await done("keys", "verify", "--key", key, "--ratelimit", "other=1/1m", "--ratelimit", "tokens")
    expect(
      again.ratelimits.map(({ name, remaining }: { name: string; remaining: number }) => [name, remaining]),
    ).toEqual(
      expect.arrayContaining([
        ["tokens", 1],
        ["other", 0],
      ]),
    )
  })

  test("when events are listed since some time ago", async () => {
    expect((await done("events", "list", "--since", "1h", "--type", "api.created")).length).toBeGreaterThan(0)
    expect(await done("events", "list", "--until", "1h")).toEqual([])
  })

  test.each([
    [["keys", "create", "api_1", "--expires", "tomorrow"], "a time from now (30d, 12h, 6mo)", "tomorrow"],
    [["keys", "create", "api_1", "--expires", "30"], "a date in UTC (2027-01-31)", "30"],
    [["keys", "create", "api_1", "--expires", "1767225600"], "or Unix milliseconds", "1767225600"],
    [["keys", "create", "api_1", "--expires", "2027-02-30"], "--expires must be", "2027-02-30"],
    [["keys", "update", "key_1", "--expires", "soon"], "never or Unix milliseconds", "soon"],
    [["events", "list", "--since", "yesterday"], "a time ago (2h, 7d)", "yesterday"],
    [["keys", "rotate", "key_1", "--overlap", "24"], "a duration with its unit (30s, 5m, 24h, 7d)", "24"],
    [["keys", "rotate", "key_1", "--overlap", "1mo"], "a duration with its unit", "1mo"],
    [["keys", "create", "api_1", "--credits", "many"], "a number such as 1000, or unlimited", "many"],
    [["keys", "create", "api_1", "--refill", "1000"], "AMOUNT/day or AMOUNT/month@DAY", "1000"],
    [["keys", "create", "api_1", "--refill", "10/day@3"], "AMOUNT/day or AMOUNT/month@DAY", "10/day@3"],
    [["keys", "create", "api_1", "--ratelimit", "100/1m"], "NAME=LIMIT/DURATION", "100/1m"],
    [["keys", "create", "api_1", "--ratelimit", "a=100/x"], "NAME=LIMIT/DURATION", "a=100/x"],
    [["ratelimits", "check", "a", "b", "--rate", "100"], "LIMIT/DURATION, such as 100/1m", "100"],
  ])("%p quotes what was sent and shows what is accepted", async (args, forms, sent) => {
    const { code, stderr } = await runHere(args, { env })
    expect(code).toBe(2)
    expect(stderr).toContain(forms)
    expect(stderr).toContain(`not ${JSON.stringify(sent)}.`)
  })
})

describe("revoke", () => {
  test("disables a key at once, and can be undone", async () => {
    const { key, keyId: revoked } = await server.ok("keys.createKey", { apiId })
    await done("keys", "revoke", revoked, "--yes")
    expect(await server.ok("keys.verifyKey", { key })).toMatchObject({ code: "DISABLED" })
    await done("keys", "update", revoked, "--enabled")
    expect(await server.ok("keys.verifyKey", { key })).toMatchObject({ code: "VALID" })
  })

  test("asks first, and takes nothing but the id", async () => {
    expect(await runHere(["keys", "revoke", keyId], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs confirmation"),
    })
    expect(await runHere(["keys", "revoke", keyId, "--name", "x", "--yes"], { env })).toMatchObject({ code: 2 })
    expect((await getKey()).enabled).toBe(true)
  })
})
