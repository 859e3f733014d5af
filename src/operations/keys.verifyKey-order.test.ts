import { describe, expect, test } from "bun:test"
import { createKey, disableWorkspace } from "../../test/harness/fixtures.ts"
import { serveVerifications } from "../../test/harness/serve-verifications.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("the steps of keys.verifyKey", () => {
  const { call, codeOf, keyward, make, verify } = serveVerifications("sqlite")

  const allowlist = { ipAllowlist: ["10.0.0.0/8"] }
  const exhausted = { ratelimits: [{ name: "calls", limit: 1, duration: 60_000, autoApply: true }] }

  test.each([
    ["disabled before expired", { enabled: false, expires: 1 }, {}, "DISABLED"],
    ["expired before forbidden", { expires: 1, ...allowlist }, {}, "EXPIRED"],
    ["forbidden before permissions", allowlist, { permissions: "missing" }, "FORBIDDEN"],
    [
      "permissions before an unknown limit",
      {},
      { permissions: "missing", ratelimits: [{ name: "unknown" }] },
      "INSUFFICIENT_PERMISSIONS",
    ],
    ["disabled before everything", { enabled: false, ...allowlist }, { permissions: "missing" }, "DISABLED"],
  ])("%s", async (_what, state, asked, code) => {
    const { key } = await make(state)
    expect(await codeOf({ key, ...asked })).toBe(code)
  })

  test("an unknown limit before an exceeded one, and it takes nothing", async () => {
    const { key } = await make({ ...exhausted, credits: { remaining: 5 } })
    const unknown = [{ name: "unknown" }]
    const refused = await call({ key, ratelimits: unknown })
    expect(outcomeOf(refused)).toBe("412 application/precondition_failed")
    expect(refused.body.error.detail).toContain("`unknown`")
    expect(await verify({ key })).toMatchObject({ code: "VALID", credits: 4, ratelimits: [{ remaining: 0 }] })
    expect(outcomeOf(await call({ key, ratelimits: unknown }))).toBe("412 application/precondition_failed")
  })

  test("an exceeded limit before missing credits", async () => {
    const { key } = await make({ ...exhausted, credits: { remaining: 1 } })
    expect(await codeOf({ key })).toBe("VALID")
    expect(await codeOf({ key })).toBe("RATE_LIMITED")
    expect(await codeOf({ key, ratelimits: [{ name: "calls", cost: 0 }] })).toBe("USAGE_EXCEEDED")
  })

  test("existence before the state of the workspace: a key of a disabled one is just unknown elsewhere", async () => {
    const other = await keyward.createWorkspace()
    const { key } = await createKey(keyward, {}, other.rootKey)
    await disableWorkspace(keyward, other.workspaceId)
    expect(await verify({ key })).toEqual({ valid: false, code: "NOT_FOUND" })
  })

  test("the state of the workspace before that of the key, when it is disabled while the body arrives", async () => {
    const own = await keyward.createWorkspace()
    const { key } = await createKey(keyward, { enabled: false }, own.rootKey)
    const { workspaceId } = own
    const limits = { requestsPerMinute: 1000 }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, keyward.operator)

    const { readable, writable } = new TransformStream<string, string>()
    const writer = writable.getWriter()
    const headers = { Authorization: `Bearer ${own.rootKey}`, "Content-Type": "application/json" }
    const body = readable.pipeThrough(new TextEncoderStream())
    const reply = keyward.request("/v2/keys.verifyKey", { method: "POST", headers, body })
    await writer.write("{")
    // The limit of the workspace counts a request after authentication.
    const remaining = async () => {
      const seen = await keyward.call("keys.listKeys", {}, { key: own.rootKey })
      return Number(seen.headers.get("ratelimit-remaining"))
    }
    let asked = 1
    while ((await remaining()) + asked === 1000) asked += 1
    await disableWorkspace(keyward, workspaceId)
    await writer.write(`"key":"${key}"}`)
    await writer.close()
    expect(outcomeOf(await reply)).toBe("403 authorization/workspace_disabled")
  })
})
