import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { engines, startKeyward, type TestServer } from "../../test/harness.ts"

describe.each([...engines])("apis.getApi on %s", (engine) => {
  let keyward: TestServer
  let apiId: string

  beforeAll(async () => {
    keyward = await startKeyward({ engine })
    apiId = (await keyward.ok("apis.createApi", { name: "Payments" })).apiId
  })
  afterAll(() => keyward.stop())

  const get = (body: unknown, options = {}) => keyward.call("apis.getApi", body, options)

  test("shows an API to holders of the grant for it, or for every API", async () => {
    for (const grant of [`api.${apiId}.read_api`, "api.*.read_api", "*"]) {
      const key = await keyward.createRootKey([grant])
      expect((await get({ apiId }, { key })).body.data).toMatchObject({ id: apiId, name: "Payments" })
    }
  })

  test("refuses holders of a grant for another API, naming the one that is missing", async () => {
    const other = await keyward.ok("apis.createApi", { name: "Another" })
    const key = await keyward.createRootKey([`api.${other.apiId}.read_api`])
    const refused = await get({ apiId }, { key })
    expect([refused.status, refused.body.error.detail]).toEqual([
      403,
      expect.stringContaining(`\`api.${apiId}.read_api\``),
    ])
    const unknown = await get({ apiId: "api_1BzmjTFLHWXwiSK4y3H5iW" }, { key })
    expect(unknown.status).toBe(404)
  })

  test("refuses a caller without any such grant before it looks at the body", async () => {
    const key = await keyward.createRootKey(["api.*.read_key"])
    const refused = await get({ apiId: 7 }, { key })
    expect([refused.status, refused.body.error.detail]).toEqual([403, expect.stringContaining("`api.*.read_api`")])
  })

  test("finds no API that is unknown, deleted or of another workspace", async () => {
    const deleted = await keyward.ok("apis.createApi", { name: "Deleted" })
    await keyward.ok("apis.deleteApi", { apiId: deleted.apiId })
    const other = await keyward.createWorkspace("Other")
    const foreign = await keyward.ok("apis.createApi", { name: "Foreign" }, { key: other.rootKey })
    for (const id of ["api_1BzmjTFLHWXwiSK4y3H5iW", "?", deleted.apiId, foreign.apiId]) {
      const reply = await get({ apiId: id })
      expect([reply.status, reply.body.error.type]).toEqual([404, expect.stringContaining("/data/api_not_found")])
    }
  })

  test("refuses bad members, each at its place", async () => {
    const reply = await get({ id: apiId })
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location).sort()
    expect([reply.status, locations]).toEqual([400, ["body.apiId", "body.id"]])
  })
})
