import { beforeEach, describe, expect, test } from "bun:test"
import { engines, type TestWorkspace } from "../../../../test/harness/harness.ts"
import { serveKeyward } from "../../../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"
import { expectRefused } from "../../../../test/requests/refusals.ts"

const later = 4_000_000_000_000

/** Requests after which a workspace would have no owner. */
const weakenings = [
  ["rootKeys.updateRootKey", { name: "No", enabled: false }],
  ["rootKeys.updateRootKey", { name: "No", expires: later }],
  ["rootKeys.updateRootKey", { name: "No", expires: 0 }],
  ["rootKeys.updateRootKey", { name: "No", permissions: ["api.*.read_key"] }],
  ["rootKeys.deleteRootKey", {}],
  ["rootKeys.updateKey", { name: "No", enabled: false }],
  ["rootKeys.deleteKey", {}],
] as const

describe.each([...engines])("the last owner on %s", (engine) => {
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") }
  const keyward = serveKeyward({ engine, clock })
  let own: TestWorkspace
  let owner: { readonly key: string }
  let helper: { readonly key: string }
  beforeEach(async () => {
    own = await keyward.createWorkspace("Ruled")
    owner = { key: own.rootKey }
    const permissions = ["root_key.*.update_root_key", "root_key.*.delete_root_key", "api.*.read_key"]
    helper = { key: await keyward.createRootKey(permissions, own) }
  })

  const create = (body: object, options = owner) => keyward.ok("rootKeys.createRootKey", body, options)
  const named = (operation: string, rootKeyId: string) =>
    operation.endsWith("RootKey") ? { rootKeyId } : { keyId: rootKeyId }
  const ownersIn = async ({ workspaceId }: TestWorkspace): Promise<string[]> => {
    const listed = await keyward.ok("rootKeys.listRootKeys", { workspaceId }, keyward.operator)
    const owners = listed.filter(({ permissions, enabled }: Listed) => permissions.includes("*") && enabled)
    return owners.map(({ rootKeyId }: Listed) => rootKeyId)
  }

  test.each(weakenings)("stays, against itself and against others: %s %j", async (operation, change) => {
    const { lastUsedAt: _unused, ...before } = await keyward.ok("rootKeys.getRootKey", {}, owner)
    const body = { ...named(operation, own.rootKeyId), ...change }
    for (const options of [owner, helper]) {
      await expectRefused(keyward, [operation, body, options], "412 application/precondition_failed")
    }
    const { lastUsedAt: _used, ...after } = await keyward.ok("rootKeys.getRootKey", {}, owner)
    expect(after).toEqual(before)
    for (const type of ["root_key.updated", "root_key.deleted"]) {
      expect(await keyward.events({ workspaceId: own.workspaceId, type })).toEqual([])
    }
  })

  test("may be changed in what does not weaken it", async () => {
    const permissions = ["*", "api.*.read_key"]
    const body = { rootKeyId: own.rootKeyId, name: "Owner", permissions, enabled: true, expires: null }
    await keyward.ok("rootKeys.updateRootKey", body, owner)
  })

  const removals = [weakenings[0], weakenings[4]]
  test.each(removals)("may go once there is another enabled, unexpired owner: %s", async (operation, change) => {
    await create({ permissions: ["*"], enabled: false })
    await create({ permissions: ["*"], expires: clock.now })
    const body = { ...named(operation, own.rootKeyId), ...change }
    expect((await keyward.call(operation, body, owner)).status).toBe(412)
    const spare = await create({ permissions: ["*"], expires: clock.now + 1 })
    await keyward.ok(operation, body, owner)
    const last = { ...named(operation, spare.rootKeyId), ...change }
    expect((await keyward.call(operation, last, { key: spare.rootKey })).status).toBe(412)
  })

  test.each(removals)("may be taken away by an operator: %s", async (operation, change) => {
    const { workspaceId, rootKeyId } = own
    await keyward.ok(operation, { workspaceId, rootKeyId, ...change }, keyward.operator)
    expect(await ownersIn(own)).toEqual([])
  })

  test.each(removals)("stays if the last two go at the same moment: %s", async (operation, change) => {
    const second = await create({ permissions: ["*"] })
    const replies = await Promise.all(
      [own, second].map(({ rootKeyId }) => keyward.call(operation, { rootKeyId, ...change }, helper)),
    )
    expect(replies.map(outcomeOf).sort()).toEqual(["200", "412 application/precondition_failed"])
    expect(await ownersIn(own)).toHaveLength(1)
  })

  test("is the faster of two that delete each other, although both were let in", async () => {
    const { workspaceId } = own
    const one = await create({ workspaceId, permissions: ["*"] }, keyward.operator)
    const two = await create({ workspaceId, permissions: ["*"] }, keyward.operator)
    await keyward.ok("rootKeys.deleteRootKey", { workspaceId, rootKeyId: own.rootKeyId }, keyward.operator)
    const removing = [startRemoval(one.rootKey, two.rootKeyId), startRemoval(two.rootKey, one.rootKeyId)]
    for (const { rootKeyId } of [one, two]) await untilUsed({ workspaceId, rootKeyId })
    const replies = await Promise.all(removing.map(({ finish }) => finish()))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
    const survivor = replies[0]?.status === 200 ? one : two
    expect(await ownersIn(own)).toEqual([survivor.rootKeyId])
  })

  /** Sends a request without the end of its body, so that it waits after authentication. */
  function startRemoval(key: string, rootKeyId: string) {
    const { readable, writable } = new TransformStream<string, string>()
    const writer = writable.getWriter()
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
    const body = readable.pipeThrough(new TextEncoderStream())
    const reply = keyward.request("/v2/rootKeys.deleteRootKey", { method: "POST", headers, body })
    writer.write("{")
    return {
      async finish() {
        await writer.write(`"rootKeyId":"${rootKeyId}"}`)
        await writer.close()
        return reply
      },
    }
  }

  async function untilUsed(rootKey: { workspaceId: string; rootKeyId: string }): Promise<void> {
    while ((await keyward.ok("rootKeys.getRootKey", rootKey, keyward.operator)).lastUsedAt === undefined) {
      await Bun.sleep(20)
    }
  }
})

interface Listed {
  readonly rootKeyId: string
  readonly permissions: readonly string[]
  readonly enabled: boolean
}
