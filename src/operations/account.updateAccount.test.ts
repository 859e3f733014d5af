import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("account.updateAccount", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("changes the name under which later events are recorded, and records itself once", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "admin" })
    const options = inBrowser(person, keyward.workspaceId)
    for (const _again of [1, 2]) {
      const account = await keyward.ok("account.updateAccount", { name: "Rear Admiral" }, options)
      expect(account).toMatchObject({ userId: person.userId, name: "Rear Admiral" })
    }
    const events = await keyward.events({ workspaceId: "installation", type: "user.updated" })
    expect(events.map(({ changes }) => changes)).toEqual([
      { before: { name: "Grace" }, after: { name: "Rear Admiral" } },
    ])
    await keyward.ok("apis.createApi", { name: "Api" }, options)
    const [event] = await keyward.events({ limit: 1 })
    expect(event?.actor).toMatchObject({ name: "Rear Admiral" })
  })

  test.each(["", "x".repeat(129), "a\u0007b", "a\u202eb"])("refuses the name %j", async (name) => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const reply = await keyward.call("account.updateAccount", { name }, inBrowser(person))
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
  })
})
