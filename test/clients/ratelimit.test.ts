import { afterEach, describe, expect, test } from "bun:test"
import { NoopRatelimit, Overrides, Ratelimit, type RatelimitConfig } from "@unkey/ratelimit"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { type Behaviour, type Front, startFront } from "./front.ts"

const badGateway = { answer: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" }

describe("@unkey/ratelimit", () => {
  // In the middle of a window that the client, which looks at the real clock, takes for one that is still open.
  const window = 3_600_000
  const clock = { now: Math.ceil(Date.now() / window) * window + window / 2 }
  const fronts: Front[] = []
  const keyward = serveKeyward({ engine: "sqlite", clock })

  afterEach(() => {
    for (const front of fronts.splice(0)) front.stop()
  })

  let namespaces = 0
  const limiter = (settings: Partial<RatelimitConfig> = {}) => {
    namespaces += 1
    const namespace = `namespace-${namespaces}`
    return new Ratelimit({
      baseUrl: keyward.url,
      rootKey: keyward.rootKey,
      namespace,
      limit: 2,
      duration: "1h",
      ...settings,
    })
  }
  const behind = async (...behaviours: readonly Behaviour[]) => {
    const front = await startFront(keyward.url, behaviours)
    fronts.push(front)
    return front
  }

  test("passes until the limit is reached, and denies after that", async () => {
    const ratelimit = limiter()
    const reset = Math.ceil(clock.now / window) * window
    expect(await ratelimit.limit("user_1")).toEqual({ success: true, limit: 2, remaining: 1, reset })
    expect(await ratelimit.limit("user_1")).toEqual({ success: true, limit: 2, remaining: 0, reset })
    expect(await ratelimit.limit("user_1")).toEqual({ success: false, limit: 2, remaining: 0, reset })
    expect((await ratelimit.limit("user_2")).success).toBe(true)
  })

  test("takes the cost and the limit of a single call", async () => {
    const ratelimit = limiter()
    expect(await ratelimit.limit("user_1", { cost: 2 })).toMatchObject({ success: true, remaining: 0 })
    const generous = { limit: { limit: 10, duration: window } }
    expect(await ratelimit.limit("user_1", generous)).toMatchObject({ success: true, limit: 10, remaining: 7 })
  })

  test("remembers a denial until its window ends, and asks no more", async () => {
    const ratelimit = limiter({ namespace: "remembered", limit: 1 })
    await ratelimit.limit("user_1")
    const denied = await ratelimit.limit("user_1")
    expect(denied.success).toBe(false)
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "remembered" })
    expect(await ratelimit.limit("user_1")).toEqual(denied)
    await expect(ratelimit.limit("user_2")).rejects.toMatchObject({ name: "GoneErrorResponse", statusCode: 410 })
  })

  test("shares one limit between clients", async () => {
    const [one, other] = [limiter({ namespace: "shared" }), limiter({ namespace: "shared" })]
    const outcomes = [await one.limit("user_1"), await other.limit("user_1"), await one.limit("user_1")]
    expect(outcomes.map(({ success }) => success)).toEqual([true, true, false])
  })

  test("sets, shows, applies, lists and deletes overrides", async () => {
    const namespace = "overridden"
    const ratelimit = limiter({ namespace })
    const overrides = new Overrides({ baseUrl: keyward.url, rootKey: keyward.rootKey })
    await ratelimit.limit("ordinary")
    const override = { namespace, identifier: "vip_*", limit: 50, duration: 60_000 }
    const { overrideId } = (await overrides.setOverride(override)).data
    expect(await ratelimit.limit("vip_1")).toMatchObject({ success: true, limit: 50, remaining: 49, overrideId })
    const stored = { overrideId, identifier: "vip_*", limit: 50, duration: 60_000 }
    expect((await overrides.getOverride({ namespace, identifier: "vip_1" })).data).toEqual(stored)
    const listed = await overrides.listOverrides({ namespace })
    expect(listed).toMatchObject({ data: [stored], pagination: { hasMore: false } })
    await overrides.deleteOverride({ namespace, identifier: "vip_*" })
    expect(await ratelimit.limit("vip_1")).toMatchObject({ success: true, limit: 2 })
    const gone = overrides.getOverride({ namespace, identifier: "vip_1" })
    await expect(gone).rejects.toMatchObject({ name: "NotFoundErrorResponse", statusCode: 404 })
  })

  test("answers with its fallback when the server takes too long", async () => {
    const { url } = await behind("stay silent")
    const fallback = (identifier: string) => ({ success: identifier === "trusted", limit: 0, remaining: 0, reset: 0 })
    const ratelimit = limiter({ baseUrl: url, timeout: { ms: 100, fallback } })
    expect((await ratelimit.limit("trusted")).success).toBe(true)
  })

  test("repeats what a gateway failed, and takes one token", async () => {
    const { url, connections } = await behind(badGateway)
    expect(await limiter({ baseUrl: url }).limit("user_1")).toMatchObject({ success: true, remaining: 1 })
    expect(connections()).toBe(2)
  })

  test("hands a refusal to onError, with the identifier, and takes its answer", async () => {
    const seen: unknown[] = []
    const instead = { success: true, limit: 0, remaining: 0, reset: 0 }
    const onError = (error: Error, identifier: string) => {
      seen.push([error.message, identifier])
      return instead
    }
    expect(await limiter({ rootKey: "kw_root_nobody", onError }).limit("user_1")).toEqual(instead)
    expect(seen).toEqual([[expect.stringContaining("authentication/key_not_found"), "user_1"]])
  })

  test("throws a refusal where there is no onError", async () => {
    const unknown = limiter({ rootKey: "kw_root_nobody" }).limit("user_1")
    await expect(unknown).rejects.toMatchObject({ name: "UnauthorizedErrorResponse", statusCode: 401 })
    const lacking = limiter({ rootKey: await keyward.createRootKey(["ratelimit.*.limit"]) }).limit("user_1")
    await expect(lacking).rejects.toMatchObject({
      name: "ForbiddenErrorResponse",
      error: { detail: expect.stringContaining("ratelimit.*.create_namespace") },
    })
    const tooShort = limiter({ duration: "500ms" }).limit("user_1")
    await expect(tooShort).rejects.toMatchObject({ name: "BadRequestErrorResponse", statusCode: 400 })
  })

  test("has a stand-in that sends nothing", async () => {
    expect((await new NoopRatelimit().limit("user_1")).success).toBe(true)
  })
})
