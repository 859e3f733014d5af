import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { createAuthenticator } from "../../test/people/authenticator.ts"
import { addPasskey, originOf, passkeyResponse } from "../../test/people/passkeys.ts"
import { addPerson, inBrowser, type Person, signIn, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

const refused = "412 application/precondition_failed"
const minuteMs = 60_000

describe("account.addPasskey", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const newPerson = () => addPerson(keyward, { ...keyward, role: "viewer" })
  const newAuthenticator = () => createAuthenticator(() => originOf(keyward))
  const challengeOf = (person: Person) => keyward.ok("account.getPasskeyChallenge", {}, inBrowser(person))
  const add = (person: Person, passkey: object, name = "Laptop") =>
    keyward.call("account.addPasskey", { name, passkey }, inBrowser(person))

  test("adds a passkey, once, and records it without its key", async () => {
    const person = await newPerson()
    const passkey = newAuthenticator().create(await challengeOf(person))
    const { data } = (await add(person, passkey)).body
    expect(data).toEqual({
      passkeyId: expect.stringMatching(/^pk_/),
      name: "Laptop",
      isBackedUp: false,
      createdAt: clock.now,
    })
    expect(outcomeOf(await add(person, passkey))).toBe(refused)
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({
      type: "user.updated",
      actor: { type: "user", id: person.userId },
      resources: [{ id: person.userId }],
      changes: { before: {}, after: { addedPasskey: { passkeyId: data.passkeyId, name: "Laptop" } } },
    })
  })

  test("keeps a challenge to the session that asked for it", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()]
    const other = await signIn(keyward, { ...person, cookie: "" })
    const options = await challengeOf(person)
    for (const one of [stranger, other]) {
      expect(outcomeOf(await add(one, newAuthenticator().create(options)))).toBe(refused)
    }
    const forSignIn = await keyward.ok("sessions.getPasskeyChallenge", {}, visitor)
    const { challenge } = forSignIn
    expect(outcomeOf(await add(person, newAuthenticator().create({ ...options, challenge })))).toBe(refused)
  })

  test("refuses a passkey that belongs to somebody else, who can still sign in with it", async () => {
    const [victim, attacker] = [await newPerson(), await newPerson()]
    const { credentialId, ...own } = await addPasskey(keyward, victim)
    const copy = newAuthenticator().create(await challengeOf(attacker), { credentialId })
    expect(outcomeOf(await add(attacker, copy))).toBe(refused)
    const reply = await keyward.call(
      "sessions.signIn",
      await passkeyResponse(keyward, { credentialId, ...own }),
      visitor,
    )
    expect(reply.body.data.userId).toBe(victim.userId)
  })

  const wrong = {
    "for a page of another origin": { origin: "https://evil.example" },
    "for another host": { rpId: "evil.example" },
    "that is a sign-in": { type: "webauthn.get" },
    "inside a page of another site": { crossOrigin: true },
    "without a verified user": { isUserVerified: false },
    "with a certificate, which could name an address to fetch": {
      attestation: {
        format: "packed",
        statement: new Map<string, number | Buffer | Buffer[]>([
          ["alg", -7],
          ["sig", Buffer.alloc(64)],
          ["x5c", [Buffer.alloc(64)]],
        ]),
      },
    },
    "with another attestation": { attestation: { format: "tpm", statement: new Map() } },
  }
  test.each(Object.entries(wrong))("refuses a passkey made %s", async (_case, changed) => {
    const person = await newPerson()
    const passkey = newAuthenticator().create(await challengeOf(person), changed)
    expect(outcomeOf(await add(person, passkey))).toBe(refused)
    expect(await keyward.ok("account.listPasskeys", {}, inBrowser(person))).toEqual([])
  })

  test("refuses bytes that are no passkey", async () => {
    const person = await newPerson()
    const passkey = newAuthenticator().create(await challengeOf(person))
    for (const attestationObject of ["oA", "oWNmbXRkbm9uZQ", "____", "gICAgICAgA"]) {
      const response = { ...Reflect.get(passkey, "response"), attestationObject }
      expect(outcomeOf(await add(person, { ...passkey, response }))).toBe(refused)
    }
  })

  test("is too late after five minutes, and needs a fresh sign-in after ten", async () => {
    const person = await newPerson()
    const passkey = newAuthenticator().create(await challengeOf(person))
    clock.now += 5 * minuteMs
    expect(outcomeOf(await add(person, passkey))).toBe(refused)
    clock.now += 5 * minuteMs
    expect(outcomeOf(await add(person, passkey))).toBe("403 authorization/sign_in_again")
  })

  test("allows 20 passkeys", async () => {
    const person = await newPerson()
    for (let count = 0; count < 20; count += 1) await addPasskey(keyward, person)
    const reply = await add(person, newAuthenticator().create(await challengeOf(person)))
    expect(outcomeOf(reply)).toBe(refused)
    expect(reply.body.error.detail).toContain("20 passkeys")
  })
})
