import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { cookieOf, inBrowser, visitor } from "../../test/people/person.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { watchStorage } from "../../test/storage/watch-storage.ts"

const limited = "429 limits/sign_in_rate_limited"
const minuteMs = 60_000

describe("sessions.signIn with a key", () => {
  const clock = { now: Math.ceil(Date.now() / minuteMs) * minuteMs }
  const keyward = serveKeyward({ engine: "sqlite", clock })
  const unchanged = watchStorage(keyward)
  const signIn = (key: string) => keyward.call("sessions.signIn", { key }, visitor)
  const waitUntilForgotten = () => {
    clock.now += 2 * minuteMs
  }
  const kinds = [
    ["a root key", () => keyward.createRootKey(["api.*.read_api"])],
    ["the operator key", async () => keyward.operatorKey],
  ] as const

  test.each(kinds)("admits ten a minute with %s, and stores nothing of a further one", async (_which, find) => {
    const key = await find()
    waitUntilForgotten()
    for (let count = 0; count < 10; count += 1) expect(outcomeOf(await signIn(key))).toBe("200")
    await unchanged(async () => {
      const reply = await signIn(key)
      expect([outcomeOf(reply), reply.headers.get("retry-after")]).toEqual([limited, "60"])
      expect(reply.body.error.detail).toBe("There were too many sign-ins. Try again in 60 s.")
    })
    expect(outcomeOf(await signIn(await keyward.createRootKey(["api.*.read_api"])))).toBe("200")
    waitUntilForgotten()
    expect(outcomeOf(await signIn(key))).toBe("200")
  })

  test.each(kinds)("ends the oldest of a hundred sessions by %s for a further one", async (which, find) => {
    const key = await find()
    const [operation, workspace] =
      which === "a root key" ? ["apis.listApis", keyward.workspaceId] : ["workspaces.listWorkspaces", "operator"]
    const cookies: string[] = []
    // Sessions of the operator key from before do not end again.
    clock.now += 12 * 60 * minuteMs
    while (cookies.length < 101) {
      if (cookies.length % 10 === 0) waitUntilForgotten()
      cookies.push(cookieOf(await signIn(key)))
    }
    const use = async (cookie = "") => outcomeOf(await keyward.call(operation, {}, inBrowser({ cookie }, workspace)))
    expect(await use(cookies[0])).toBe("401 authentication/session_expired")
    expect([await use(cookies[1]), await use(cookies[100])]).toEqual(["200", "200"])
    const events = await keyward.events({ workspaceId: "installation", limit: 2 })
    expect(events.map(({ type }) => type)).toEqual(["session.created", "session.revoked"])
  })

  test("refuses a key that can only verify keys and check limits, and stores nothing", async () => {
    const { apiId } = await keyward.ok("apis.createApi", { name: "Payments" })
    const onlyForApplications = ["api.*.verify_key", `api.${apiId}.verify_key`, "ratelimit.*.limit"]
    const refusedKey = await keyward.createRootKey(onlyForApplications)
    await unchanged(async () => {
      const reply = await signIn(refusedKey)
      expect(outcomeOf(reply)).toBe("403 authorization/insufficient_permissions")
      expect(reply.body.error.detail).toContain("can only verify keys and check limits")
      expect(reply.headers.getSetCookie()).toEqual([])
    })
    const admittedKey = await keyward.createRootKey([...onlyForApplications, "api.*.read_usage"])
    expect(outcomeOf(await signIn(admittedKey))).toBe("200")
  })
})
