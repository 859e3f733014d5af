import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Store } from "../port/store.ts"
import { newKey } from "./new-key.ts"
import { newApi, newIdentity, newPortal, newPortalSession, time } from "./new-objects.ts"
import { addWorkspace, change, insertIn } from "./stored-objects.ts"
import { everyKey } from "./whole-lists.ts"

/** A portal belongs to a workspace, and its sessions to identities. */
export function portalsConformance(store: Store): void {
  const addIdentity = async () => {
    const { id: workspaceId } = await addWorkspace(store)
    const identity = newIdentity(workspaceId)
    await change(store, workspaceId, (tx) => insertIn(tx, workspaceId, { identities: [identity] }))
    return { workspaceId, identity }
  }
  const page = { identityId: undefined, now: time, limit: 10, after: undefined }

  describe("portals", () => {
    test("are read as they were put, in whole or the rules alone, and put again", async () => {
      const { id: workspaceId } = await addWorkspace(store)
      expect(await store.portals.find(workspaceId)).toBeUndefined()
      const portal = newPortal(workspaceId)
      await change(store, workspaceId, (tx) => tx.portals.put(portal))
      expect(await store.portals.find(workspaceId)).toEqual(portal)
      const changed = { ...portal, rules: { ...portal.rules, expiry: null, enabled: false }, updatedAt: time + 1 }
      await change(store, workspaceId, (tx) => tx.portals.put(changed))
      expect(await store.portals.find(workspaceId)).toEqual(changed)
      expect(await store.portals.findRules(workspaceId)).toEqual(changed.rules)
    })

    test("a workspace has no second one", async () => {
      const { id: workspaceId } = await addWorkspace(store)
      await change(store, workspaceId, (tx) => tx.portals.put(newPortal(workspaceId)))
      expect(await rejection(change(store, workspaceId, (tx) => tx.portals.put(newPortal(workspaceId))))).toBeDefined()
    })
  })

  describe("portal sessions", () => {
    test("are found by each of their hashes, and by id in their workspace only", async () => {
      const [{ identity }, other] = [await addIdentity(), await addWorkspace(store)]
      const session = newPortalSession(identity)
      await change(store, identity.workspaceId, (tx) => tx.portalSessions.insert(session))
      expect(await store.portalSessions.findByLink(session.linkHash)).toEqual(session)
      expect(await store.portalSessions.find(identity.workspaceId, session.id)).toEqual(session)
      expect(await store.portalSessions.find(other.id, session.id)).toBeUndefined()
      expect(await store.portalSessions.findByHash(session.linkHash)).toBeUndefined()
      const opened = { hash: "opened", openedAt: time, expires: time + 60_000 }
      const open = () => change(store, identity.workspaceId, (tx) => tx.portalSessions.open(session.id, opened))
      expect([await open(), await open()]).toEqual([true, false])
      expect(await store.portalSessions.findByHash("opened")).toEqual({ ...session, ...opened })
    })

    test("are listed newest first, without those that have expired, and deleted oldest first", async () => {
      const { workspaceId, identity } = await addIdentity()
      const other = newIdentity(workspaceId)
      const sessions = [identity, identity, other, identity].map((one) => newPortalSession(one))
      const expired = newPortalSession(identity, { expires: time })
      await change(store, workspaceId, async (tx) => {
        await insertIn(tx, workspaceId, { identities: [other] })
        for (const session of [...sessions, expired]) await tx.portalSessions.insert(session)
      })
      const [first, second, foreign, third] = sessions.map(({ id }) => id)
      const list = async (more: object) =>
        (await store.portalSessions.list(workspaceId, { ...page, ...more })).map(({ id }) => id)
      expect(await list({})).toEqual([third, foreign, second, first].map(String))
      expect(await list({ identityId: identity.id, after: third, limit: 1 })).toEqual([String(second)])
      const remove = (selection: object) =>
        change(store, workspaceId, (tx) => tx.portalSessions.delete(workspaceId, { limit: 2, ...selection }))
      expect(await remove({ identityId: identity.id })).toEqual([
        { id: String(first), identityId: identity.id },
        { id: String(second), identityId: identity.id },
      ])
      expect(await remove({ id: foreign })).toEqual([{ id: String(foreign), identityId: other.id }])
      expect(await remove({ id: foreign })).toEqual([])
      expect(await list({})).toEqual([String(third)])
    })

    test("end when they expire, by the upkeep of sessions", async () => {
      const { workspaceId, identity } = await addIdentity()
      const session = newPortalSession(identity, { expires: time })
      await change(store, workspaceId, (tx) => tx.portalSessions.insert(session))
      await store.sessionUpkeep.deleteExpired(time)
      expect(await store.portalSessions.findByLink(session.linkHash)).toBeUndefined()
    })
  })

  test("keys of an identity are listed and counted in some APIs", async () => {
    const { workspaceId, identity } = await addIdentity()
    const apis = [newApi(workspaceId), newApi(workspaceId), newApi(workspaceId)]
    const keys = apis.map((api) => newKey(api, { identity }))
    await change(store, workspaceId, (tx) => insertIn(tx, workspaceId, { apis, keys }))
    const [one, , other] = apis.map(({ id }) => id)
    const list = async (apiIds: readonly (string | undefined)[]) => {
      const some = { ...everyKey, identityId: identity.id, apiIds: apiIds.map(String) }
      return (await store.keys.list(workspaceId, some)).map(({ apiId }) => apiId)
    }
    const count = (apiIds: readonly (string | undefined)[]) =>
      store.keys.countUnexpiredOf(identity, { now: time, atMost: 10, apiIds: apiIds.map(String) })
    expect(await list([one, other])).toEqual([one, other].map(String))
    expect(await list([])).toEqual([])
    expect([await count([one, other]), await count([]), await count(["api_none"])]).toEqual([2, 0, 0])
  })
}
