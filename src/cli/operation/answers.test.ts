import { describe, expect, test } from "bun:test"
import { serveCalls } from "../../../test/cli/calls.ts"

const { answered, keyward, ok } = await serveCalls()

describe("answers", () => {
  test("are told line by line, or as they came", async () => {
    const { identityId } = await ok("identities.createIdentity", { externalId: "user_1", meta: { plan: "pro" } })
    const args = ["identities", "get-identity", "--external-id", "user_1"]
    const { stdout } = await keyward(args)
    expect(stdout).toContain(`identityId   ${identityId}\n`)
    expect(stdout).toContain("meta.plan    pro\n")
    expect(stdout).toMatch(/^createdAt {4}(just now|\d+ seconds? ago) \(\d{4}-\d{2}-\d{2}T[\d:]{8}Z\)$/m)
    const raw = await answered(args)
    expect(raw.meta.requestId).toMatch(/^req_/)
    expect(raw.data).toMatchObject({ identityId, meta: { plan: "pro" } })
  })

  test("say that a customer is disabled, also about its keys", async () => {
    await ok("identities.createIdentity", { externalId: "unpaid", enabled: false })
    const { apiId } = await ok("apis.createApi", { name: "Payments" })
    const { keyId } = await ok("keys.createKey", { apiId, externalId: "unpaid" })
    const statusIn = ({ stdout }: { readonly stdout: string }) => /^status +(.+)$/m.exec(stdout)?.[1]
    expect(statusIn(await keyward(["identities", "get", "unpaid"]))).toBe("disabled")
    expect(statusIn(await keyward(["keys", "get", keyId]))).toBe("customer disabled")
    const { stdout } = await keyward(["identities", "list", "--no-enabled"])
    expect(stdout.split("\n")[1]).toMatch(/^unpaid +disabled +id_/)
    await keyward(["identities", "update", "unpaid", "--enabled"])
    expect(statusIn(await keyward(["keys", "get", keyId]))).toBe("active")
  })

  test("without data say that it is done", async () => {
    await ok("identities.createIdentity", { externalId: "user_1" })
    expect(await keyward(["identities", "delete-identity", "--identity", "user_1", "--yes"])).toEqual({
      code: 0,
      stdout: "Deleted user_1.\n",
      stderr: "",
    })
  })

  test("count what matches, and the count guards a change of all that match", async () => {
    const { apiId } = await ok("apis.createApi", { name: "Sorted" })
    for (const name of ["b", "A", "c"]) await ok("keys.createKey", { apiId, name })
    const list = ["keys", "list", "--api", apiId, "--sort", "name", "--order", "desc", "--count"]
    const { stdout, stderr } = await keyward([...list, "--csv", "--columns", "name"])
    expect([stdout.trim().split(/\s+/), stderr.trim()]).toEqual([["name", "c", "b", "A"], "3 match."])
    const update = ["keys", "update-keys", "--filter.api-id", apiId, "--no-enabled", "--yes", "--expected"]
    const refused = await keyward([...update, "2"])
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("3 keys match the filter")])
    expect((await keyward([...update, "3"])).stdout).toMatch(/^updated +3$/m)
    const [event] = (await answered(["events", "list", "--limit", "1"])).data
    const ofRequest = await answered(["events", "list", "--request-id", event.requestId])
    expect(ofRequest.data).toHaveLength(3)
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
  test("name each wrong flag, the command that explains the error, and the request id", async () => {
    const args = ["keys", "create-key", "--api-id", "api_1", "--byte-length", "1", "--credits.refill.amount", "0"]
    const { code, stdout, stderr } = await keyward([...args, "--ratelimits", '{"name":"x"}'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    const lines = stderr.trimEnd().split("\n")
    expect(lines[0]).toMatch(/^Bad Request \(400\): The request has \d invalid fields\.$/)
    expect(stderr).toContain("\n  --byte-length must be at least 16\n")
    expect(stderr).toContain("\n  --credits.remaining is required\n")
    expect(stderr).toContain("\n  --ratelimits[0].limit is required\n")
    expect(lines.at(-2)).toBe("  Run `keyward explain-error application/invalid_input` for causes and fixes.")
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
