import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { collect, findLogin, startTerminal } from "../../test/people/device-login.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"

describe("deviceLogins.denyLogin", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("gives the terminal no key, is recorded, and happens once", async () => {
    const person = await addPerson(keyward, { ...keyward, role: "viewer" })
    const terminal = await startTerminal(keyward)
    const loginId = await findLogin(keyward, person, terminal)
    const deny = () => keyward.call("deviceLogins.denyLogin", { loginId }, inBrowser(person))
    expect(outcomeOf(await deny())).toBe("200")
    expect(outcomeOf(await deny())).toBe("404 data/device_login_not_found")
    expect(await collect(keyward, terminal)).toEqual({ status: "denied" })
    const filter = { workspaceId: "installation", limit: 1 }
    const [event] = await keyward.ok("events.listEvents", filter, keyward.operator)
    expect(event).toMatchObject({ type: "device_login.denied", actor: { type: "user", id: person.userId } })
  })
})
