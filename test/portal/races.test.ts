import { describe, expect, test } from "bun:test"
import { isUnavailable } from "../crash/call.ts"
import { engines, type Reply } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { cookieOf, tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { openPortal, stranger } from "./customer.ts"

const together = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

/** A busy server refuses some of many requests before they have an effect, so each is sent until it is answered. */
async function untilAnswered(call: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await call()
    if (!isUnavailable(reply)) return reply
    await Bun.sleep(100)
  }
}

describe.each([...engines])("in the portal on %s", (engine) => {
  const server = serveKeyward({ engine })
  const world = serveWorld(server)

  test("one link that is opened 64 times at once gives one session", async () => {
    const { url } = await server.ok("portal.createSession", { externalId: "user_42" }, { key: world.rootKey })
    const open = () => server.call("portal.openSession", { token: tokenIn(url) }, stranger)
    const replies = await together(64, () => untilAnswered(open))
    const outcomes = Map.groupBy(replies, outcomeOf)
    expect(outcomes.get("200")).toHaveLength(1)
    expect(outcomes.get("401 authentication/sign_in_failed")).toHaveLength(63)
    expect(replies.filter((reply) => cookieOf(reply) !== "")).toHaveLength(1)
  })

  test("maxKeys is exact, whatever the number of sessions, and 60 secrets an hour are", async () => {
    await server.ok("portal.updatePortal", { maxKeys: 7 }, { key: world.rootKey })
    const customers = await together(4, () => openPortal(server, world.rootKey, { externalId: "racing" }))
    const create = (index: number) =>
      untilAnswered(() => {
        const customer = customers[index % customers.length]
        if (customer === undefined) throw new Error("There are four.")
        return customer.call("portal.createKey", { apiId: world.apiId, name: `${index}` })
      })
    const outcomes = Map.groupBy([...(await together(40, create)), ...(await together(30, create))], outcomeOf)
    expect(outcomes.get("200")).toHaveLength(7)
    expect(await customers[0]?.ok("portal.listKeys")).toHaveLength(7)
    // Every attempt counts, also one that a busy server refused.
    const withoutRoom = outcomes.get("403 limits/quota_exceeded")?.length ?? 0
    expect(withoutRoom).toBeLessThanOrEqual(53)
    expect(outcomes.get("429 limits/workspace_rate_limited")).toHaveLength(63 - withoutRoom)
  })
})
