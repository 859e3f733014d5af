import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPasskey } from "../../test/people/passkeys.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("account.getPasskeyChallenge", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("asks for a discoverable passkey that verifies its user, and excludes those that exist", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const { credentialId } = await addPasskey(keyward, person)
    expect(await keyward.ok("account.getPasskeyChallenge", {}, inBrowser(person))).toMatchObject({
      rp: { id: "localhost", name: "Keyward" },
      user: { id: Buffer.from(person.userId).toString("base64url"), name: person.email, displayName: person.name },
      excludeCredentials: [{ type: "public-key", id: credentialId, transports: ["internal"] }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    })
  })

  test("needs a sign-in within the last ten minutes", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    clock.now += 10 * 60 * 1000
    const reply = await keyward.call("account.getPasskeyChallenge", {}, inBrowser(person))
    expect(outcomeOf(reply)).toBe("403 authorization/sign_in_again")
  })
})
