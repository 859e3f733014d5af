import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPasskey, passkeyResponse } from "../../test/people/passkeys.ts"
import { addPerson, inBrowser, type Person, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("account.removePasskey", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const list = (person: Person) => keyward.ok("account.listPasskeys", {}, inBrowser(person))
  const newPerson = () => addPerson(keyward, { ...keyward, role: "viewer" })

  test("removes a passkey of your own, which works no more, and records it", async () => {
    const person = await newPerson()
    const laptop = await addPasskey(keyward, person)
    const [{ passkeyId }] = await list(person)
    const body = await passkeyResponse(keyward, laptop)
    expect(await keyward.ok("account.removePasskey", { passkeyId }, inBrowser(person))).toEqual({ removed: true })
    expect(await list(person)).toEqual([])
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({
      type: "user.updated",
      changes: { before: { removedPasskey: { passkeyId, name: "Laptop" } }, after: {} },
    })
    const reply = await keyward.call("sessions.signIn", body, visitor)
    expect(outcomeOf(reply)).toBe("401 authentication/sign_in_failed")
    expect(await keyward.ok("account.removePasskey", { passkeyId }, inBrowser(person))).toEqual({ removed: false })
  })

  test("leaves the passkeys of others alone", async () => {
    const [person, stranger] = [await newPerson(), await newPerson()]
    await addPasskey(keyward, person)
    const [{ passkeyId }] = await list(person)
    expect(await keyward.ok("account.removePasskey", { passkeyId }, inBrowser(stranger))).toEqual({ removed: false })
    expect(await list(person)).toHaveLength(1)
  })
})
