import { beforeAll, describe, expect, test } from "bun:test"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { clockTime } from "./values/clock-time.ts"

const server = serveKeyward({ engine: "sqlite" })
let env: Record<string, string>
let keyId: string

beforeAll(async () => {
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
  const { rootKey: robot } = await server.ok("rootKeys.createRootKey", { name: "CI robot", permissions: ["*"] })
  const { apiId } = await server.ok("apis.createApi", { name: "Maps" })
  await server.ok("permissions.createPermission", { name: "maps.print", slug: "maps.print" })
  await server.ok("plans.createPlan", { name: "pro", permissions: ["maps.read", "maps.write"] })
  await server.ok("identities.createIdentity", {
    externalId: "acme",
    plan: "pro",
    quota: { limit: 9, interval: "daily" },
  })
  keyId = (await server.ok("keys.createKey", { apiId, externalId: "acme", name: "Production" })).keyId
  const options = { key: robot }
  await server.ok("keys.updateKey", { keyId, enabled: false }, options)
  await server.ok("keys.updateKey", { keyId, name: "Old", meta: { seats: 5 } }, options)
  await server.ok("plans.updatePlan", { plan: "pro", permissions: ["maps.read", "maps.print"] }, options)
})

const events = (...flags: readonly string[]) => runHere(["events", "list", ...flags], { env })
const rows = async (...flags: readonly string[]) => {
  const { stdout } = await events(...flags)
  const [head = "", ...lines] = stdout.trimEnd().split("\n")
  return [head, ...lines].map((line) => line.trim().split(/ {2,}/))
}

describe("the list of events", () => {
  test("says when, who by name, what, which object of which customer, and the difference in words", async () => {
    const shown = await rows("--limit", "3", "--columns", "time,who,what,object,customer,changes")
    const time = expect.stringMatching(/^(\d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2} \d{2}:\d{2})$/)
    expect(shown).toEqual([
      ["time", "who", "what", "object", "customer", "changes"],
      [time, "CI robot", "plan.updated", "pro", "permissions: maps.write removed, maps.print added"],
      [time, "CI robot", "key.updated", "Old", "acme", "name: Production → Old; meta.seats: none → 5"],
      [time, "CI robot", "key.disabled", "Old", "acme", "enabled: true → false"],
    ])
    const [head] = await rows("--limit", "1")
    expect(head).toEqual(["time", "who", "what", "object", "changes", "eventId"])
  })

  test("has the same columns in CSV, with full times", async () => {
    const { stdout } = await events("--limit", "1", "--type", "key.disabled", "--csv")
    expect(stdout).toMatch(
      /^time,who,what,object,customer,changes,eventId\r\n\d{4}-\d{2}-\d{2}T[\d:.]+Z,CI robot,key\.disabled,Old,acme,enabled: true → false,evt_\w+\n$/,
    )
  })

  test("names a key by its id if the caller may not read it", async () => {
    const key = await server.createRootKey(["event.*.read_event"])
    const { stdout } = await runHere(["events", "list", "--limit", "1", "--columns", "who"], {
      env: { ...env, KEYWARD_KEY: key },
    })
    expect(stdout).toMatch(/^who\nrk_\w+\n$/)
  })

  test("is about a customer and its keys, by either id", async () => {
    const { identityId } = await server.ok("identities.getIdentity", { identity: "acme" })
    for (const customer of ["acme", identityId]) {
      const { stdout } = await events("--customer", customer, "--columns", "what")
      expect(stdout.trim().split("\n").slice(1)).toEqual([
        "key.updated",
        "key.disabled",
        "key.created",
        "identity.created",
      ])
    }
  })

  test("is about a customer that was deleted, by either id", async () => {
    const { identityId } = await server.ok("identities.createIdentity", { externalId: "gone" })
    await server.ok("identities.deleteIdentity", { identity: "gone" })
    for (const customer of ["gone", identityId]) {
      const { code, stdout } = await events("--customer", customer, "--columns", "what")
      expect({ code, rows: stdout.trim().split("\n") }).toEqual({
        code: 0,
        rows: ["what", "identity.deleted", "identity.created"],
      })
    }
    const none = await events("--customer", "gone", "--since", "2099-01-01")
    expect(none).toEqual({ code: 0, stdout: "None.\n", stderr: "" })
  })

  test("of an id that no event is about is an error", async () => {
    for (const format of [[], ["--json"], ["--only", "type"]]) {
      const { code, stderr } = await events("--resource-id", "key_unknown", ...format)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'No event is about "key_unknown".\n',
      })
    }
    const unknown = await events("--customer", "nobody")
    expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining("identity could not be found")])
    const both = await events("--customer", "acme", "--resource-id", keyId)
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("cannot be combined")])
    // The object exists, and nothing happened to it since.
    const none = await events("--resource-id", keyId, "--since", "2099-01-01")
    expect(none).toEqual({ code: 0, stdout: "None.\n", stderr: "" })
  })

  test("that is followed says the same in a line", async () => {
    const watching = startCli(["events", "--watch", "--customer", "acme", "--limit", "1"], env)
    await watching.waitForOutput(/key\.updated {2}Old of acme {2}by CI robot {2}name: Production → Old; meta\.seats/)
    watching.kill("SIGINT")
    expect((await watching.exit).code).toBe(0)
  })
})

test("the time of an event is that of the local clock", () => {
  const noon = new Date(2027, 0, 31, 12).getTime()
  expect(clockTime(new Date(2027, 0, 31, 9, 5, 7).getTime(), noon)).toBe("09:05:07")
  expect(clockTime(new Date(2027, 0, 30, 23, 59, 59).getTime(), noon)).toBe("2027-01-30 23:59")
})

test("the period of a quota begins and ends at a time", async () => {
  const { stdout } = await runHere(["identities", "get", "acme"], { env })
  expect(stdout).toMatch(/^quota\.from +.* \(\d{4}-\d{2}-\d{2}T00:00:00Z\)$/m)
  expect(stdout).toMatch(/^quota\.resets +in .* \(\d{4}-\d{2}-\d{2}T00:00:00Z\)$/m)
})
