import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("rootKeys.deleteKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("deletes a root key for good, records it, and knows it no longer", async () => {
    const { keyId } = await keyward.ok("rootKeys.createKey", { name: "CI", permissions: ["event.*.read_event"] })
    const changes = await changesDuring(keyward, async () => {
      expect(await keyward.ok("rootKeys.deleteKey", { keyId })).toEqual({})
      expect(outcomeOf(await keyward.call("rootKeys.deleteKey", { keyId }))).toBe("404 data/root_key_not_found")
    })
    expect(changes).toEqual([["root_key.deleted", expect.objectContaining({ name: "CI" }), null]])
  })
})
