import { beforeAll, describe, expect, test } from "bun:test"
import {
  BadRequestErrorResponse,
  ForbiddenErrorResponse,
  GoneErrorResponse,
  NotFoundErrorResponse,
} from "@unkey/api/models/errors"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connect, connectTo, type NotingClient, notShown } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

const minute = 60_000

describe("@unkey/api: ratelimit", () => {
  // In the middle of a window, so that none ends while a test runs.
  const clock = { now: 1_767_225_630_000 }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const client = connectTo(keyward)
  let ratelimit: NotingClient["unkey"]["ratelimit"]

  beforeAll(async () => {
    ratelimit = client.unkey.ratelimit
  })

  test("passes until the limit is reached, and denies with a 200", async () => {
    const request = { namespace: "sign-in", identifier: "user_1", limit: 2, duration: minute }
    const reset = 1_767_225_660_000
    expect((await ratelimit.limit(request)).data).toEqual({ success: true, limit: 2, remaining: 1, reset })
    expect((await ratelimit.limit(request)).data).toEqual({ success: true, limit: 2, remaining: 0, reset })
    expect((await ratelimit.limit(request)).data).toEqual({ success: false, limit: 2, remaining: 0, reset })
    expect((await ratelimit.limit({ ...request, cost: 0 })).data.remaining).toBe(0)
  })

  test("takes several limits or none", async () => {
    const checks = ["user_1", "user_2"].map((identifier) => ({
      namespace: "uploads",
      identifier,
      limit: identifier === "user_1" ? 5 : 1,
      duration: minute,
    }))
    const passed = (await ratelimit.multiLimit(checks)).data
    expect(passed.passed).toBe(true)
    expect(passed.limits.map(({ remaining }) => remaining)).toEqual([4, 0])
    const denied = (await ratelimit.multiLimit(checks)).data
    expect(denied.passed).toBe(false)
    expect(denied.limits).toEqual([
      expect.objectContaining({ namespace: "uploads", identifier: "user_1", passed: true, remaining: 4 }),
      expect.objectContaining({ namespace: "uploads", identifier: "user_2", passed: false, remaining: 0 }),
    ])
  })

  test("sets an override, applies it, shows it and deletes it", async () => {
    const namespace = "overridden"
    const request = { namespace, identifier: "vip_1", limit: 1, duration: minute }
    await ratelimit.limit({ ...request, cost: 0 })
    const override = { namespace, identifier: "vip_*", limit: 100, duration: minute }
    const { overrideId } = (await ratelimit.setOverride(override)).data
    expect((await ratelimit.limit(request)).data).toMatchObject({ success: true, limit: 100, overrideId })
    const found = (await ratelimit.getOverride({ namespace, identifier: "vip_1" })).data
    expect(found).toEqual({ overrideId, identifier: "vip_*", limit: 100, duration: minute })
    expect((await ratelimit.deleteOverride({ namespace, identifier: "vip_*" })).data).toEqual({})
    expect((await ratelimit.limit(request)).data).toMatchObject({ success: false, limit: 1 })
  })

  test("iterates over the overrides of a namespace", async () => {
    const namespace = "many"
    await ratelimit.limit({ namespace, identifier: "any", limit: 1, duration: minute })
    const identifiers = ["a", "b", "c", "d", "e"]
    for (const identifier of identifiers) {
      await ratelimit.setOverride({ namespace, identifier, limit: 1, duration: minute })
    }
    const pages: string[][] = []
    for await (const { result } of await ratelimit.listOverrides({ namespace, limit: 2 })) {
      pages.push(result.data.map(({ identifier }) => identifier))
    }
    expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"]])
  })

  test("refuses unknown namespaces and overrides with the class for 404", async () => {
    const nowhere = { namespace: "nowhere", identifier: "any" }
    const code = "data/ratelimit_namespace_not_found"
    const set = ratelimit.setOverride({ ...nowhere, limit: 1, duration: minute })
    await expectRefusal(set, NotFoundErrorResponse, code)
    await expectRefusal(ratelimit.getOverride(nowhere), NotFoundErrorResponse, code)
    await expectRefusal(ratelimit.deleteOverride(nowhere), NotFoundErrorResponse, code)
    await expectRefusal(ratelimit.listOverrides({ namespace: "nowhere" }), NotFoundErrorResponse, code)
    await ratelimit.limit({ namespace: "known", identifier: "any", limit: 1, duration: minute })
    const none = ratelimit.getOverride({ namespace: "known", identifier: "any" })
    await expectRefusal(none, NotFoundErrorResponse, "data/ratelimit_override_not_found")
  })

  test("refuses a deleted namespace with the class for 410", async () => {
    const request = { namespace: "leaving", identifier: "any", limit: 1, duration: minute }
    await ratelimit.limit(request)
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "leaving" })
    const code = "data/ratelimit_namespace_gone"
    await expectRefusal(ratelimit.limit(request), GoneErrorResponse, code)
    await expectRefusal(ratelimit.multiLimit([request]), GoneErrorResponse, code)
  })

  test("refuses a limit of 0 with the class for 400", async () => {
    const refused = ratelimit.limit({ namespace: "bounds", identifier: "any", limit: 0, duration: 999 })
    const error = await expectRefusal(refused, BadRequestErrorResponse, "application/invalid_input")
    expect(error).toMatchObject({
      error: { errors: expect.arrayContaining([expect.objectContaining({ location: "body.limit" })]) },
    })
  })

  test("creates a namespace only for a root key that may", async () => {
    const rootKey = await keyward.createRootKey(["ratelimit.*.limit"])
    const { unkey } = connect(keyward.url, rootKey)
    const refused = unkey.ratelimit.limit({ namespace: "brand-new", identifier: "any", limit: 1, duration: minute })
    await expectRefusal(refused, ForbiddenErrorResponse, "authorization/insufficient_permissions")
  })

  test("leaves no method of the group out", () => {
    expect(notShown(client, "ratelimit")).toEqual([])
  })
})
