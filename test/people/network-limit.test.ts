import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { CountersUnavailable } from "../../src/counters/counters.ts"
import { openRedisCounters } from "../../src/counters/redis.ts"
import { limitSignIn } from "../../src/operations/shared/people/sign-in-limits.ts"
import { engines } from "../harness/harness.ts"
import { startCluster, type TestCluster } from "../harness/nodes.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { sharedRedisUrl } from "../services/redis.ts"
import { behindProxy, refused, strangerInput } from "./flood.ts"
import { addPasskey, passkeyResponse } from "./passkeys.ts"
import { addPerson, inBrowser, password, tokenIn, visitor } from "./person.ts"

const minuteMs = 60_000

interface Failures {
  readonly redisUrl: string
  readonly address: string
  readonly now: number
}

/** Counts wrong passwords, each for another account, as another node does. */
async function failElsewhere(count: number, { redisUrl, address, now }: Failures): Promise<void> {
  const counters = await openRedisCounters({ url: redisUrl, report: () => {} })
  for (let index = 0; index < count; index += 1) {
    const count = () => limitSignIn({ counters, now }, { account: crypto.randomUUID(), address, isKnownBrowser: false })
    await until(() => count().then(() => true, ifUnavailable))
  }
  await counters.close()
}

/** Redis may be too slow on a busy machine, and then it has counted nothing. */
function ifUnavailable(error: unknown): false {
  if (error instanceof CountersUnavailable) return false
  throw error
}

describe.each([...engines])("100 wrong passwords from a network at another node on %s", (engine) => {
  const redisUrl = sharedRedisUrl(14)
  // The window of 15 minutes begins with the hour.
  const clock = { now: Math.ceil(Date.now() / (60 * minuteMs)) * 60 * minuteMs }
  const server = serveKeyward({ engine, clock, environment: { ...behindProxy, KEYWARD_REDIS_URL: redisUrl } })
  const address = engine === "sqlite" ? "203.0.113.7" : "203.0.113.8"
  const from = (one: string) => ({ "X-Forwarded-For": one })
  beforeAll(() => failElsewhere(100, { redisUrl, address, now: clock.now }))
  const add = () => addPerson(server, { ...server, role: "viewer" })

  test("refuse every stranger in this network, and none in another", async () => {
    const stranger = (one: string) =>
      server.call("sessions.signIn", strangerInput(), { ...visitor, headers: from(one) })
    const reply = await stranger(address)
    expect([outcomeOf(reply), reply.headers.get("retry-after")]).toEqual([refused, "900"])
    expect(outcomeOf(await stranger("198.51.100.4"))).toBe("401 authentication/sign_in_failed")
  })

  test("refuse no known browser, no passkey, no session and no link in this network", async () => {
    const headers = from(address)
    const { email, ...person } = await add()
    const laptop = await addPasskey(server, { ...person, email })
    const device = person.cookie.split("; ").find((one) => one.startsWith("keyward-device"))
    const { url } = await server.ok("users.createResetLink", { userId: (await add()).userId }, server.operator)
    const invited = { email: `${crypto.randomUUID()}@example.com`, role: "viewer" }
    const invitation = await server.ok("members.inviteMember", invited)
    const calls = [
      ["sessions.signIn", { email, password }, { session: { cookie: device ?? "" } }],
      ["sessions.signIn", await passkeyResponse(server, laptop), visitor],
      ["account.changePassword", { newPassword: `${password}!` }, inBrowser(person)],
      ["resets.useReset", { token: tokenIn(url), password }, visitor],
      ["invitations.acceptInvitation", { token: tokenIn(invitation.url), name: "Grace", password }, visitor],
    ] as const
    for (const [operation, input, options] of calls) {
      expect([operation, outcomeOf(await server.call(operation, input, { ...options, headers }))]).toEqual([
        operation,
        "200",
      ])
    }
  })

  test("are forgotten after half an hour", async () => {
    clock.now += 30 * minuteMs
    const reply = await server.call("sessions.signIn", strangerInput(), { ...visitor, headers: from(address) })
    expect(outcomeOf(reply)).toBe("401 authentication/sign_in_failed")
  })
})

describe("two nodes", () => {
  const redisUrl = sharedRedisUrl(15)
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(2, { redisUrl })
  })
  afterAll(() => cluster.stop())

  test("count the wrong passwords of a network together", async () => {
    await failElsewhere(80, { redisUrl, address: "in-process", now: Date.now() })
    let attempts = 0
    for (let outcome = ""; outcome !== refused; attempts += 1) {
      const node = cluster.nodes[attempts % 2]
      if (node === undefined) throw new Error("There are two nodes.")
      const request = new Request("http://node/v2/sessions.signIn", {
        method: "POST",
        headers: { Origin: `http://localhost:${node.app.port}`, "Content-Type": "application/json" },
        body: JSON.stringify(strangerInput()),
      })
      const response = await node.app.handle(request)
      outcome = outcomeOf({ status: response.status, body: await response.json() })
    }
    // A little more if a window begins during the test. Each node alone would have admitted 100.
    expect(attempts).toBeGreaterThan(20)
    expect(attempts).toBeLessThan(60)
  })
})
