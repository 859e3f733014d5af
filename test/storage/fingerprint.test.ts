import { describe, expect, test } from "bun:test"
import { createApi } from "../harness/fixtures.ts"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { openFingerprints } from "./fingerprint.ts"

describe.each([...engines])("the fingerprint of a database on %s", (engine) => {
  const server = serveKeyward({ engine })

  test("differs after each change, and after nothing else", async () => {
    const fingerprints = await openFingerprints(server)
    const apiId = await createApi(server)
    const { keyId, key } = await server.ok("keys.createKey", { apiId, name: "First" })
    let before = await fingerprints.take()
    const expectChange = async (operation: string, body: unknown, isChange: boolean) => {
      expect((await server.call(operation, body)).status).toBeOneOf([200, 400])
      const after = await fingerprints.take()
      expect({ operation, isChange: after !== before }).toEqual({ operation, isChange })
      expect(await fingerprints.take()).toBe(after)
      before = after
    }
    await expectChange("keys.verifyKey", { key }, false)
    await expectChange("keys.updateKey", { keyId, name: "Second" }, true)
    await expectChange("keys.updateKey", { keyId, name: 2 }, false)
    await expectChange("keys.createKey", { apiId }, true)
    await expectChange("keys.listKeys", {}, false)
    await expectChange("keys.deleteKey", { keyId }, true)
    await fingerprints.close()
  })
})
