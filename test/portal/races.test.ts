import { describe, expect, test } from "bun:test"
import { engines } from "../harness/harness.ts"
import { serveKeyward } from "../harness/serve-keyward.ts"
import { serveWorld } from "../harness/serve-world.ts"
import { cookieOf, tokenIn } from "../people/person.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { openPortal, stranger } from "./customer.ts"

const together = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))

describe.each([...engines])("in the portal on %s", (engine) => {
  const server = serveKeyward({ engine })
  const world = serveWorld(server)

  test("one link that is opened 64 times at once gives one session", async () => {
    const { url } = await server.ok("portal.createSession", { externalId: "user_42" }, { key: world.rootKey })
    const replies = await together(64, () => server.call("portal.openSession", { token: tokenIn(url) }, stranger))
    const outcomes = Map.groupBy(replies, outcomeOf)
    expect(outcomes.get("200")).toHaveLength(1)
    expect(outcomes.get("401 authentication/sign_in_failed")).toHaveLength(63)
    expect(replies.filter((reply) => cookieOf(reply) !== "")).toHaveLength(1)
  })

  test("maxKeys is exact, whatever the number of sessions, and 60 secrets an hour are", async () => {
    await server.ok("portal.updatePortal", { maxKeys: 7 }, { key: world.rootKey })
    const customers = await together(4, () => openPortal(server, world.rootKey, { externalId: "racing" }))
    const create = (index: number) =>
      customers[index % customers.length]?.call("portal.createKey", { apiId: world.apiId, name: `${index}` })
    const replies = (await together(40, async (index) => create(index))).filter((reply) => reply !== undefined)
    const outcomes = Map.groupBy(replies, outcomeOf)
    expect(outcomes.get("200")).toHaveLength(7)
    expect(outcomes.get("403 limits/quota_exceeded")).toHaveLength(33)
    expect(await customers[0]?.ok("portal.listKeys")).toHaveLength(7)
    const more = (await together(30, async (index) => create(index))).filter((reply) => reply !== undefined)
    const later = Map.groupBy(more, outcomeOf)
    expect(later.get("403 limits/quota_exceeded")).toHaveLength(20)
    expect(later.get("429 limits/workspace_rate_limited")).toHaveLength(10)
  })
})
