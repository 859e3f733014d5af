import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPasskey, passkeyResponse } from "../../test/people/passkeys.ts"
import { addPerson, cookieOf, inBrowser, password, signIn, tokenIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

const failed = "401 authentication/sign_in_failed"
const chosen = "another password of the user"

describe.each([...engines])("resets.useReset on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock })
  const unchanged = watchStorage(keyward)
  const link = async (userId: string) =>
    tokenIn((await keyward.ok("users.createResetLink", { userId }, keyward.operator)).url)
  const use = (token: string, options: object = visitor) =>
    keyward.call("resets.useReset", { token, password: chosen }, options)

  test("sets the password, ends every session of the user, and signs in, once", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const second = await signIn(keyward, { ...person, cookie: "" })
    const token = await link(person.userId)
    const replies = await Promise.all([use(token), use(token)])
    expect(replies.map(outcomeOf).sort()).toEqual(["200", failed])
    for (const { cookie } of [person, second]) {
      const reply = await keyward.call("account.getAccount", {}, inBrowser({ cookie }))
      expect(outcomeOf(reply)).toBe("401 authentication/session_expired")
    }
    const [reply] = replies.filter(({ status }) => status === 200)
    if (reply === undefined) throw new Error("One of them wins.")
    expect(outcomeOf(await keyward.call("account.getAccount", {}, inBrowser({ cookie: cookieOf(reply) })))).toBe("200")
    const { email } = person
    expect(outcomeOf(await keyward.call("sessions.signIn", { email, password }, visitor))).toBe(failed)
    expect(outcomeOf(await keyward.call("sessions.signIn", { email, password: chosen }, visitor))).toBe("200")
  })

  test("is recorded for operators and in every workspace of the user", async () => {
    const other = await keyward.createWorkspace("Other")
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const joined = await keyward.ok(
      "members.inviteMember",
      { email: person.email, role: "viewer" },
      { key: other.rootKey },
    )
    const session = { session: { cookie: person.cookie } }
    await keyward.ok("invitations.acceptInvitation", { token: tokenIn(joined.url) }, session)
    await use(await link(person.userId))
    for (const workspaceId of ["installation", keyward.workspaceId, other.workspaceId]) {
      for (const [type, actor] of [
        ["reset.created", { type: "operator" }],
        ["reset.used", { type: "user", id: person.userId }],
      ] as const) {
        const [event] = await keyward.events({ workspaceId, type, resourceId: person.userId })
        expect(event).toMatchObject({ actor, resources: [{ type: "user", id: person.userId }] })
      }
    }
  })

  test("removes passkeys, which somebody else may have added, unless the user keeps them", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const laptop = await addPasskey(keyward, person)
    const byPasskey = async () =>
      outcomeOf(await keyward.call("sessions.signIn", await passkeyResponse(keyward, laptop), visitor))
    const kept = { token: await link(person.userId), password: chosen, keepCredentials: true }
    await keyward.ok("resets.useReset", kept, visitor)
    expect(await byPasskey()).toBe("200")
    await use(await link(person.userId))
    expect(await byPasskey()).toBe(failed)
    const [event] = await keyward.events({ workspaceId: "installation", type: "reset.used", limit: 1 })
    expect(event?.changes.after).toMatchObject({ removedPasskeys: 1 })
  })

  test("refuses a wrong link, one that a newer link replaced, and one older than 72 hours", async () => {
    const { userId } = await addPerson(keyward, { ...keyward, role: "viewer" })
    const replaced = await link(userId)
    const current = await link(userId)
    clock.now += 72 * 60 * 60 * 1000
    await unchanged(async () => {
      for (const token of ["x", replaced, current]) expect(outcomeOf(await use(token))).toBe(failed)
    })
  })

  test("a link for one user changes no other user, even if another user opens it", async () => {
    const [victim, mallory] = [
      await addPerson(keyward, { ...keyward, role: "owner" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    const reply = await use(await link(mallory.userId), { session: { cookie: victim.cookie } })
    expect(reply.body.data.userId).toBe(mallory.userId)
    const { email } = victim
    expect(outcomeOf(await keyward.call("sessions.signIn", { email, password }, visitor))).toBe("200")
    expect(outcomeOf(await keyward.call("sessions.signIn", { email, password: chosen }, visitor))).toBe(failed)
  })
})
