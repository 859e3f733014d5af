import { describe, expect, test } from "bun:test"
import { APIError, BadRequestErrorResponse, NotFoundErrorResponse } from "@unkey/api/models/errors"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { outcomeOf } from "../../requests/outcome.ts"
import { connect, type Group, methodsOf, servedGroups } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

/** Groups of the client that Keyward does not serve, each with the first part of its operations' names. */
const leftOut: readonly (readonly [Group, string])[] = [
  ["analytics", "analytics"],
  ["apps", "apps"],
  ["deployments", "deployments"],
  ["domains", "domains"],
  ["environments", "environments"],
  ["gateway", "gateway"],
  ["github", "github"],
  ["internal", "deploy"],
  ["portal", "portal"],
  ["projects", "projects"],
]

/** The one path of those groups that says where to go instead. */
const elsewhere = "analytics.getVerifications"

/** Keyward's portal has operations of the same names, with other fields. */
const ofKeyward = ["portal.createSession", "portal.listKeys"]

describe("@unkey/api: what Keyward leaves out", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("is every other group that the client has", () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const getters = Object.getOwnPropertyNames(Object.getPrototypeOf(unkey)).filter((name) => name !== "constructor")
    expect(getters.sort()).toEqual([...servedGroups, ...leftOut.map(([group]) => group)].sort())
  })

  test("answers 404 route_not_found at every path of those groups", async () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const names = leftOut.flatMap(([group, resource]) =>
      methodsOf(unkey, group).map((method) => `${resource}.${method}`),
    )
    expect(names.length).toBeGreaterThan(40)
    for (const name of names) {
      if (name === elsewhere || ofKeyward.includes(name)) continue
      const reply = await keyward.call(name, {})
      expect([name, reply.status]).toEqual([name, 404])
      expect(reply.body.error.type).toEndWith("/application/route_not_found")
    }
  })

  test("refuses what the client sends to operations of the same name", async () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const names = methodsOf(unkey, "portal").map((method) => `portal.${method}`)
    for (const name of ofKeyward) expect(names).toContain(name)
    const session = { portal: "main", externalId: "user_1", permissions: ["keys:read"] }
    expect(outcomeOf(await keyward.call("portal.createSession", session))).toBe("400 application/invalid_input")
    expect((await keyward.call("portal.listKeys", {})).status).toBe(403)
  })

  test("names usage.getVerifications in place of analytics.getVerifications", async () => {
    const reply = await keyward.call(elsewhere, { query: "SELECT 1" })
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    expect(reply.body.error.detail).toContain("usage.getVerifications")
    expect(reply.body.error.errors).toHaveLength(1)
    expect(outcomeOf(await keyward.call(elsewhere, undefined, { key: null }))).toBe(outcomeOf(reply))
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const asked = unkey.analytics.getVerifications({ query: "SELECT 1" })
    await expectRefusal(asked, BadRequestErrorResponse, "application/invalid_input")
    const read = await fetch(`${keyward.url}/v2/${elsewhere}`)
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"])
  })

  test("is a NotFoundErrorResponse where the client knows a 404, and an APIError elsewhere", async () => {
    const { unkey } = connect(keyward.url, keyward.rootKey)
    const code = "application/route_not_found"
    const deployment = unkey.deployments.getDeployment({ deploymentId: "d_1" })
    await expectRefusal(deployment, NotFoundErrorResponse, code)
    const analytics = unkey.analytics.getRatelimits({ query: "SELECT 1" })
    await expectRefusal(analytics, APIError, code)
  })
})
