import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

/** test/people/oidc.test.ts unlinks accounts of a real provider. */
describe("account.unlinkOidc", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const unchanged = watchStorage(keyward)

  test("changes nothing for a user who has no account there", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    await unchanged(async () => {
      const body = { issuer: "https://accounts.example.com" }
      expect(await keyward.ok("account.unlinkOidc", body, inBrowser(person))).toEqual({ unlinked: false })
    })
  })
})
