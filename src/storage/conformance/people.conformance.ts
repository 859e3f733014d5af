import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { Invitation, Member, Session, User } from "../../core/people.ts"
import type { Store } from "../port/store.ts"
import { mintId, newHash, time } from "./new-objects.ts"
import { addWorkspace, change } from "./stored-objects.ts"

function newUser(members: Partial<User> = {}): User {
  const email = `${crypto.randomUUID()}@example.com`
  return { id: mintId("usr"), email, name: "Ada", operator: false, createdAt: time, updatedAt: null, ...members }
}

function newSession(members: Partial<Session> = {}): Session {
  return {
    id: mintId("ses"),
    hash: newHash(),
    userId: null,
    rootKeyId: null,
    operatorKeyHash: null,
    method: "password",
    address: "192.0.2.1",
    userAgent: null,
    createdAt: time,
    lastUsedAt: time,
    expires: time + 1_000,
    ...members,
  }
}

function newInvitation(workspaceId: string, members: Partial<Invitation> = {}): Invitation {
  const base = { id: mintId("inv"), workspaceId, email: "eve@example.com", role: "viewer", hash: newHash() } as const
  return { ...base, invitedBy: { type: "user", id: mintId("usr") }, createdAt: time, expires: time + 1_000, ...members }
}

const page = { limit: 10, after: undefined, search: undefined }

/** Users and sessions belong to the installation, members and invitations to a workspace. */
export function peopleConformance(store: Store): void {
  const addUser = async (members: Partial<User> = {}) => {
    const user = newUser(members)
    await change(store, undefined, (tx) => tx.users.insert(user))
    return user
  }
  const addMember = async (workspaceId: string, members: Partial<Member> = {}) => {
    const user = await addUser()
    const member: Member = {
      workspaceId,
      userId: user.id,
      role: "viewer",
      createdAt: time,
      updatedAt: null,
      ...members,
    }
    await change(store, workspaceId, (tx) => tx.members.insert(member))
    return { user, member, details: { ...member, email: user.email, name: user.name } }
  }

  describe("people", () => {
    test("a user is read as stored and as updated, by id and by address", async () => {
      const user = await addUser()
      const changed = { ...user, name: "Ädä", operator: true, updatedAt: time + 1 }
      expect(await store.users.find(user.id)).toEqual(user)
      await change(store, undefined, (tx) => tx.users.update(changed))
      expect(await store.users.findByEmail(user.email)).toEqual(changed)
      expect(await store.users.findByEmail(user.email.toUpperCase())).toBeUndefined()
      expect(await store.users.list({ ...page, search: user.email })).toEqual([changed])
      expect(await store.users.exist()).toBe(true)
    })

    test("an address belongs to one user", async () => {
      const { email } = await addUser()
      expect(await rejection(addUser({ email }))).toBeInstanceOf(Error)
    })

    test("a password is replaced, and is gone with its user", async () => {
      const { id } = await addUser()
      expect(await store.users.findPasswordHash(id)).toBeUndefined()
      await change(store, undefined, (tx) => tx.users.setPasswordHash(id, "one", time))
      await change(store, undefined, (tx) => tx.users.setPasswordHash(id, "two", time))
      expect(await store.users.findPasswordHash(id)).toBe("two")
      await change(store, undefined, (tx) => tx.users.delete(id))
      expect(await store.users.findPasswordHash(id)).toBeUndefined()
    })

    test("a member is found only in its workspace", async () => {
      const [{ id }, other] = [await addWorkspace(store), await addWorkspace(store)]
      const { user, details } = await addMember(id)
      expect(await store.members.find(id, user.id)).toEqual(details)
      expect(await store.members.find(other.id, user.id)).toBeUndefined()
      expect(await store.members.list(id, page)).toEqual([details])
      expect(await store.members.list(other.id, page)).toEqual([])
      expect(await store.members.list(id, { ...page, search: "nobody" })).toEqual([])
      await change(store, id, (tx) => tx.members.update({ ...details, role: "owner", updatedAt: time }))
      expect(await store.members.listOwners(id, 2)).toMatchObject([{ userId: user.id, updatedAt: time }])
      await change(store, id, (tx) => tx.members.delete(id, user.id))
      expect(await store.members.find(id, user.id)).toBeUndefined()
      expect(await store.users.find(user.id)).toEqual(user)
    })

    test("the memberships of a user leave out deleted workspaces", async () => {
      const [one, two] = [await addWorkspace(store), await addWorkspace(store)]
      const { user, member } = await addMember(one.id)
      await change(store, two.id, (tx) => tx.members.insert({ ...member, workspaceId: two.id, role: "admin" }))
      const both = [
        { workspace: one, role: "viewer" as const },
        { workspace: two, role: "admin" as const },
      ]
      expect(await store.members.listOfUser(user.id, 10)).toEqual(both)
      await change(store, two.id, (tx) => tx.workspaces.delete(two.id, time))
      expect(await store.members.listOfUser(user.id, 10)).toEqual(both.slice(0, 1))
    })

    test("an invitation is used once, and is found by its hash", async () => {
      const { id } = await addWorkspace(store)
      const invitation = newInvitation(id)
      await change(store, id, (tx) => tx.invitations.insert(invitation))
      expect(await store.invitations.find(id, invitation.id)).toEqual(invitation)
      expect(await store.invitations.find((await addWorkspace(store)).id, invitation.id)).toBeUndefined()
      expect(await store.invitations.findByHash(invitation.hash)).toEqual(invitation)
      expect(await store.invitations.list(id, page)).toEqual([invitation])
      const used = () => change(store, id, (tx) => tx.invitations.delete(invitation.id))
      expect((await Promise.all([used(), used()])).sort()).toEqual([false, true])
    })

    test("a user has one reset, which is used once", async () => {
      const { id: userId } = await addUser()
      const [first, second, operatorKeyHash] = [newHash(), newHash(), newHash()]
      const reset = { userId, hash: first, createdBy: null, operatorKeyHash, createdAt: time, expires: time + 1 }
      await change(store, undefined, (tx) => tx.links.putReset(reset))
      const newer = { ...reset, hash: second }
      await change(store, undefined, (tx) => tx.links.putReset(newer))
      expect(await store.links.findReset(first, operatorKeyHash)).toBeUndefined()
      expect(await store.links.findReset(second, operatorKeyHash)).toEqual(newer)
      const remove = () => change(store, undefined, (tx) => tx.links.deleteReset(userId))
      const removed = await Promise.all([remove(), remove()])
      expect(removed.filter((one) => one !== undefined)).toEqual([newer])
    })

    test("a reset is found and listed only while its maker is an operator", async () => {
      const maker = await addUser({ name: "Maker", operator: true })
      const [one, two, expired, older] = [await addUser(), await addUser(), await addUser(), await addUser()]
      const operatorKeyHash = newHash()
      const now = { now: time, operatorKeyHash }
      const made = { createdAt: time, expires: time + 1 }
      const byUser = { userId: one.id, hash: newHash(), createdBy: maker.id, operatorKeyHash: null, ...made }
      const byKey = { userId: two.id, hash: newHash(), createdBy: null, operatorKeyHash, ...made }
      await change(store, undefined, async (tx) => {
        await tx.links.putReset(byUser)
        await tx.links.putReset(byKey)
        await tx.links.putReset({ ...byKey, userId: expired.id, hash: newHash(), expires: time })
        await tx.links.putReset({ ...byKey, userId: older.id, hash: newHash(), operatorKeyHash: null })
      })
      const details = [
        { ...byUser, email: one.email, name: one.name, createdByName: "Maker" },
        { ...byKey, email: two.email, name: two.name, createdByName: null },
      ]
      expect(await store.links.listResets(page, now)).toEqual(details)
      expect(await store.links.listResets({ limit: 1, after: undefined }, now)).toEqual(details.slice(0, 1))
      expect(await store.links.listResets({ limit: 10, after: one.id }, now)).toEqual(details.slice(1))
      expect(await store.links.findReset(byUser.hash, operatorKeyHash)).toEqual(byUser)
      await change(store, undefined, (tx) => tx.users.update({ ...maker, operator: false }))
      const replaced = newHash()
      expect(await store.links.findReset(byUser.hash, operatorKeyHash)).toBeUndefined()
      expect(await store.links.findReset(byKey.hash, replaced)).toBeUndefined()
      expect(await store.links.listResets(page, { ...now, operatorKeyHash: replaced })).toEqual([])
    })

    test("there is one setup link", async () => {
      for (const hash of [newHash(), newHash()]) {
        await change(store, undefined, (tx) => tx.links.putSetup({ hash, expires: time }))
        expect(await store.links.findSetup()).toEqual({ hash, expires: time })
      }
      await change(store, undefined, (tx) => tx.links.deleteSetup())
      expect(await store.links.findSetup()).toBeUndefined()
    })

    test("the sessions of a user end together, but for one, and with the user", async () => {
      const [one, two] = [await addUser(), await addUser()]
      const sessions = [one, one, one, two].map(({ id }) => newSession({ userId: id, userAgent: "Browser" }))
      const [first, second, third, others] = sessions
      if (!(first && second && third && others)) throw new Error("There are four sessions.")
      await change(store, undefined, async (tx) => {
        for (const session of sessions) await tx.sessions.insert(session)
      })
      expect(await store.sessions.findByHash(first.hash)).toEqual(first)
      expect(await store.sessions.listOfUser(one.id, 2)).toEqual([third, second])
      const ended = await change(store, undefined, (tx) => tx.sessions.deleteOfUser(one.id, second.id))
      expect([...ended].sort()).toEqual([first.id, third.id].sort())
      expect(await store.sessions.listOfUser(one.id, 10)).toEqual([second])
      expect(await change(store, undefined, (tx) => tx.sessions.delete(second.id))).toBe(true)
      expect(await change(store, undefined, (tx) => tx.sessions.delete(second.id))).toBe(false)
      await change(store, undefined, (tx) => tx.users.delete(two.id))
      expect(await store.sessions.findByHash(others.hash)).toBeUndefined()
    })

    test("the sessions by a key are listed, newest first", async () => {
      const rootKeyId = mintId("rk")
      const operatorKeyHash = newHash()
      const byRootKey = [1, 2, 3].map(() => newSession({ rootKeyId }))
      const byOperator = [1, 2].map(() => newSession({ operatorKeyHash }))
      await change(store, undefined, async (tx) => {
        for (const session of [...byRootKey, ...byOperator]) await tx.sessions.insert(session)
      })
      expect(await store.sessions.listOfKey({ rootKeyId }, 2)).toEqual(byRootKey.toReversed().slice(0, 2))
      expect(await store.sessions.listOfKey({ operatorKeyHash }, 10)).toEqual(byOperator.toReversed())
      expect(await store.sessions.listOfKey({ rootKeyId: mintId("rk") }, 10)).toEqual([])
    })

    test("the last use of a session moves forward only, and expired sessions and links are deleted", async () => {
      const session = newSession({ operatorKeyHash: newHash(), method: "key" })
      const lasting = newSession({ rootKeyId: mintId("rk"), expires: time + 9_000 })
      const { id } = await addWorkspace(store)
      const invitation = newInvitation(id, { expires: time + 5_000 })
      await change(store, undefined, async (tx) => {
        await tx.sessions.insert(session)
        await tx.sessions.insert(lasting)
        await tx.invitations.insert(invitation)
      })
      await store.sessionUpkeep.noteUse(session.id, time + 60)
      await store.sessionUpkeep.noteUse(session.id, time + 50)
      expect(await store.sessions.findByHash(session.hash)).toEqual({ ...session, lastUsedAt: time + 60 })
      await store.sessionUpkeep.deleteExpired(time + 5_000)
      expect(await store.sessions.findByHash(session.hash)).toBeUndefined()
      expect(await store.sessions.findByHash(lasting.hash)).toEqual(lasting)
      expect(await store.invitations.list(id, page)).toEqual([])
    })

    test("an event names the user and the session that acted", async () => {
      const { id: workspaceId } = await addWorkspace(store)
      const actor = { type: "user", id: mintId("usr"), name: "Ada", sessionId: mintId("ses") } as const
      await store.transaction({ workspaceId, actor, requestId: "req_1", now: time }, async (tx) => {
        tx.record({
          type: "member.created",
          workspaceId,
          resources: [{ type: "member", id: actor.id }],
          changes: { before: null, after: { role: "viewer" } },
        })
      })
      const [event] = await store.events.listChain(workspaceId, 0, 1)
      expect(event?.actor).toEqual(actor)
    })
  })
}
