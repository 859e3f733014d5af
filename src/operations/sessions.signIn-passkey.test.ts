import { beforeAll, describe, expect, test } from "bun:test"
import { randomBytes } from "node:crypto"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import type { Authenticator } from "../../test/people/authenticator.ts"
import { addPasskey, passkeyResponse } from "../../test/people/passkeys.ts"
import { addPerson, cookieOf, inBrowser, type Person, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const failed = "401 authentication/sign_in_failed"
const minuteMs = 60_000

describe.each([...engines])("sessions.signIn with a passkey on %s", (engine) => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine, clock })
  let person: Person
  let laptop: Authenticator
  beforeAll(async () => {
    person = await addPerson(keyward, { ...keyward, role: "developer" })
    laptop = await addPasskey(keyward, person)
  })
  const signIn = (body: object) => keyward.call("sessions.signIn", body, visitor)

  test("needs no address, starts a session of the owner, and is recorded", async () => {
    const reply = await signIn(await passkeyResponse(keyward, laptop))
    expect(reply.body.data).toMatchObject({ userId: person.userId })
    expect(await keyward.ok("account.getAccount", {}, inBrowser({ cookie: cookieOf(reply) }))).toMatchObject({
      email: person.email,
      signedInAt: clock.now,
    })
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({ type: "session.created", changes: { after: { method: "passkey" } } })
    const [passkey] = await keyward.ok("account.listPasskeys", {}, inBrowser(person))
    expect(passkey.lastUsedAt).toBe(clock.now)
  })

  test("counts as a fresh sign-in, so that a person without a password can step up", async () => {
    const later = await addPerson(keyward, { ...keyward, role: "viewer" })
    const phone = await addPasskey(keyward, later)
    clock.now += 11 * minuteMs
    const { cookie } = later
    const remove = (cookies: string) =>
      keyward.call("account.removePasskey", { passkeyId: "pk_unknown" }, inBrowser({ cookie: cookies }))
    expect(outcomeOf(await remove(cookie))).toBe("403 authorization/sign_in_again")
    const body = await passkeyResponse(keyward, phone)
    const again = await keyward.call("sessions.signIn", body, { session: { cookie } })
    expect(outcomeOf(await remove(cookieOf(again)))).toBe("200")
    expect(outcomeOf(await remove(cookie))).toBe("401 authentication/session_expired")
  })

  test("is refused the second time with the same response", async () => {
    const body = await passkeyResponse(keyward, laptop)
    const replies = await Promise.all([signIn(body), signIn(body), signIn(body)])
    expect(replies.map(outcomeOf).sort()).toEqual(["200", failed, failed])
    expect(outcomeOf(await signIn(body))).toBe(failed)
  })

  test("is refused the second time with the same challenge, even by a passkey that does not count", async () => {
    const other = await addPerson(keyward, { ...keyward, role: "viewer" })
    const synced = await addPasskey(keyward, other, false)
    const options = await keyward.ok("sessions.getPasskeyChallenge", {}, visitor)
    expect(outcomeOf(await signIn({ passkey: synced.get(options) }))).toBe("200")
    expect(outcomeOf(await signIn({ passkey: synced.get(options) }))).toBe(failed)
    expect(outcomeOf(await signIn(await passkeyResponse(keyward, synced)))).toBe("200")
  })

  test("is refused after five minutes", async () => {
    const body = await passkeyResponse(keyward, laptop)
    clock.now += 5 * minuteMs
    expect(outcomeOf(await signIn(body))).toBe(failed)
  })

  test("is refused when the counter does not rise: a copy of the passkey may be in use", async () => {
    const copied = laptop.counter
    expect(outcomeOf(await signIn(await passkeyResponse(keyward, laptop)))).toBe("200")
    for (const counter of [copied, copied + 1, 0]) {
      expect(outcomeOf(await signIn(await passkeyResponse(keyward, laptop, { counter })))).toBe(failed)
    }
    const body = await passkeyResponse(keyward, laptop, { counter: copied + 2 })
    expect(outcomeOf(await signIn(body))).toBe("200")
  })

  const wrong = {
    "from a page of another origin": { origin: "https://evil.example" },
    "from another port of the same host": { origin: "http://localhost:1" },
    "from a page inside a page of another site": { crossOrigin: true },
    "for another host": { rpId: "evil.example" },
    "that created a passkey": { type: "webauthn.create" },
    "to a challenge that Keyward did not make": { challenge: randomBytes(54).toString("base64url") },
    "to no challenge": { challenge: "" },
    "without a verified user": { isUserVerified: false },
    "without a present user": { isUserPresent: false },
    "of an unknown passkey": { credentialId: randomBytes(16).toString("base64url") },
    "for another user": { userHandle: Buffer.from("usr_1CAiZx1YPnJZtcPxTdBGPS").toString("base64url") },
  }
  test.each(Object.entries(wrong))("is refused with a response %s", async (_case, changed) => {
    const reply = await signIn(await passkeyResponse(keyward, laptop, changed))
    expect(outcomeOf(reply)).toBe(failed)
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  test("is refused with the challenge for adding a passkey", async () => {
    const own = await addPerson(keyward, { ...keyward, role: "viewer" })
    const phone = await addPasskey(keyward, own)
    const { challenge, rp } = await keyward.ok("account.getPasskeyChallenge", {}, inBrowser(own))
    expect(outcomeOf(await signIn({ passkey: phone.get({ challenge, rpId: rp.id }) }))).toBe(failed)
  })

  test("is refused with a signature of another passkey", async () => {
    const other = await addPasskey(keyward, await addPerson(keyward, { ...keyward, role: "viewer" }))
    const body = await passkeyResponse(keyward, other, {
      credentialId: laptop.credentialId,
      userHandle: Buffer.from(person.userId).toString("base64url"),
      counter: 1_000,
    })
    expect(outcomeOf(await signIn(body))).toBe(failed)
  })

  test("cannot be combined with a password, and bounds what it reads", async () => {
    const { passkey } = await passkeyResponse(keyward, laptop)
    const both = await signIn({ passkey, email: person.email, password: "a password of somebody" })
    expect(outcomeOf(both)).toBe("400 application/invalid_input")
    const long = { ...passkey, id: "a".repeat(1_365) }
    expect(outcomeOf(await signIn({ passkey: long }))).toBe("400 application/invalid_input")
  })

  test("works after many wrong passwords, because a passkey cannot be guessed", async () => {
    const { email } = person
    for (let attempt = 0; attempt < 7; attempt += 1) await signIn({ email, password: "a wrong password" })
    expect(outcomeOf(await signIn(await passkeyResponse(keyward, laptop)))).toBe("200")
  })
})
