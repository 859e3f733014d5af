import { beforeAll, describe, expect, test } from "bun:test"
import { type Ran, runHere, startCliInTerminal } from "../../../test/cli/cli.ts"
import { serveKeyward } from "../../../test/harness/serve-keyward.ts"
import { relativeTime, relativeWords } from "./values/relative-time.ts"

const server = serveKeyward({ engine: "sqlite" })
let env: Record<string, string>
let apiId: string

beforeAll(async () => {
  env = { KEYWARD_URL: server.url, KEYWARD_KEY: server.rootKey }
  apiId = (await server.ok("apis.createApi", { name: "Payments" })).apiId
  await server.ok("keys.createKey", { apiId, name: 'Acme, "prod"', externalId: "acme", credits: { remaining: 1200 } })
  await server.ok("keys.createKey", { apiId, name: "off", enabled: false })
  await server.ok("keys.createKey", { apiId, name: "old", expires: 1 })
  const { key } = await server.ok("keys.createKey", { apiId, name: "empty", credits: { remaining: 1 } })
  const { keyId } = await server.ok("keys.verifyKey", { key })
  while ((await server.ok("keys.getKey", { keyId })).lastUsedAt === undefined) await Bun.sleep(20)
})

const keyward = (args: readonly string[], columns?: number): Promise<Ran> =>
  runHere(args, { env, ...(columns !== undefined && { columns }) })

describe("a list of keys", () => {
  test("leads with name, customer, status, credits and last use", async () => {
    const { stdout } = await keyward(["keys", "list"])
    const [head, ...rows] = stdout.trimEnd().split("\n")
    expect(head).toMatch(/^name +customer +status +credits +lastUsed +expires +keyId +created$/)
    expect(rows[0]).toMatch(/^Acme, "prod" +acme +active +1,200 +key_\w{22} +(just now|\d+[sm] ago)$/)
    expect(rows[1]).toMatch(/^off +disabled +key_/)
    expect(rows[2]).toMatch(/^old +expired +\d+y ago +key_/)
    expect(rows[3]).toMatch(/^empty +no credits +0 +(just now|\d+[sm] ago) +key_/)
  })

  test.each([120, 100, 80, 60, 40])("fits into %d columns, and keeps name and id", async (columns) => {
    const { stdout } = await keyward(["keys", "list"], columns)
    const rows = stdout.split("\n").filter((line) => !line.startsWith("Not shown: "))
    for (const row of rows) expect(Bun.stringWidth(row)).toBeLessThanOrEqual(columns)
    expect(stdout).toMatch(/^name +.*keyId/m)
    expect(stdout).toMatch(/^off +.*key_\w{22}/m)
    if (columns <= 80) expect(stdout).toContain("Choose with --columns, or use --json.")
  })

  test("shows the columns that were asked for, any field of the response included", async () => {
    const { stdout } = await keyward(["keys", "list", "--columns", "name,meta.plan, status,recoverable"])
    expect(stdout.split("\n")[0]).toMatch(/^name +meta\.plan +status +recoverable$/)
    const { code, stderr } = await keyward(["keys", "list", "--columns", "nmae"])
    expect(code).toBe(2)
    expect(stderr).toContain('There is no column "nmae". Choose from name, customer, status, credits, lastUsed,')
  })

  test("of customers says how many keys each has, if asked", async () => {
    const head = async (...flags: readonly string[]) =>
      (await keyward(["identities", "list", ...flags])).stdout.split("\n").slice(0, 2)
    const [titles, acme] = await head("--count-keys")
    expect(titles).toMatch(/^customer +status +keys +identityId/)
    expect(acme).toMatch(/^acme +active +1 +id_/)
    expect((await head())[0]).toMatch(/^customer +status +identityId/)
  })

  test("is CSV with times in full for programs", async () => {
    const { stdout } = await keyward(["keys", "list", "-o", "csv", "--columns", "name,status,credits,expires"])
    expect(stdout).toBe(
      [
        "name,status,credits,expires",
        '"Acme, ""prod""",active,1200,',
        "off,disabled,,",
        "old,expired,,1970-01-01T00:00:00.001Z",
        "empty,no credits,0,",
        "",
      ]
        .join("\r\n")
        .replace(/\r\n$/, "\n"),
    )
    const one = await keyward(["apis", "get", apiId, "--csv"])
    expect(one.stdout).toStartWith(`name,id,deleteProtection,ipAllowlist,created\r\nPayments,${apiId},false,,`)
  })

  test("is CSV that no spreadsheet runs, whatever a key is called", async () => {
    const { apiId: odd } = await server.ok("apis.createApi", { name: "Odd names" })
    const names = ["=1+1", "+1", "-1", "@now", "\t=1+1", "\r=1+1"]
    for (const name of names) await server.ok("keys.createKey", { apiId: odd, name, credits: { remaining: 7 } })
    const list = ["keys", "list", "--api-id", odd, "--columns", "name,credits"]
    const { stdout } = await keyward([...list, "--csv"])
    expect(stdout).toBe(`${["name,credits", ...names.map((name) => `"'${name}",7`)].join("\r\n")}\n`)
    const exact = JSON.parse((await keyward(["keys", "list", "--api-id", odd, "--json"])).stdout)
    expect(exact.data.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test("is CSV whose control characters a terminal does not obey, and a pipe gets as they are", async () => {
    const { apiId: odd } = await server.ok("apis.createApi", { name: "Hostile names" })
    const name = "\u001b]0;owned\u0007\u009b2J"
    await server.ok("keys.createKey", { apiId: odd, name })
    const list = ["keys", "list", "--api-id", odd, "--columns", "name", "--csv"]
    expect((await keyward(list)).stdout).toBe(`name\r\n${name}\n`)
    const terminal = startCliInTerminal(list, env)
    expect(await terminal.exit).toBe(0)
    expect(terminal.screen()).toContain("name\r\r\n\\u{1b}]0;owned\\u{7}\\u{9b}2J")
    expect(terminal.screen()).not.toContain("\u001b]0;")
  })

  test("is JSON by either flag", async () => {
    const [one, other] = [await keyward(["keys", "list", "--json"]), await keyward(["keys", "list", "-o", "json"])]
    expect(JSON.parse(other.stdout).data).toEqual(JSON.parse(one.stdout).data)
  })

  test.each([
    [["-o", "yaml"], '--output must be table, json or csv, not "yaml".'],
    [["--json", "-o", "csv"], "--json and --output csv cannot be combined."],
    [["--json", "--columns", "name"], "--columns is for tables and CSV"],
    [["--csv", "-o", "json"], "--csv and --output json cannot be combined."],
    [["--json", "--csv"], "--json and --csv cannot be combined."],
    [["--only", "keyId", "-o", "csv"], "--only cannot be combined with --output, --csv or --columns."],
    [["--only", "keyId", "--csv"], "--only cannot be combined with --output, --csv or --columns."],
  ])("%p is wrong", async (args, message) => {
    expect(await keyward(["keys", "list", ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    })
  })

  test("is in colour at a terminal, unless NO_COLOR is set", async () => {
    const plain = startCliInTerminal(["keys", "list"], { ...env, NO_COLOR: "1" })
    expect(await plain.exit).toBe(0)
    const coloured = startCliInTerminal(["keys", "list"], env)
    expect(await coloured.exit).toBe(0)
    expect(plain.screen()).not.toContain("\u001b[3")
    expect(coloured.screen()).toContain("\u001b[32mactive")
    expect(coloured.screen()).toContain("\u001b[31mdisabled")
  })
})

describe("one object", () => {
  test("leads with status, name and times, and tells the rest as flags take it", async () => {
    const { keyId } = await server.ok("keys.createKey", {
      apiId,
      name: "Acme staging",
      externalId: "acme",
      expires: Date.now() + 3 * 86_400_000 + 6 * 3_600_000,
      credits: { remaining: 1200, refill: { interval: "monthly", amount: 1000, refillDay: 1 } },
      ratelimits: [{ name: "requests", limit: 100, duration: 60_000, autoApply: true }],
      meta: { seats: 5 },
    })
    const { stdout } = await keyward(["keys", "get", keyId])
    const lines = stdout.trimEnd().split("\n")
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^status +active$/),
      expect.stringMatching(/^name +Acme staging$/),
      expect.stringMatching(/^identity\.externalId +acme$/),
    ])
    expect(stdout).toMatch(/^expires +in 3 days \(\d{4}-\d{2}-\d{2}T[\d:]{8}Z\)$/m)
    expect(stdout).toMatch(/^credits\.remaining +1,200$/m)
    expect(stdout).toMatch(/^credits\.refill +1000\/month@1$/m)
    expect(stdout).toMatch(/^ratelimits +requests=100\/1m$/m)
    expect(stdout).toMatch(/^roles +none$/m)
    expect(stdout).toMatch(/^meta\.seats +5$/m)
    expect(stdout).toMatch(/^createdAt +(just now|\d+ seconds? ago) \(/m)
    expect(stdout).not.toMatch(/^(enabled|identity\.id) /m)
    const json = JSON.parse((await keyward(["keys", "get", keyId, "--json"])).stdout)
    expect(json.data).toEqual(await server.ok("keys.getKey", { keyId }))
  })

  test.each([
    ["off", "disabled"],
    ["old", "expired"],
    ["empty", "no credits"],
  ])("%s is %s", async (search, status) => {
    const [{ keyId }] = await server.ok("keys.listKeys", { apiId, search })
    expect((await keyward(["keys", "get", keyId])).stdout).toMatch(new RegExp(`^status +${status}\n`))
  })

  test("shows a workspace that is not limited, and a role by its slugs", async () => {
    const workspace = await keyward(["workspaces", "get"])
    expect(workspace.stdout).toMatch(/^status +active\nname +/)
    expect(workspace.stdout).toMatch(/^limits\.keys +unlimited$/m)
    await server.ok("permissions.createRole", { name: "reader", permissions: ["a.read", "b.read"] })
    expect((await keyward(["roles", "get", "reader"])).stdout).toMatch(/^permissions +a\.read, b\.read$/m)
  })

  test("of a verification begins with the verdict", async () => {
    const { key } = await server.ok("keys.createKey", { apiId, name: "fresh" })
    const { stdout } = await keyward(["keys", "verify", "--key", key])
    expect(stdout).toMatch(/^valid +true\ncode +VALID\nname +fresh\n/)
  })
})

describe("a change", () => {
  test("shows what was and what is", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId, name: "Old", credits: { remaining: 5 } })
    const update = ["keys", "update", keyId, "--name", "New", "--ratelimit", "requests=100/1m"]
    expect(await keyward(update)).toEqual({
      code: 0,
      stdout: "name        Old → New\nratelimits  none → requests=100/1m\n",
      stderr: "",
    })
    expect((await keyward(update)).stdout).toBe("Nothing changed.\n")
    expect((await keyward(["keys", "add-credits", keyId, "7"])).stdout).toBe("credits.remaining  5 → 12\n")
    expect((await keyward(["keys", "add-permissions", keyId, "a.read"])).stdout).toBe("permissions  none → a.read\n")
    expect((await keyward(["keys", "revoke", keyId, "--yes"])).stdout).toBe("enabled  true → false\n")
    expect((await keyward(["apis", "update", apiId, "--delete-protection"])).stdout).toBe(
      "deleteProtection  false → true\n",
    )
    await keyward(["apis", "update", apiId, "--no-delete-protection"])
  })

  test("says that it is done where the key may not read what it changes", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId })
    const key = await server.createRootKey([`api.${apiId}.update_key`])
    const run = await runHere(["keys", "update", keyId, "--name", "x"], { env: { ...env, KEYWARD_KEY: key } })
    expect(run).toEqual({ code: 0, stdout: "Done.\n", stderr: "" })
  })

  test("of a key by rotation says how long the old one works", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId })
    const { stdout, stderr } = await keyward(["keys", "rotate", keyId, "--overlap", "24h"])
    expect(stdout).toMatch(new RegExp(`^keyId +${keyId}\nkey +\\S+\npreviousExpires +in 24 hours \\(\\S+Z\\)\n$`))
    expect(stderr).toMatch(new RegExp(`^The previous secret of ${keyId} works until \\d{4}-\\S+Z at the latest\\.\n$`))
    expect((await keyward(["keys", "get", keyId])).stdout).toContain("previousStart")
    expect((await keyward(["keys", "finish-rotation", keyId, "--yes"])).stdout).toBe(
      `Finished the rotation of ${keyId}.\n`,
    )
  })

  test("of a key by reroll says how long the old one works", async () => {
    const { keyId } = await server.ok("keys.createKey", { apiId })
    const { stdout, stderr } = await keyward(["keys", "reroll", keyId, "--overlap", "24h"])
    expect(stdout).toMatch(/^keyId {2}key_/)
    expect(stderr).toMatch(new RegExp(`^The old key ${keyId} works until \\d{4}-\\S+Z at the latest\\.\n$`))
  })
})

test("times are told from now", () => {
  const now = 1_800_000_000_000
  expect([0, -1_000, -90_000, 86_400_000 * 3 + 5].map((ms) => relativeWords(now + ms, now))).toEqual([
    "just now",
    "1 second ago",
    "1 minute ago",
    "in 3 days",
  ])
  expect(
    [0, -2_500, -90_000, -7_200_000, -86_400_000 * 40, 86_400_000 * 30 - 5].map((ms) => relativeTime(now + ms, now)),
  ).toEqual(["just now", "2s ago", "1m ago", "2h ago", "1mo ago", "in 30d"])
})
