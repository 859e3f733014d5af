import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPasskey } from "../../test/people/passkeys.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"

describe("account.listPasskeys", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows your own passkeys without their keys", async () => {
    const [person, stranger] = [
      await addPerson(keyward, { ...keyward, role: "viewer" }),
      await addPerson(keyward, { ...keyward, role: "viewer" }),
    ]
    await addPasskey(keyward, person)
    await addPasskey(keyward, person)
    const shown = {
      passkeyId: expect.any(String),
      name: "Laptop",
      isBackedUp: false,
      createdAt: expect.any(Number),
    }
    expect(await keyward.ok("account.listPasskeys", {}, inBrowser(person))).toEqual([shown, shown])
    expect(await keyward.ok("account.listPasskeys", {}, inBrowser(stranger))).toEqual([])
  })
})
