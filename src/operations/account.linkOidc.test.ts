import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

/** test/people/oidc.test.ts links accounts of a real provider. */
describe("account.linkOidc", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("is 412 without a provider, and sets no cookie", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const reply = await keyward.call("account.linkOidc", {}, inBrowser(person))
    expect(outcomeOf(reply)).toBe("412 application/precondition_failed")
    expect(reply.headers.getSetCookie()).toEqual([])
    expect((await keyward.request("/oidc/start")).status).toBe(404)
  })
})
