import { describe, expect, test } from "bun:test"
import {
  BadRequestErrorResponse,
  NotFoundErrorResponse,
  PreconditionFailedErrorResponse,
} from "@unkey/api/models/errors"
import { withEncryption } from "../../harness/fixtures.ts"
import { serveKeyward } from "../../harness/serve-keyward.ts"
import { connectTo, notShown } from "./client.ts"
import { expectRefusal } from "./refusal.ts"

describe("@unkey/api: apis", () => {
  const keyward = serveKeyward({ engine: "sqlite", environment: withEncryption() })
  const client = connectTo(keyward)

  const createApi = async () => (await client.unkey.apis.createApi({ name: "Payments" })).data.apiId

  test("creates an API, reads it and deletes it", async () => {
    const created = await client.unkey.apis.createApi({ name: "Payments" })
    expect(created).toEqual({
      meta: { requestId: expect.stringMatching(/^req_/) },
      data: { apiId: expect.stringMatching(/^api_/) },
    })
    const { apiId } = created.data
    expect((await client.unkey.apis.getApi({ apiId })).data).toEqual({ id: apiId, name: "Payments" })
    expect((await client.unkey.apis.deleteApi({ apiId })).data).toEqual({})
    await expectRefusal(client.unkey.apis.getApi({ apiId }), NotFoundErrorResponse, "data/api_not_found")
    await expectRefusal(client.unkey.apis.deleteApi({ apiId }), NotFoundErrorResponse, "data/api_not_found")
  })

  test("shows every violation of a bad request", async () => {
    const refused = client.unkey.apis.createApi({ name: "" })
    const error = await expectRefusal(refused, BadRequestErrorResponse, "application/invalid_input")
    expect(error).toMatchObject({
      error: { title: "Bad Request", errors: [{ location: "body.name", message: expect.any(String) }] },
    })
  })

  test("refuses to delete a protected API with the class for 412", async () => {
    const apiId = await createApi()
    await keyward.ok("apis.updateApi", { apiId, deleteProtection: true })
    const refused = client.unkey.apis.deleteApi({ apiId })
    await expectRefusal(refused, PreconditionFailedErrorResponse, "application/protected_resource")
    expect((await client.unkey.apis.getApi({ apiId })).data.id).toBe(apiId)
  })

  test("iterates over the pages of an API's keys", async () => {
    const apiId = await createApi()
    const keyIds: string[] = []
    for (const name of ["a", "b", "c", "d", "e"]) {
      keyIds.push((await client.unkey.keys.createKey({ apiId, name })).data.keyId)
    }
    const pages: string[][] = []
    for await (const { result } of await client.unkey.apis.listKeys({ apiId, limit: 2 })) {
      expect(result.pagination.hasMore).toBe(pages.length < 2)
      pages.push(result.data.map(({ keyId }) => keyId))
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(keyIds)
  })

  test("steps from page to page by hand, and stops", async () => {
    const apiId = await createApi()
    for (const name of ["a", "b"]) await client.unkey.keys.createKey({ apiId, name })
    const first = await client.unkey.apis.listKeys({ apiId, limit: 1 })
    const second = await first.next()
    expect([first, second].map((page) => page?.result.data[0]?.name)).toEqual(["a", "b"])
    expect(second?.next()).toBeNull()
  })

  test("lists the keys of one owner, with their plaintext where that is kept", async () => {
    const apiId = await createApi()
    await client.unkey.keys.createKey({ apiId, externalId: "someone-else" })
    const { key, keyId } = (await client.unkey.keys.createKey({ apiId, externalId: "owner", recoverable: true })).data
    const { result } = await client.unkey.apis.listKeys({
      apiId,
      externalId: "owner",
      decrypt: true,
      revalidateKeysCache: true,
    })
    expect(result.data).toEqual([expect.objectContaining({ keyId, plaintext: key })])
    expect(result.pagination).toEqual({ hasMore: false })
  })

  test("refuses a list of an unknown API, and a cursor that is none", async () => {
    const list = client.unkey.apis.listKeys.bind(client.unkey.apis)
    await expectRefusal(list({ apiId: "api_unknown" }), NotFoundErrorResponse, "data/api_not_found")
    const apiId = await createApi()
    await expectRefusal(list({ apiId, cursor: "!" }), BadRequestErrorResponse, "application/invalid_input")
  })

  test("leaves no method of the group out", () => {
    expect(notShown(client, "apis")).toEqual([])
  })
})
