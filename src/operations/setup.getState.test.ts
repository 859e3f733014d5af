import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { setupToken, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("setup.getState", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows the workspaces only to the holder of the newest link", async () => {
    const older = await setupToken(keyward)
    const token = await setupToken(keyward)
    expect(await keyward.ok("setup.getState", { token }, visitor)).toEqual({
      workspaces: [{ workspaceId: keyward.workspaceId, name: "Test" }],
    })
    const person = { email: "ada@example.com", name: "Ada" }
    const { passkeyOptions } = await keyward.ok("setup.getState", { token, ...person }, visitor)
    expect(passkeyOptions.user).toMatchObject({ name: person.email, displayName: person.name })
    for (const wrong of [older, "x", token.toLowerCase()]) {
      const reply = await keyward.call("setup.getState", { token: wrong }, visitor)
      expect(outcomeOf(reply)).toBe("401 authentication/sign_in_failed")
    }
  })
})
