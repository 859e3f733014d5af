import { beforeAll, describe, expect, test } from "bun:test"
import { runHere, startCliInTerminal } from "../../../test/cli/cli.ts"
import { failure } from "../../../test/cli/failure.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { createWorld, type World } from "../../../test/harness/world.ts"

describe("keyward explain", () => {
  const server = serveKeyward({ engine: "sqlite" })
  let world: World
  beforeAll(async () => {
    world = await createWorld(server)
  })
  const env = () => ({ KEYWARD_URL: server.url, KEYWARD_KEY: world.rootKey })
  const explain = (args: readonly string[], input?: string) =>
    runHere(["explain", ...args], { env: env(), ...(input !== undefined && { input }) })

  test("shows the verdict and every check, by id and by the key itself", async () => {
    const { code, stdout, stderr } = await explain([world.keyId])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const [verdict, ...lines] = stdout.trimEnd().split("\n")
    expect(verdict).toBe("VALID")
    expect(lines).toContain("  ok      quota        The workspace has no monthly quota of verifications.")
    expect(lines).toContain("  ok      credits      The balance is 10, and this verification costs 1.")
    expect((await explain([world.key])).stdout).toBe(stdout)
    expect((await explain(["--key", "-"], `${world.key}\n`)).stdout).toBe(stdout)
    expect((await runHere(["keys", "explain", world.keyId], { env: env() })).stdout).toBe(stdout)
  })

  test("marks what fails, and says when the key is valid again", async () => {
    const { apiId } = world
    const credits = { remaining: 0, refill: { interval: "daily", amount: 5 } }
    const { keyId } = await server.ok("keys.createKey", { apiId, credits }, { key: world.rootKey })
    const { code, stdout } = await explain([keyId])
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^USAGE_EXCEEDED {2}valid again in \d+ (hour|minute|second)s? \(20\d\d-\d\d-\d\dT00:00:00Z\)\n/,
    )
    expect(stdout).toMatch(
      /^ {2}failed {2}credits +The balance is 0, and this verification costs 1\. The next refill is/m,
    )
  })

  /** A shell splits the line into arguments. */
  const paste = async (line: string) => {
    const { stdout } = Bun.spawnSync(["sh", "-uc", line.replace(/^keyward/, "printf '%s\\0'")])
    return runHere(stdout.toString().split("\0").slice(0, -1), { env: env() })
  }

  test("shows commands that make the failed checks pass, for the same service", async () => {
    const { apiId } = world
    const body = { apiId, enabled: false, ipAllowlist: ["10.0.0.0/8"], credits: { remaining: 1 } }
    const { keyId } = await server.ok("keys.createKey", body, { key: world.rootKey })
    const request = [keyId, "--ip", "2001:db8::1", "--permissions", "docs.* AND -odd", "--credits.cost", "4"]
    const refused = await explain([...request, "--url", server.url])
    expect(refused.stdout).toMatch(/^DISABLED\n/)
    const [, fixes = ""] = refused.stdout.split("\n\nTo fix:\n")
    const lines = fixes.trimEnd().split("\n")
    const addition = JSON.stringify({ keyId, permissions: ["docs.*", "-odd"] })
    expect(lines).toEqual([
      `  keyward keys update ${keyId} --enabled --url ${server.url}`,
      `  keyward keys update ${keyId} --ip-allowlist 10.0.0.0/8,2001:db8::1/128 --url ${server.url}`,
      `  keyward call keys.addPermissions '${addition}' --url ${server.url}`,
      `  keyward keys add-credits ${keyId} 3 --url ${server.url}`,
    ])
    for (const line of lines) expect(await paste(line.trim())).toMatchObject({ code: 0, stderr: "" })
    const { stdout } = await explain(request)
    expect(stdout).toStartWith("VALID\n")
    expect(stdout).not.toContain("To fix:")
  })

  test("names a disabled customer, and the command that enables it", async () => {
    const root = { key: world.rootKey }
    const { identityId } = await server.ok("identities.createIdentity", { externalId: "unpaid", enabled: false }, root)
    const { keyId } = await server.ok("keys.createKey", { apiId: world.apiId, externalId: "unpaid" }, root)
    const { stdout } = await explain([keyId])
    expect(stdout).toStartWith("DISABLED\n")
    expect(stdout).toContain(`  failed  enabled      The customer of the key (${identityId}) is disabled.`)
    const command = `keyward identities update ${identityId} --enabled`
    expect(stdout).toEndWith(`\n\nTo fix:\n  ${command}\n`)
    expect(await paste(command)).toMatchObject({ code: 0, stdout: "enabled  false → true\n" })
    expect((await explain([keyId])).stdout).toStartWith("VALID\n")
  })

  test("passes several permissions as arguments", async () => {
    const { stdout } = await explain([world.keyId, "--permissions", "docs.* AND docs.read"])
    expect(stdout).toEndWith(`\n\nTo fix:\n  keyward keys add-permissions ${world.keyId} 'docs.*' docs.read\n`)
  })

  test("names the rate limit that refuses", async () => {
    const { stdout } = await explain([world.keyId, "--ratelimit", "requests:101"])
    expect(stdout).toStartWith("RATE_LIMITED\n")
    expect(stdout).toMatch(/^ {2}failed {2}ratelimit requests {2}The limit of the key is 100 in 60000 ms\./m)
  })

  test("explains an unknown key as NOT_FOUND, and refuses an unknown id", async () => {
    const unknown = await explain(["acme_never_issued"])
    expect(unknown.code).toBe(0)
    expect(unknown.stdout).toStartWith("NOT_FOUND\n")
    expect(await explain(["key_1CAiZx1YPnJZtcPxTdBGPS"])).toEqual(failure(3, "The workspace has no such key."))
  })

  test("prints the response with --json, and the checks as CSV with --csv", async () => {
    const { stdout: json } = await explain([world.keyId, "--json"])
    expect(JSON.parse(json).data).toMatchObject({ code: "VALID", checks: expect.any(Array) })
    const { stdout: csv } = await explain([world.keyId, "--permissions", "a AND b", "--csv"])
    const [head, ...rows] = csv.trimEnd().split("\r\n")
    expect(head).toBe("check,name,passed,detail,hint,missing,remaining,balance,reset,expires")
    expect(rows.map((row) => row.split(",")[0])).toEqual(JSON.parse(json).data.checks.map(checkName))
    expect(rows.find((row) => row.startsWith("permissions"))).toMatch(
      /^permissions,,false,".+",Add the missing permissions .+,a b,,,,$/,
    )
    expect((await explain([world.keyId, "-o", "csv", "--permissions", "a AND b"])).stdout).toBe(csv)
    expect((await explain([world.keyId, "--only", "code"])).stdout).toBe("VALID\n")
  })

  test("does not combine formats", async () => {
    expect(await explain([world.keyId, "--csv", "--json"])).toMatchObject({ code: 2 })
    expect((await explain([world.keyId, "--csv", "-o", "table"])).stderr).toContain(
      "--csv and --output table cannot be combined.",
    )
  })

  test("asks for the key at a terminal, where an empty answer sends nothing", async () => {
    const terminal = startCliInTerminal(["explain"], env())
    await terminal.waitFor(/Key \(not shown\): /)
    terminal.type(`${world.key}\r`)
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain(world.keyId)
    expect(terminal.screen()).not.toContain(world.key)
    const empty = startCliInTerminal(["explain"], env())
    await empty.waitFor(/Key \(not shown\): /)
    empty.type("\r")
    expect(await empty.exit).toBe(1)
    expect(empty.screen()).toContain("Nothing was sent.")
  })
})

function checkName({ check }: { readonly check: string }): string {
  return check
}
