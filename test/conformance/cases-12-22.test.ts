import { describe, expect, test } from "bun:test"
import { titles } from "../../src/contract/error-statuses.ts"
import { errorTable } from "../../src/contract/error-table.ts"
import { routesOf } from "../../src/http/server/routes.ts"
import { operations } from "../../src/operations/index.ts"
import { expectError, expectIdentityNotFound, expectWorkspaceDisabled, post, requestIdForm } from "./exchange.ts"
import { serveFounding } from "./founding.ts"

describe("identities, error pages and versions", () => {
  const { createIdentity, enable, furnish, getIdentity, keyward, listIdentities, listKeys, operator } =
    serveFounding("sqlite")

  test("case 12: getIdentity with an id that does not exist, of right or malformed shape", async () => {
    const { owner, identityId } = await furnish()
    for (const id of ["id_1CAiZx1YPnJZtcPxTdBGPS", "malformed", `${identityId}1`, "id_", "id_0OIl", "User_1"]) {
      expectIdentityNotFound(await getIdentity(owner.key, { identityId: id }))
    }
  })

  test("case 13: getIdentity of an identity of another workspace, by either identifier", async () => {
    const [one, other] = [await furnish(), await furnish()]
    await createIdentity(other.owner.key, { externalId: "theirs" })
    expectIdentityNotFound(await getIdentity(one.owner.key, { identityId: other.identityId }))
    expectIdentityNotFound(await getIdentity(one.owner.key, { externalId: "theirs" }))
  })

  test("case 14: external identifiers are case-sensitive", async () => {
    const { owner } = await furnish()
    expectIdentityNotFound(await getIdentity(owner.key, { externalId: "user_1" }))
    expect((await getIdentity(owner.key, { externalId: "User_1" })).status).toBe(200)
  })

  test("case 15: a deleted identity is found by neither identifier", async () => {
    const { owner, identityId } = await furnish()
    await keyward.ok("identities.deleteIdentity", { identity: identityId }, owner)
    expectIdentityNotFound(await getIdentity(owner.key, { identityId }))
    expectIdentityNotFound(await getIdentity(owner.key, { externalId: "User_1" }))
    expect((await listIdentities(owner.key)).body.data).toEqual([])
  })

  test("case 16: createIdentity creates a deleted identity again, with a new id", async () => {
    const { owner, identityId } = await furnish()
    await keyward.ok("identities.deleteIdentity", { identity: identityId }, owner)
    const created = { externalId: "User_1", meta: { again: true } }
    const { status, body } = await createIdentity(owner.key, created)
    expect(status).toBe(200)
    expect(body.data.identityId).not.toBe(identityId)
    for (const by of [{ externalId: "User_1" }, { identityId: body.data.identityId }]) {
      expect((await getIdentity(owner.key, by)).body.data).toMatchObject({ ...created, ...body.data })
    }
  })

  test("case 17: GET /v1/identities.listIdentities lists all identities of the workspace and no others", async () => {
    const [one, other] = [await furnish(), await furnish()]
    for (const externalId of ["a", "b"]) await createIdentity(one.owner.key, { externalId })
    await createIdentity(other.owner.key, { externalId: "theirs" })
    const { status, body } = await listIdentities(one.owner.key)
    expect(status).toBe(200)
    expect(body.data.map(({ externalId }: { externalId: string }) => externalId)).toEqual(["User_1", "a", "b"])
  })

  test("case 18: an identityId of that list is found by POST /v1/identities.getIdentity", async () => {
    const { owner } = await furnish()
    await createIdentity(owner.key, { externalId: "User_2" })
    for (const listed of (await listIdentities(owner.key)).body.data) {
      const { status, body } = await getIdentity(owner.key, { identityId: listed.identityId })
      expect([status, body.data]).toEqual([200, listed])
    }
  })

  test("case 19: meta comes back deeply equal", async () => {
    const { owner } = await furnish()
    const meta = { plan: "pro", "a b": { "": [1, null, true, "\u{1f511}"] }, constructor: 1, e: 1e21, ключ: [] }
    const { status, body } = await createIdentity(owner.key, { externalId: "Meta", meta })
    const { identityId } = body.data
    expect(status).toBe(200)
    const found = (await getIdentity(owner.key, { identityId })).body.data
    expect(found).toMatchObject({ identityId, externalId: "Meta" })
    expect(found.meta).toEqual(meta)
  })

  test("case 20: the type of every error leads to a page that names it, in HTML and in JSON", async () => {
    const { owner } = await furnish()
    const provoked = [
      await listKeys("unknown"),
      await getIdentity(owner.key, { identityId: "unknown" }),
      await createIdentity(owner.key, {}),
      await keyward.request("/v2/nothing"),
    ]
    const types = new Set(provoked.map(({ body }) => body.error.type))
    const [first = ""] = types
    const base = first.slice(0, first.indexOf("/service/"))
    for (const code of Object.keys(errorTable)) types.add(`${base}/service/${code}`)
    expect(types.size).toBe(Object.keys(errorTable).length)
    for (const type of types) {
      const [category, code] = type.split("/").slice(-2)
      const page = await fetch(type, { headers: { Accept: "text/html" } })
      expect([type, page.status, page.headers.get("content-type")]).toEqual([
        type,
        200,
        expect.stringMatching(/^text\/html/),
      ])
      expect(await page.text()).toContain(code ?? "")
      const json = await fetch(type, { headers: { Accept: "application/json" } })
      const { data, meta } = await json.json()
      const { status, when, clears } = Object.entries(errorTable).find(([name]) => type.endsWith(`/${name}`))?.[1] ?? {}
      expect(data).toMatchObject({ type, category, code, status, title: titles[status ?? 400], when, clears })
      expect(meta.requestId).toMatch(requestIdForm)
    }
    const unknown = await fetch(`${base}/service/data/nothing_like_that`)
    expect(unknown.status).toBe(404)
    expect((await unknown.json()).error.type).toBe(`${base}/service/application/route_not_found`)
  })

  test("case 21: a quota with onExceeded disable", async () => {
    const workspace = await furnish()
    const { workspaceId, owner } = workspace
    const limits = { identities: 1, onExceeded: "disable" }
    await keyward.ok("workspaces.updateWorkspace", { workspaceId, limits }, operator())
    expectError(await createIdentity(owner.key, { externalId: "second" }), 403, "limits/quota_exceeded")
    expectWorkspaceDisabled(await listIdentities(owner.key))
    const shown = await keyward.ok("workspaces.getWorkspace", { workspaceId }, operator())
    expect(shown.disabledReason).toBe("quota_exceeded")
    await enable(workspace)
    expect((await listIdentities(owner.key)).body.data).toHaveLength(1)
  })

  test("case 22: versions and methods of the identity operations", async () => {
    const { owner } = await furnish()
    const first = operations.flatMap(routesOf).filter(({ path }) => path.startsWith("/v1/"))
    expect(first.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "GET /v1/identities.listIdentities",
      "POST /v1/identities.getIdentity",
      "POST /v1/keys.listKeys",
    ])
    expect((await createIdentity(owner.key, { externalId: "v2" })).status).toBe(200)
    const misplaced = await post(keyward, "/v1/identities.createIdentity", owner.key, { externalId: "v1" })
    expectError(misplaced, 404, "application/route_not_found")
    const posted = await post(keyward, "/v1/identities.listIdentities", owner.key)
    expectError(posted, 405, "application/method_not_allowed")
    expect(posted.headers.get("allow")).toBe("GET, HEAD")
  })
})
