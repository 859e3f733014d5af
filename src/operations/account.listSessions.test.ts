import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser, signIn } from "../../test/people/person.ts"

describe("account.listSessions", () => {
  const clock = { now: Date.now() }
  const keyward = serveKeyward({ engine: "sqlite", clock })

  test("shows the browsers of the user, newest first, and no token", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    await addPerson(keyward, { ...keyward, role: "viewer" })
    const createdAt = clock.now
    clock.now += 1_000
    const second = await signIn(keyward, { ...person, cookie: "" })
    const sessions = await keyward.ok("account.listSessions", {}, inBrowser(second))
    expect(sessions).toMatchObject([
      { method: "password", address: "127.0.0.1", createdAt: clock.now, isCurrent: true },
      { method: "invitation", createdAt, isCurrent: false },
    ])
    expect(JSON.stringify(sessions)).not.toContain(person.cookie.slice(-43))
  })

  test("leaves out what has ended", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    clock.now += 12 * 60 * 60 * 1000
    const second = await signIn(keyward, { ...person, cookie: "" })
    expect(await keyward.ok("account.listSessions", {}, inBrowser(second))).toHaveLength(1)
  })
})
