import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("apis.getApi on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string

  beforeAll(async () => {
    apiId = (await keyward.ok("apis.createApi", { name: "Payments" })).apiId
  })

  const get = (body: unknown, options = {}) => keyward.call("apis.getApi", body, options)

  test("shows an API to holders of the grant for it, or for every API", async () => {
    for (const grant of [`api.${apiId}.read_api`, "api.*.read_api", "*"]) {
      const key = await keyward.createRootKey([grant])
      expect((await get({ apiId }, { key })).body.data).toMatchObject({ id: apiId, name: "Payments" })
    }
  })

  test("refuses bad members, each at its place", async () => {
    const reply = await get({ id: apiId })
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location).sort()
    expect([reply.status, locations]).toEqual([400, ["body.apiId", "body.id"]])
  })
})
