import { beforeEach, describe, expect, test } from "bun:test"
import { deletedInEvents } from "../../test/fixtures.ts"
import { engines, type TestWorkspace } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

describe.each([...engines])("rootKeys.deleteRootKey on %s", (engine) => {
  const keyward = serveKeyward({ engine })

  const remove = (body: unknown, options = {}) => keyward.call("rootKeys.deleteRootKey", body, options)
  const create = (body: object, options = {}) => keyward.ok("rootKeys.createRootKey", body, options)
  const idsIn = async ({ workspaceId }: TestWorkspace): Promise<string[]> => {
    const listed = await keyward.ok("rootKeys.listRootKeys", { workspaceId }, keyward.operator)
    return listed.map(({ rootKeyId }: { rootKeyId: string }) => rootKeyId)
  }

  test("makes the key unknown at once and for good, and records it once", async () => {
    const { rootKeyId, rootKey } = await create({ name: "Gone", permissions: ["api.*.read_key"] })
    const before = await keyward.ok("rootKeys.getRootKey", { rootKeyId })
    const reply = await remove({ rootKeyId })
    expect(reply.body.data).toEqual({})
    const used = await keyward.call("rootKeys.getRootKey", {}, { key: rootKey })
    expect([used.status, used.body.error.type]).toEqual([401, expect.stringContaining("/authentication/key_not_found")])
    const second = await remove({ rootKeyId })
    expect([second.status, second.body.error.type]).toEqual([404, expect.stringContaining("/data/root_key_not_found")])
    const events = await keyward.events({ resourceId: rootKeyId })
    expect(events.map(({ type }) => type)).toEqual(["root_key.deleted", "root_key.created"])
    expect(events[0]).toMatchObject({
      actor: { type: "root_key", id: keyward.rootKeyId },
      resources: [{ type: "root_key", id: rootKeyId }],
      changes: { before: deletedInEvents(before), after: null },
    })
    expect(await idsIn(keyward)).not.toContain(rootKeyId)
  })

  test("lets a key delete itself", async () => {
    const { rootKeyId, rootKey } = await create({ permissions: ["root_key.*.delete_root_key"] })
    expect((await remove({ rootKeyId }, { key: rootKey })).status).toBe(200)
    expect((await remove({ rootKeyId }, { key: rootKey })).status).toBe(401)
  })

  test("replays the answer for a key that is gone already", async () => {
    const { rootKeyId } = await create({ permissions: ["api.*.read_key"] })
    const headers = { "Idempotency-Key": "delete-once" }
    const replies = [await remove({ rootKeyId }, { headers }), await remove({ rootKeyId }, { headers })]
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[1]?.headers.get("idempotency-replayed")).toBe("true")
  })

  test("names the missing rootKeyId and an unknown field", async () => {
    const reply = await remove({ permanent: true })
    const locations = reply.body.error.errors.map(({ location }: { location: string }) => location).sort()
    expect([reply.status, locations]).toEqual([400, ["body.permanent", "body.rootKeyId"]])
  })

  describe("the last-key rule", () => {
    let own: TestWorkspace
    let owner: { readonly key: string }

    beforeEach(async () => {
      own = await keyward.createWorkspace("Ruled")
      owner = { key: own.rootKey }
    })

    test("keeps the only key that holds `*`, against itself and against others", async () => {
      await create({ permissions: ["*"], enabled: false }, owner)
      await create({ permissions: ["*"], expires: 1 }, owner)
      const helper = await keyward.createRootKey(["root_key.*.delete_root_key"], own)
      for (const options of [owner, { key: helper }]) {
        const reply = await remove({ rootKeyId: own.rootKeyId }, options)
        expect([reply.status, reply.body.error.type]).toEqual([
          412,
          expect.stringContaining("/application/precondition_failed"),
        ])
      }
      expect(await idsIn(own)).toContain(own.rootKeyId)
      expect(await keyward.events({ workspaceId: own.workspaceId, type: "root_key.deleted" })).toEqual([])
    })

    test("lets it go once there is another one", async () => {
      const spare = await create({ permissions: ["*"] }, owner)
      expect((await remove({ rootKeyId: own.rootKeyId }, owner)).status).toBe(200)
      expect((await remove({ rootKeyId: spare.rootKeyId }, { key: spare.rootKey })).status).toBe(412)
    })

    test("does not bind operators", async () => {
      const { workspaceId, rootKeyId } = own
      expect((await remove({ workspaceId, rootKeyId }, keyward.operator)).status).toBe(200)
      expect(await idsIn(own)).toEqual([])
    })

    test("holds when the last two such keys are deleted at the same moment", async () => {
      const second = await create({ permissions: ["*"] }, owner)
      const helper = { key: await keyward.createRootKey(["root_key.*.delete_root_key"], own) }
      const replies = await Promise.all([own, second].map(({ rootKeyId }) => remove({ rootKeyId }, helper)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412])
      expect(await idsIn(own)).toHaveLength(2)
      expect(await keyward.events({ workspaceId: own.workspaceId, type: "root_key.deleted" })).toHaveLength(1)
    })

    test("takes the rights of the slower of two such keys that delete each other, although both were let in", async () => {
      const { workspaceId } = own
      const one = await create({ workspaceId, permissions: ["*"] }, keyward.operator)
      const two = await create({ workspaceId, permissions: ["*"] }, keyward.operator)
      await keyward.ok("rootKeys.deleteRootKey", { workspaceId, rootKeyId: own.rootKeyId }, keyward.operator)
      const [deletingTwo, deletingOne] = [
        startRemoval(one.rootKey, two.rootKeyId),
        startRemoval(two.rootKey, one.rootKeyId),
      ]
      for (const { rootKeyId } of [one, two]) await untilUsed({ workspaceId, rootKeyId })
      const replies = await Promise.all([deletingTwo.finish(), deletingOne.finish()])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401])
      const survivor = replies[0]?.status === 200 ? one : two
      expect(await idsIn(own)).toEqual([survivor.rootKeyId])
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

    async function untilUsed(named: { workspaceId: string; rootKeyId: string }): Promise<void> {
      while ((await keyward.ok("rootKeys.getRootKey", named, keyward.operator)).lastUsedAt === undefined)
        await Bun.sleep(20)
    }
  })
})
