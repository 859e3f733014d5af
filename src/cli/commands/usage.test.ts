import { beforeAll, describe, expect, test } from "bun:test"
import { runHere, startCli } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { until } from "../../../test/harness/until.ts"
import { createWorld, type World } from "../../../test/harness/world.ts"

describe("usage in the terminal", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let world: World
  const env = () => ({ KEYWARD_URL: server.url, KEYWARD_KEY: world.rootKey })
  const run = (...args: readonly string[]) => runHere(args, { env: env() })
  const verify = (key: string, more: object = {}) =>
    server.ok("keys.verifyKey", { key, ...more }, { key: world.rootKey })
  beforeAll(async () => {
    world = await createWorld(server)
    await verify(world.key, { credits: { cost: 3 }, tags: ["path=/a"] })
    await verify(world.key, { credits: { cost: 4 } })
    await verify("unknown", { ip: "192.0.2.7" })
    while (!(await run("usage")).stdout.includes("total                 3")) await Bun.sleep(20)
  })

  test("keyward usage shows groups, credits and bars", async () => {
    const { code, stdout, stderr } = await run("usage", "--since", "2d")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^VALID +2 {2}7 credits$/m)
    expect(stdout).toMatch(/^NOT_FOUND +1$/m)
    expect(stdout).toMatch(/^20\d\d-\d\d-\d\d \d\d:00 {2}█{40} 3$/m)
    const byCustomer = (await run("usage", "--by", "customer")).stdout
    expect(byCustomer).toMatch(/^user_42 +2 {2}7 credits$/m)
    expect((await run("usage", "--by", "tag")).stdout).toMatch(/^path=\/a +1 {2}3 credits$/m)
    expect((await run("usage", "--by", "key", "--key", world.keyId)).stdout).toContain(world.keyId)
  })

  test("keyward usage prints JSON and CSV", async () => {
    const json = JSON.parse((await run("usage", "--json", "--by", "api")).stdout)
    expect(json.data).toMatchObject({ total: 3, credits: 7 })
    const lines = (await run("usage", "--csv", "--interval", "total")).stdout.trimEnd().split("\r\n")
    expect(lines[0]).toBe("time,group,verifications,credits")
    expect(lines[1]).toMatch(/^20.*Z,VALID,2,7$/)
  })

  test("keyward usage top lists keys, customers, APIs and tags with share and the time before", async () => {
    const { code, stdout, stderr } = await run("usage", "top")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^key +customer +keyId +credits +share +before +verifications +before$/m)
    expect(stdout).toMatch(new RegExp(`^Customer 42 +user_42 +${world.keyId} +7 +100\\.0 % +0 +2 +0$`, "m"))
    expect(stdout).toMatch(/^\(unknown keys\) +0 +0\.0 % +0 +1 +0$/m)
    expect((await run("usage", "top", "--by", "tag", "--since", "1h")).stdout).toMatch(
      /^path=\/a +3 +42\.9 % +0 +1 +0$/m,
    )
    const csv = (await run("usage", "top", "--by", "customer", "--all", "--csv")).stdout.trimEnd().split("\r\n")
    expect(csv[0]).toBe(
      "customer,identityId,deleted,credits,creditsShare,creditsBefore,creditsChange," +
        "verifications,verificationsShare,verificationsBefore,verificationsChange",
    )
    expect(csv[1]).toMatch(/^user_42,id_\w+,,7,1,0,7,2,0\.666667,0,2$/)
    const rows = (await run("usage", "top", "--sort", "verifications-change", "--json")).stdout.trim().split("\n")
    expect(rows.map((row) => JSON.parse(row).verifications)).toEqual([2, 1])
    expect((await run("usage", "top", "--month", "2020-01")).stdout).toBe("No verifications.\n")
    expect((await run("usage", "top", "--month", "2020-13")).stderr).toContain(
      "--month must be a month such as 2026-11",
    )
    expect((await run("usage", "top", "--since", "1h", "--until", "2h")).stderr).toContain("--since must be before")
    expect((await run("usage", "list", "--limit", "1", "--columns", "name,credits")).stdout).toMatch(
      /^Customer 42 +7$/m,
    )
  })

  test("refuses values that it does not know, and says which it does", async () => {
    expect((await run("usage", "--by", "colour")).stderr).toContain("--by must be one of code, key, customer, tag, api")
    expect((await run("usage", "--since", "soon")).stderr).toContain("--since must be a duration such as 7d")
    expect((await run("usage", "--csv", "--json")).stderr).toContain("cannot be combined")
    expect((await run("verifications", "--limit", "0")).stderr).toContain("--limit must be a number from 1 to 100")
  })

  test("keyward verifications shows the log, filtered", async () => {
    while ((await run("verifications")).stdout.trim().split("\n").length < 3) await Bun.sleep(20)
    const { stdout } = await run("verifications")
    expect(stdout).toMatch(/^20\S+Z {2}NOT_FOUND +192\.0\.2\.7$/m)
    expect(stdout).toMatch(new RegExp(`VALID +${world.keyId}  Customer 42  user_42  path=/a$`, "m"))
    const only = await run("verifications", "--code", "NOT_FOUND", "--csv")
    expect(only.stdout.trimEnd().split("\n")).toHaveLength(2)
    expect(
      JSON.parse((await run("verifications", "--key", world.keyId, "--limit", "1", "--json")).stdout),
    ).toMatchObject({
      keyId: world.keyId,
      code: "VALID",
    })
    expect((await run("verifications", "--tag", "never")).stdout).toBe("No verifications.\n")
  })

  test("keyward verifications --watch shows earlier and new verifications once each, oldest first", async () => {
    const child = startCli(["verifications", "--watch", "--since", "1h"], env())
    await child.waitForOutput(/NOT_FOUND/)
    await verify("unknown", { tags: ["later"] })
    await child.waitForOutput(/NOT_FOUND +later/)
    child.kill("SIGINT")
    await child.exit
  })

  test("prints CSV that no spreadsheet runs, whatever a key or a tag is called", async () => {
    const { apiId, keyId, key } = await createFormulaKey()
    await verify(key, { tags: ["@SUM(A1)"] })
    const log = await until(async () => {
      const { stdout } = await run("verifications", "--key", keyId, "--csv")
      return stdout.includes(keyId) && stdout
    })
    expect(log).toContain(`,VALID,${keyId},"'=1+1",,,"'@SUM(A1)",`)
    const usage = await until(async () => {
      const { stdout } = await run("usage", "--by", "tag", "--api", apiId, "--interval", "total", "--csv")
      return stdout.includes("SUM") && stdout
    })
    expect(usage).toContain(`,"'@SUM(A1)",1,`)
  })

  async function createFormulaKey() {
    const { apiId } = await server.ok("apis.createApi", { name: "Odd names" }, { key: world.rootKey })
    const created = await server.ok("keys.createKey", { apiId, name: "=1+1" }, { key: world.rootKey })
    return { apiId, ...created }
  }
})

describe("usage for invoices", () => {
  const clock = { now: Date.parse("2026-03-31T12:00:00Z") }
  const billed = serveKeyward({ engine: "sqlite", clock })

  test("keyward usage --previous prints the counts of the last period, for invoices", async () => {
    const call = (operation: string, body: object) => billed.ok(operation, body)
    const { apiId } = await call("apis.createApi", { name: "billed" })
    const quota = { limit: 5, interval: "monthly", overage: null }
    const { identityId } = await call("identities.createIdentity", { externalId: "=acme", quota })
    await call("identities.createIdentity", { externalId: "without" })
    const { key } = await call("keys.createKey", { apiId, externalId: "=acme" })
    await call("keys.verifyKey", { key, credits: { cost: 7 } })
    const daily = { limit: 5, interval: "daily" }
    const pro = await call("plans.createPlan", { name: "pro", quota })
    const free = await call("plans.createPlan", { name: "free", quota: daily })
    const planChange = { plan: free.planId, at: Date.parse("2026-04-01T00:00:00Z") }
    const downgraded = { externalId: "downgraded", plan: pro.planId, planChange }
    const { identityId: downgradedId } = await call("identities.createIdentity", downgraded)
    const { key: its } = await call("keys.createKey", { apiId, externalId: "downgraded" })
    await call("keys.verifyKey", { key: its, credits: { cost: 9 } })
    clock.now = Date.parse("2026-04-01T00:00:00Z")
    await call("keys.verifyKey", { key: its })
    const env = { KEYWARD_URL: billed.url, KEYWARD_KEY: billed.rootKey }
    const { code, stdout } = await runHere(["usage", "--previous"], { env })
    expect({ code, lines: stdout.trimEnd().split("\n") }).toEqual({
      code: 0,
      lines: [
        "customer,identityId,interval,from,used,overageUsed",
        `"'=acme",${identityId},monthly,2026-03-01T00:00:00.000Z,5,2`,
        `downgraded,${downgradedId},monthly,2026-03-01T00:00:00.000Z,5,4`,
      ],
    })
  })
})
