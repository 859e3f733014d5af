import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("users.createResetLink", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("returns a link once, and records it without the link", async () => {
    const { userId } = await addPerson(keyward, { ...keyward, role: "viewer" })
    const { url, expires } = await keyward.ok("users.createResetLink", { userId }, keyward.operator)
    expect(url).toMatch(/^http:\/\/localhost:\d+\/reset#[\w-]{43}$/)
    expect(expires).toBe(clock.now + 72 * 60 * 60 * 1000)
    const [event] = await keyward.events({ workspaceId: "installation", limit: 1 })
    expect(event).toMatchObject({ type: "reset.created", resources: [{ type: "user", id: userId }] })
    expect(JSON.stringify(event)).not.toContain(url.split("#")[1])
  })

  test("knows no other user", async () => {
    const body = { userId: "usr_1BzmjTFLHWXwiSK4y3H5iW" }
    expect(outcomeOf(await keyward.call("users.createResetLink", body, keyward.operator))).toBe(
      "404 data/user_not_found",
    )
  })
})
