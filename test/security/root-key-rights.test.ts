import { beforeEach, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { watchStorage } from "../storage/watch-storage.ts"

/** Who may make a root key usable, and for how long. */

const insufficient = "403 authorization/insufficient_permissions"
const managing = ["root_key.*.create_root_key", "root_key.*.update_root_key", "root_key.*.read_root_key"]
const dayMs = 24 * 60 * 60 * 1000

describe("rights over root keys", () => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const server = serveKeyward({ engine: "sqlite", clock })
  const unchanged = watchStorage(server)
  beforeEach(() => {
    clock.now += 1000
  })

  interface Made {
    readonly rootKeyId: string
    readonly rootKey: string
  }
  const create = (permissions: readonly string[], more: object = {}): Promise<Made> =>
    server.ok("rootKeys.createRootKey", { permissions, ...more })
  const outcome = async (operation: string, body: object, { rootKey }: Made) =>
    outcomeOf(await server.call(`rootKeys.${operation}`, body, { key: rootKey }))

  async function expectRefused(operation: string, body: object, caller: Made, named: string): Promise<void> {
    await unchanged(async () => {
      const reply = await server.call(`rootKeys.${operation}`, body, { key: caller.rootKey })
      expect([body, outcomeOf(reply)]).toEqual([body, insufficient])
      expect(reply.body.error.detail).toContain(named)
    })
  }

  test("a key that may only update root keys revives and prolongs none that holds more", async () => {
    const caller = await create(managing)
    const disabled = await create(["*"], { enabled: false })
    const expired = await create(["api.*.read_key"], { expires: clock.now + 1 })
    const ending = await create(["api.*.read_key"], { expires: clock.now + dayMs })
    clock.now += 1000
    const { rootKeyId } = disabled
    await expectRefused("updateRootKey", { rootKeyId, enabled: true }, caller, "`*`")
    await expectRefused("updateRootKey", { rootKeyId, enabled: true, expires: clock.now + 5 }, caller, "`*`")
    await expectRefused("updateRootKey", { rootKeyId, enabled: true, name: "Mine" }, caller, "`*`")
    await expectRefused("updateRootKey", { rootKeyId: server.rootKeyId, enabled: true }, caller, "`*`")
    await expectRefused("updateRootKey", { rootKeyId: server.rootKeyId, expires: null }, caller, "`*`")
    for (const { rootKeyId } of [expired, ending]) {
      for (const expires of [null, clock.now + 2 * dayMs]) {
        await expectRefused("updateRootKey", { rootKeyId, expires }, caller, "`api.*.read_key`")
      }
    }
  })

  test("renaming, disabling and shortening need nothing more", async () => {
    const caller = await create(managing, { expires: clock.now + dayMs })
    const { rootKeyId } = await create(["*"], { expires: clock.now + 9 * dayMs })
    const free = [{ name: "Other" }, { expires: clock.now + 2 * dayMs }, { enabled: false }, { name: null }, {}]
    for (const patch of free) {
      expect([patch, await outcome("updateRootKey", { rootKeyId, ...patch }, caller)]).toEqual([patch, "200"])
    }
  })

  test("permissions of after the change decide, so that a caller may revive a key with less", async () => {
    const caller = await create([...managing, "api.*.read_key"])
    const { rootKeyId } = await create(["*"], { enabled: false, expires: clock.now - 1 })
    const less = { rootKeyId, permissions: ["api.*.read_key"], enabled: true, expires: null }
    expect(await outcome("updateRootKey", less, caller)).toBe("200")
    const more = { rootKeyId, permissions: ["api.*.read_key", "api.*.update_key"], enabled: true }
    await expectRefused("updateRootKey", more, caller, "`api.*.update_key`")
  })

  test("nothing that a caller makes, revives or extends outlives the caller", async () => {
    const end = clock.now + dayMs
    const caller = await create([...managing, "api.*.read_key"], { expires: end })
    const permissions = ["api.*.read_key"]
    const named = `expires\` to ${end} or earlier`
    for (const more of [{}, { expires: end + 1 }, { enabled: false }]) {
      await expectRefused("createRootKey", { permissions, ...more }, caller, named)
    }
    for (const expires of [end, end - 1]) {
      expect(await outcome("createRootKey", { permissions, expires }, caller)).toBe("200")
    }
    const { rootKeyId } = await create(permissions)
    await expectRefused("rerollRootKey", { rootKeyId, expiration: 0 }, caller, named)
    const self = { rootKeyId: caller.rootKeyId }
    for (const expires of [null, end + 1]) await expectRefused("updateRootKey", { ...self, expires }, caller, named)
    expect(await outcome("updateRootKey", { ...self, expires: end, name: "Same" }, caller)).toBe("200")
    const successor = await server.ok(
      "rootKeys.rerollRootKey",
      { ...self, expiration: 10 * dayMs },
      { key: caller.rootKey },
    )
    expect(await server.ok("rootKeys.getRootKey", {}, { key: successor.rootKey })).toMatchObject({ expires: end })
    expect(await server.ok("rootKeys.getRootKey", {}, { key: caller.rootKey })).toMatchObject({ expires: end })

    const asleep = await create(permissions, { enabled: false })
    const target = { rootKeyId: asleep.rootKeyId }
    await expectRefused("updateRootKey", { ...target, enabled: true }, caller, named)
    expect(await outcome("updateRootKey", { ...target, enabled: true, expires: end }, caller)).toBe("200")
  })

  test("a key that lives longer gets no permission from a caller that expires", async () => {
    const end = clock.now + dayMs
    const caller = await create([...managing, "api.*.read_key"], { expires: end })
    const { rootKeyId } = await create(["api.*.read_key", "event.*.read_event"])
    const gaining = { rootKeyId, permissions: ["api.*.read_key", "root_key.*.read_root_key"] }
    await expectRefused("updateRootKey", gaining, caller, `expires\` to ${end} or earlier`)
    expect(await outcome("updateRootKey", { rootKeyId, permissions: ["api.*.read_key"] }, caller)).toBe("200")
    expect(await outcome("updateRootKey", { ...gaining, expires: end }, caller)).toBe("200")
  })

  test("a replay is for those who live as long as what the first request made", async () => {
    const permissions = ["api.*.read_key"]
    const lasting = await create([...managing, ...permissions])
    const ending = await create([...managing, ...permissions], { expires: clock.now + dayMs })
    const headers = { "Idempotency-Key": crypto.randomUUID() }
    const send = ({ rootKey }: Made) =>
      server.call("rootKeys.createRootKey", { permissions }, { key: rootKey, headers })
    const first = await send(lasting)
    const refused = await send(ending)
    expect([outcomeOf(first), outcomeOf(refused)]).toEqual(["200", insufficient])
    expect(refused.text).not.toContain(first.body.data.rootKey)
    expect((await send(lasting)).body.data).toEqual(first.body.data)
  })

  test("the operations with the names of Unkey's clients follow the same rules", async () => {
    const end = clock.now + dayMs
    const caller = await create([...managing, "api.*.read_key"], { expires: end })
    const permissions = ["api.*.read_key"]
    const lives = `expires\` to ${end} or earlier`
    await expectRefused("createKey", { permissions: ["*"], expires: end }, caller, "`*`")
    for (const more of [{}, { expires: null }, { expires: end + 1 }]) {
      await expectRefused("createKey", { permissions, ...more }, caller, lives)
    }
    const owner = { keyId: server.rootKeyId }
    await expectRefused("rerollKey", { ...owner, expiration: 0 }, caller, "`*`")
    await expectRefused("updateKey", { ...owner, enabled: true }, caller, "`*`")
    await expectRefused("updateKey", { ...owner, permissions: ["event.*.read_event"] }, caller, "event.*.read_event")
    const asleep = await create(permissions, { enabled: false })
    await expectRefused("updateKey", { keyId: asleep.rootKeyId, enabled: true }, caller, lives)
    await expectRefused("rerollKey", { keyId: asleep.rootKeyId, expiration: null }, caller, lives)
    expect(await outcome("updateKey", { keyId: asleep.rootKeyId, name: "Renamed" }, caller)).toBe("200")
    expect(await outcome("createKey", { permissions, expires: end }, caller)).toBe("200")
  })

  test("operators are exempt", async () => {
    const { rootKeyId } = await create(["*"], { enabled: false, expires: clock.now + 1 })
    const body = { workspaceId: server.workspaceId, rootKeyId, enabled: true, expires: null }
    const reply = await server.call("rootKeys.updateRootKey", body, { key: server.operatorKey })
    expect(outcomeOf(reply)).toBe("200")
  })
})
