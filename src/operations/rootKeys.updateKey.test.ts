import { describe, expect, test } from "bun:test"
import { changesDuring } from "../../test/harness/fixtures.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe("rootKeys.updateKey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  const update = (body: object, options = {}) => keyward.call("rootKeys.updateKey", body, options)
  const create = (body: object) => keyward.ok("rootKeys.createKey", { permissions: ["api.*.read_key"], ...body })
  const get = (rootKeyId: string) => keyward.ok("rootKeys.getRootKey", { rootKeyId })

  test("changes name, state and permissions, keeps what is absent, and records each change once", async () => {
    const { keyId } = await create({ name: "Before" })
    const recorded = await changesDuring(keyward, async () => {
      const changes = [{ name: "After" }, { enabled: false }, { permissions: ["api.*.update_key"] }, { name: null }, {}]
      for (const change of changes) expect((await update({ keyId, ...change })).body.data).toEqual({})
    })
    expect(recorded).toEqual([
      ["root_key.updated", { name: "Before" }, { name: "After" }],
      ["root_key.updated", { enabled: true }, { enabled: false }],
      ["root_key.updated", { permissions: ["api.*.read_key"] }, { permissions: ["api.*.update_key"] }],
      ["root_key.updated", { name: "After" }, {}],
    ])
    expect(await get(keyId)).toMatchObject({ enabled: false, permissions: ["api.*.update_key"] })
  })

  test("enables and extends only within the rights of the caller", async () => {
    const { keyId } = await create({ permissions: ["*"] })
    await update({ keyId, enabled: false })
    const key = await keyward.createRootKey(["root_key.*.update_root_key"])
    for (const patch of [{ enabled: true }, { permissions: ["api.*.read_key"] }]) {
      const refused = await update({ keyId, ...patch }, { key })
      expect(outcomeOf(refused)).toBe("403 authorization/insufficient_permissions")
    }
    expect((await update({ keyId, name: "Free" }, { key })).status).toBe(200)
    expect(await get(keyId)).toMatchObject({ name: "Free", enabled: false, permissions: ["*"] })
  })

  test("knows no API key, and refuses bad fields", async () => {
    const unknown = await update({ keyId: "key_1BzmjTFLHWXwiSK4y3H5iW", name: "Mine" })
    expect(outcomeOf(unknown)).toBe("404 data/root_key_not_found")
    const bad = { name: "", enabled: null, permissions: ["x"], expires: null }
    const locations = ["body.enabled", "body.expires", "body.keyId", "body.name", "body.permissions[0]"]
    await expectViolations(keyward, "rootKeys.updateKey", [[bad, ...locations]])
  })
})
