import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { visitor } from "../../test/people/person.ts"

describe("sessions.getSignInMethods", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("offers passkeys under a host name in a secure context, and nowhere else", async () => {
    expect(await keyward.ok("sessions.getSignInMethods", {}, visitor)).toEqual({ passkey: true })
    const offered = [
      ["https://keys.example.com", true],
      ["http://keys.localhost", true],
      ["http://keys.example.com", false],
      ["https://192.0.2.1", false],
      ["http://127.0.0.1:8080", false],
      ["https://[2001:db8::1]", false],
    ] as const
    for (const [url, isOffered] of offered) {
      await keyward.restart({ KEYWARD_PUBLIC_URL: url })
      const headers = { Origin: url }
      const shown = await keyward.ok("sessions.getSignInMethods", {}, { ...visitor, headers })
      expect([url, shown.passkey]).toEqual([url, isOffered])
      const { status } = await keyward.call("sessions.getPasskeyChallenge", {}, { ...visitor, headers })
      expect([url, status]).toEqual([url, isOffered ? 200 : 412])
    }
  })
})
