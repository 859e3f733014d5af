import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { visitor } from "../../test/people/person.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

describe("sessions.getPasskeyChallenge", () => {
  const keyward = serveKeyward({ engine: "sqlite" })
  const unchanged = watchStorage(keyward)

  test("gives every visitor another challenge and stores nothing", async () => {
    const ask = () => keyward.ok("sessions.getPasskeyChallenge", {}, visitor)
    const options = await ask()
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{72}$/),
      rpId: "localhost",
      timeout: 300_000,
      userVerification: "required",
    })
    expect((await ask()).challenge).not.toBe(options.challenge)
    await unchanged(ask)
  })
})
