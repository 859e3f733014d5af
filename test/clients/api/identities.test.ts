import { describe, expect, test } from "bun:test"
import {
  APIError,
  BadRequestErrorResponse,
  ConflictErrorResponse,
  NotFoundErrorResponse,
} from "@unkey/api/models/errors"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connectTo, notShown } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

describe("@unkey/api: identities", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const client = connectTo(keyward)

  test("creates an identity and finds it by either identifier", async () => {
    const meta = { plan: "pro", nested: { seats: [1, null, "three"] } }
    const limit = { name: "requests", limit: 10, duration: 60_000, autoApply: true }
    const { data } = await client.unkey.identities.createIdentity({ externalId: "User_1", meta, ratelimits: [limit] })
    const identity = {
      id: data.identityId,
      externalId: "User_1",
      meta,
      ratelimits: [{ ...limit, id: expect.stringMatching(/^rl_/) }],
    }
    for (const reference of [data.identityId, "User_1"]) {
      expect((await client.unkey.identities.getIdentity({ identity: reference })).data).toEqual(identity)
    }
  })

  test("refuses a taken external identifier with the class for 409", async () => {
    await client.unkey.identities.createIdentity({ externalId: "taken" })
    const refused = client.unkey.identities.createIdentity({ externalId: "taken" })
    await expectRefusal(refused, ConflictErrorResponse, "data/identity_already_exists")
  })

  test("shows where a request breaks the rules", async () => {
    const ratelimits = [{ name: "requests", limit: 0, duration: 60_000 }]
    const refused = client.unkey.identities.createIdentity({ externalId: "", ratelimits })
    const error = await expectRefusal(refused, BadRequestErrorResponse, "application/invalid_input")
    const locations = error instanceof BadRequestErrorResponse ? error.error.errors.map((one) => one.location) : []
    expect(locations.sort()).toEqual(["body.externalId", "body.ratelimits[0].limit"])
  })

  test("updates meta and limits, and answers with what is stored", async () => {
    await client.unkey.identities.createIdentity({ externalId: "changing", meta: { old: true } })
    const ratelimits = [{ name: "tokens", limit: 5, duration: 1000 }]
    const { data } = await client.unkey.identities.updateIdentity({
      identity: "changing",
      meta: { new: true },
      ratelimits,
    })
    expect(data.meta).toEqual({ new: true })
    expect(data.ratelimits).toEqual([expect.objectContaining({ name: "tokens", limit: 5, autoApply: false })])
    expect((await client.unkey.identities.getIdentity({ identity: "changing" })).data).toEqual(data)
    const refused = client.unkey.identities.updateIdentity({ identity: "nobody", meta: {} })
    await expectRefusal(refused, NotFoundErrorResponse, "data/identity_not_found")
  })

  test("deletes an identity; deleted ones are not found", async () => {
    await client.unkey.identities.createIdentity({ externalId: "leaving" })
    const { meta } = await client.unkey.identities.deleteIdentity({ identity: "leaving" })
    expect(meta.requestId).toStartWith("req_")
    const { identities } = client.unkey
    const found = identities.getIdentity({ identity: "leaving" })
    await expectRefusal(found, NotFoundErrorResponse, "data/identity_not_found")
  })

  test("gives errors of deleteIdentity as APIError, and by their class if asked for application/problem+json", async () => {
    const remove = client.unkey.identities.deleteIdentity.bind(client.unkey.identities)
    await expectRefusal(remove({ identity: "nobody" }), APIError, "data/identity_not_found")
    const asked = remove({ identity: "nobody" }, { headers: { Accept: "application/problem+json" } })
    await expectRefusal(asked, NotFoundErrorResponse, "data/identity_not_found")
  })

  test("iterates over all identities, and over those that a search finds", async () => {
    const externalIds = ["page_a", "page_b", "page_c", "page_d", "page_e"]
    for (const externalId of externalIds) await client.unkey.identities.createIdentity({ externalId })
    const found: string[] = []
    let pages = 0
    for await (const { result } of await client.unkey.identities.listIdentities({ search: "PAGE_", limit: 2 })) {
      pages += 1
      found.push(...result.data.map(({ externalId }) => externalId))
    }
    expect(pages).toBe(3)
    expect(found).toEqual(externalIds)
    const everything = await client.unkey.identities.listIdentities({})
    expect(everything.result.data.map(({ externalId }) => externalId)).toEqual(expect.arrayContaining(externalIds))
    expect(everything.next()).toBeNull()
  })

  test("refuses a page of more than 100", async () => {
    const refused = client.unkey.identities.listIdentities({ limit: 101 })
    await expectRefusal(refused, BadRequestErrorResponse, "application/invalid_input")
  })

  test("leaves no method of the group out", () => {
    expect(notShown(client, "identities")).toEqual([])
  })
})
