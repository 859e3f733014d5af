import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { behindProxy, randomNetwork, refused, startFlood, strangerInput } from "./flood.ts"
import { addPasskey, passkeyResponse } from "./passkeys.ts"
import { addPerson, cookieOf, inBrowser, type Person, password, setupToken, tokenIn, visitor } from "./person.ts"

describe("during a flood of sign-ins", () => {
  const server = serveKeyward({ engine: "sqlite", environment: behindProxy })
  let setup: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    setup = await setupToken(server)
    stop = (await startFlood(server)).stop
  })
  afterAll(() => stop())
  const threeTimes = async (call: (index: number) => Promise<string>): Promise<readonly string[]> => {
    const outcomes: string[] = []
    for (let index = 0; index < 3; index += 1) outcomes.push(await call(index))
    return outcomes
  }
  const allOk = ["200", "200", "200"]
  const cookieNamed = ({ cookie }: Pick<Person, "cookie">, pattern: RegExp) =>
    cookie.split("; ").find((one) => pattern.test(one)) ?? ""
  const add = () => addPerson(server, { ...server, role: "viewer" })

  test("the first user is created with the setup link", async () => {
    const input = { token: setup, email: "ada@example.com", name: "Ada", password, workspaceName: "Acme" }
    expect(outcomeOf(await server.call("setup.createFirstUser", input, visitor))).toBe("200")
  })

  test("people accept invitations", async () => {
    const accept = async (index: number) => {
      const invited = { email: `invited-${index}@example.com`, role: "viewer" }
      const { url } = await server.ok("members.inviteMember", invited)
      const input = { token: tokenIn(url), name: "Grace", password }
      return outcomeOf(await server.call("invitations.acceptInvitation", input, visitor))
    }
    expect(await threeTimes(accept)).toEqual(allOk)
  })

  test("people use links to reset a password", async () => {
    const { userId } = await add()
    const reset = async () => {
      const { url } = await server.ok("users.createResetLink", { userId }, server.operator)
      return outcomeOf(await server.call("resets.useReset", { token: tokenIn(url), password }, visitor))
    }
    expect(await threeTimes(reset)).toEqual(allOk)
  })

  test("people change their password", async () => {
    const person = await add()
    const change = async (index: number) => {
      const input = { newPassword: `${password} ${index}` }
      return outcomeOf(await server.call("account.changePassword", input, inBrowser(person)))
    }
    expect(await threeTimes(change)).toEqual(allOk)
  })

  test.each([
    ["that the person has used before", /^keyward-device/],
    ["with a session of the person", /^keyward-\d/],
  ])("a browser %s signs in", async (_which, proof) => {
    const { email, ...person } = await add()
    let cookie = cookieNamed(person, proof)
    const signIn = async () => {
      const reply = await server.call("sessions.signIn", { email, password }, { session: { cookie } })
      cookie = cookieNamed({ cookie: cookieOf(reply) }, proof)
      return outcomeOf(reply)
    }
    expect(await threeTimes(signIn)).toEqual(allOk)
  })

  test("people sign in with a passkey and with a key", async () => {
    const laptop = await addPasskey(server, await add(), false)
    const byPasskey = await server.call("sessions.signIn", await passkeyResponse(server, laptop), visitor)
    expect(outcomeOf(byPasskey)).toBe("200")
    expect(outcomeOf(await server.call("sessions.signIn", { key: server.rootKey }, visitor))).toBe("200")
  })

  test.each([
    ["the proof of another person", ({ cookie }: Person) => cookie],
    ["a forged proof", (other: Person) => forged(other)],
  ])("a stranger with %s waits with the other strangers", async (_which, cookieOfStranger) => {
    const cookie = cookieOfStranger(await add())
    // A place of a stranger may be free for a moment.
    await until(async () => {
      const options = { session: { cookie }, headers: randomNetwork() }
      return outcomeOf(await server.call("sessions.signIn", strangerInput(), options)) === refused
    })
  })
})

function forged({ cookie, userId }: Person): string {
  const name = cookie
    .split("; ")
    .find((one) => one.startsWith("keyward-device"))
    ?.split("=")[0]
  return `${name}=${userId}.${"A".repeat(43)}`
}
