import { describe, expect, test } from "bun:test"
import { createApi } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"

describe("apis.getApi", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows an API to holders of the grant for it, or for every API", async () => {
    const apiId = await createApi(keyward)
    for (const grant of [`api.${apiId}.read_api`, "api.*.read_api", "*"]) {
      const key = await keyward.createRootKey([grant])
      expect(await keyward.ok("apis.getApi", { apiId }, { key })).toMatchObject({ id: apiId, name: "Test API" })
    }
  })
})
