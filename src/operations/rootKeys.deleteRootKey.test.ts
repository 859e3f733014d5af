import { describe, expect, test } from "bun:test"
import { deletedInEvents } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("rootKeys.deleteRootKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const remove = (body: unknown, options = {}) => keyward.call("rootKeys.deleteRootKey", body, options)
  const create = (body: object) => keyward.ok("rootKeys.createRootKey", body)

  test("makes the key unknown for good, and records it once", async () => {
    const { rootKeyId } = await create({ name: "Gone", permissions: ["api.*.read_key"] })
    const before = await keyward.ok("rootKeys.getRootKey", { rootKeyId })
    expect((await remove({ rootKeyId })).body.data).toEqual({})
    expect(outcomeOf(await remove({ rootKeyId }))).toBe("404 data/root_key_not_found")
    const events = await keyward.events({ resourceId: rootKeyId })
    expect(events.map(({ type }) => type)).toEqual(["root_key.deleted", "root_key.created"])
    expect(events[0]).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "root_key", id: rootKeyId }],
      changes: { before: deletedInEvents(before), after: null },
    })
  })

  test("lets a key delete itself", async () => {
    const { rootKeyId, rootKey } = await create({ permissions: ["root_key.*.delete_root_key"] })
    expect((await remove({ rootKeyId }, { key: rootKey })).status).toBe(200)
    expect((await remove({ rootKeyId }, { key: rootKey })).status).toBe(401)
  })
})
