import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { createAuthenticator } from "../../test/people/authenticator.ts"
import { originOf, passkeyResponse } from "../../test/people/passkeys.ts"
import { addPerson, cookieOf, inBrowser, password, tokenIn, visitor } from "../../test/people/person.ts"
import { locationsOf, outcomeOf } from "../../test/requests/outcome.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"
import { timeOfId } from "../transfer/derived-id.ts"

const unknown = "404 data/invitation_not_found"

describe.each([...engines])("invitations.acceptInvitation on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock })
  const unchanged = watchStorage(keyward)
  const invite = async (email: string, role = "developer", options = { key: keyward.rootKey }) =>
    tokenIn((await keyward.ok("members.inviteMember", { email, role }, options)).url)
  const accept = (body: object, options: object = visitor) =>
    keyward.call("invitations.acceptInvitation", body, options)

  test("makes a new person a member who is signed in, once", async () => {
    const body = { token: await invite("Grace@Example.com"), name: "Grace", password }
    const replies = await Promise.all([accept(body), accept(body)])
    expect(replies.map(outcomeOf).sort()).toEqual(["200", unknown])
    const [reply] = replies.filter(({ status }) => status === 200)
    if (reply === undefined) throw new Error("One of them wins.")
    const account = await keyward.ok("account.getAccount", {}, inBrowser({ cookie: cookieOf(reply) }))
    expect(account).toMatchObject({
      email: "grace@example.com",
      operator: false,
      memberships: [{ workspaceId: keyward.workspaceId, role: "developer" }],
    })
    const events = await keyward.events({ limit: 2 })
    expect(events.map(({ type }) => type)).toEqual(["invitation.accepted", "member.created"])
    expect(events[1]?.changes.after).toMatchObject({ address: "127.0.0.1", signInMethod: "invitation" })
  })

  test("lets a user with an account join from their own session, without a new password", async () => {
    const other = await keyward.createWorkspace("Other")
    const person = await addPerson(keyward, { ...other, role: "viewer" })
    const session = { session: { cookie: person.cookie } }
    const token = await invite(person.email)
    const bad = await accept({ token, password }, session)
    expect([outcomeOf(bad), locationsOf(bad)]).toEqual(["400 application/invalid_input", ["body.password"]])
    expect((await accept({ token }, session)).body.data).toEqual({
      workspaceId: keyward.workspaceId,
      userId: person.userId,
    })
    const { memberships } = await keyward.ok("account.getAccount", {}, inBrowser(person))
    expect(memberships).toHaveLength(2)
    const again = await accept({ token: await invite(person.email) }, session)
    expect(outcomeOf(again)).toBe("412 application/precondition_failed")
  })

  test("never takes an account over: not without a session, and not from the session of another user", async () => {
    const victim = await addPerson(keyward, { ...keyward, role: "viewer" })
    const attacker = await keyward.createWorkspace("Attacker")
    const token = await invite(victim.email, "viewer", { key: attacker.rootKey })
    const mallory = await addPerson(keyward, { ...attacker, role: "owner" })
    await unchanged(async () => {
      for (const options of [visitor, { session: { cookie: mallory.cookie } }]) {
        const reply = await accept({ token, name: "Mallory", password: "password of the attacker" }, options)
        expect(outcomeOf(reply)).toBe("401 authentication/sign_in_failed")
        expect(reply.headers.getSetCookie()).toEqual([])
      }
    })
    const stolen = { email: victim.email, password: "password of the attacker" }
    expect(outcomeOf(await keyward.call("sessions.signIn", stolen, visitor))).toBe("401 authentication/sign_in_failed")
  })

  test("refuses what its author may no longer give: a lowered member, a removed one, a disabled root key", async () => {
    const owner = await addPerson(keyward, { ...keyward, role: "owner" })
    await addPerson(keyward, { ...keyward, role: "owner" })
    const asOwner = inBrowser(owner, keyward.workspaceId)
    const byOwner = (await keyward.ok("members.inviteMember", { email: "one@example.com", role: "owner" }, asOwner)).url
    const { rootKeyId, rootKey } = await keyward.ok("rootKeys.createRootKey", { permissions: ["*"] })
    const byKey = await invite("two@example.com", "owner", { key: rootKey })
    await keyward.ok("members.updateMember", { userId: owner.userId, role: "admin" })
    await keyward.ok("rootKeys.updateRootKey", { rootKeyId, enabled: false })
    for (const token of [tokenIn(byOwner), byKey]) {
      expect(outcomeOf(await accept({ token, name: "X", password }))).toBe(unknown)
    }
    await keyward.ok("members.removeMember", { userId: owner.userId })
    expect(outcomeOf(await accept({ token: tokenIn(byOwner), name: "X", password }))).toBe(unknown)
  })

  test("refuses a workspace that is disabled or deleted", async () => {
    const other = await keyward.createWorkspace("Other")
    const token = await invite("late@example.com", "viewer", { key: other.rootKey })
    const { workspaceId } = other
    await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "account_closure" }, keyward.operator)
    expect(outcomeOf(await accept({ token, name: "X", password }))).toBe("403 authorization/workspace_disabled")
    await keyward.ok("workspaces.deleteWorkspace", { workspaceId }, keyward.operator)
    expect(outcomeOf(await accept({ token, name: "X", password }))).toBe(unknown)
  })

  test("needs a name and a password of 12 characters for a new account", async () => {
    const token = await invite("short@example.com")
    for (const [body, locations] of [
      [{}, ["body.name", "body.password"]],
      [{ name: "X", password: "short" }, ["body.password"]],
      [{ name: "X" }, ["body.password"]],
      [{ name: "\u202eevil", password }, ["body.name"]],
    ] as const) {
      const reply = await accept({ token, ...body })
      expect([outcomeOf(reply), locationsOf(reply)]).toEqual(["400 application/invalid_input", [...locations]])
    }
  })
})

describe("invitations.acceptInvitation with a passkey", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const unchanged = watchStorage(keyward)
  const device = () => createAuthenticator(() => originOf(keyward))
  const invite = async (email: string) =>
    tokenIn((await keyward.ok("members.inviteMember", { email, role: "viewer" })).url)
  const optionsFor = async (token: string) =>
    (await keyward.ok("invitations.getInvitation", { token, name: "Grace" }, visitor)).passkeyOptions
  const accept = (body: object, options: object = visitor) =>
    keyward.call("invitations.acceptInvitation", { name: "Grace", ...body }, options)

  test("needs no password, and the passkey signs in from then on", async () => {
    const token = await invite("grace@example.com")
    const own = device()
    const accepted = await accept({ token, passkey: own.create(await optionsFor(token)), passkeyName: "Laptop" })
    const { userId } = accepted.body.data
    expect(timeOfId(userId)).toBe(clock.now)
    const account = await keyward.ok("account.getAccount", {}, inBrowser({ cookie: cookieOf(accepted) }))
    expect(account).toMatchObject({ userId, email: "grace@example.com", hasPassword: false })
    const [event] = await keyward.events({ workspaceId: "installation", type: "user.updated" })
    expect(event).toMatchObject({ actor: { id: userId }, changes: { after: { addedPasskey: { name: "Laptop" } } } })
    const signedIn = await keyward.call("sessions.signIn", await passkeyResponse(keyward, own), visitor)
    expect(signedIn.body.data).toMatchObject({ userId })
    expect(outcomeOf(await accept({ token, password }))).toBe(unknown)
  })

  test("refuses a passkey of another invitation, one that is too late, and one beside a password", async () => {
    const token = await invite("ada@example.com")
    const passkey = device().create(await optionsFor(token))
    const other = device().create(await optionsFor(await invite("other@example.com")))
    await unchanged(async () => {
      expect(outcomeOf(await accept({ token, passkey: other }))).toBe("412 application/precondition_failed")
      const both = await accept({ token, passkey, password })
      expect([outcomeOf(both), locationsOf(both)]).toEqual(["400 application/invalid_input", ["body.passkey"]])
      clock.now += 5 * 60_000
      expect(outcomeOf(await accept({ token, passkey }))).toBe("412 application/precondition_failed")
    })
    expect(outcomeOf(await accept({ token, passkey: device().create(await optionsFor(token)) }))).toBe("200")
  })

  test("adds no passkey to an account: not without its session, and not with it", async () => {
    const victim = await addPerson(keyward, { ...keyward, role: "viewer" })
    const { rootKey } = await keyward.createWorkspace("Attacker")
    const { url } = await keyward.ok("members.inviteMember", { email: victim.email, role: "viewer" }, { key: rootKey })
    const token = tokenIn(url)
    const passkey = device().create(await optionsFor(token))
    await unchanged(async () => {
      expect(outcomeOf(await accept({ token, passkey }))).toBe("401 authentication/sign_in_failed")
      const own = await accept({ token, passkey }, { session: { cookie: victim.cookie } })
      expect([outcomeOf(own), locationsOf(own)]).toEqual(["400 application/invalid_input", ["body.passkey"]])
    })
    expect(await keyward.ok("account.listPasskeys", {}, inBrowser(victim))).toEqual([])
  })
})
