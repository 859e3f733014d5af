import { describe, expect, test } from "bun:test"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { outcomeOf } from "../../test/requests/outcome.ts"
import { addLongLabels } from "../../test/transfer/large-labels.ts"

const hourMs = 3_600_000
const start = Date.UTC(2026, 2, 10, 12, 30)

describe.each([...engines])("usage.getRatelimits on %s", (engine) => {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })

  const check = (namespace: string, identifier: string) => ({ namespace, identifier, limit: 2, duration: hourMs })
  const get = (body: object) => keyward.ok("usage.getRatelimits", { from: start - hourMs, to: start + hourMs, ...body })
  const counted = async (namespace: string, total: number) => {
    while ((await get({ namespace, interval: "total" })).total < total) await Bun.sleep(20)
  }

  test("counts checks by outcome, in minutes too", async () => {
    for (let index = 0; index < 3; index += 1) await keyward.ok("ratelimit.limit", check("outcomes", "ann"))
    await counted("outcomes", 3)
    const data = await get({ namespace: "outcomes", from: start, to: start + 2 * 60_000 })
    expect(data).toMatchObject({ interval: "minute", total: 3 })
    expect(data.groups).toEqual([
      { outcome: "passed", total: 2, counts: [2, 0] },
      { outcome: "denied", total: 1, counts: [1, 0] },
    ])
  })

  test("shows the largest identifiers, and the others together", async () => {
    for (const identifier of ["ann", "bob", "bob", "bob", "carl"]) {
      await keyward.ok("ratelimit.limit", check("identifiers", identifier))
    }
    await counted("identifiers", 5)
    const data = await get({ namespace: "identifiers", interval: "hour", groupBy: ["identifier"], limit: 1 })
    expect(data.groups).toEqual([
      { identifier: "bob", total: 3, counts: [0, 3, 0] },
      { other: true, total: 2, counts: [0, 2, 0] },
    ])
    const bob = await get({ namespace: "identifiers", interval: "total", identifier: "bob" })
    expect(bob.groups.map(({ outcome, total }: { outcome: string; total: number }) => [outcome, total])).toEqual([
      ["passed", 2],
      ["denied", 1],
    ])
  })

  test("refuses a time with more identifiers than one request counts", async () => {
    await keyward.ok("ratelimit.limit", check("long", "ann"))
    await counted("long", 1)
    const [{ id: namespaceId }] = await keyward.ok("ratelimit.listNamespaces", { search: "long" })
    await addLongLabels(keyward, namespaceId)
    const body = { namespace: "long", from: start - hourMs, to: start + hourMs, interval: "hour" }
    const reply = await keyward.call("usage.getRatelimits", { ...body, groupBy: ["identifier"] })
    expect(outcomeOf(reply)).toBe("400 application/invalid_input")
    expect(reply.body.error.errors[0]).toMatchObject({
      location: "body.from",
      fix: expect.stringContaining("identifier"),
    })
    expect((await get({ ...body, identifier: "ann" })).total).toBe(1)
    expect((await get(body)).total).toBe(1)
  })

  test("counts each check of a combined call, but none in a namespace that the call did not create", async () => {
    await keyward.ok("ratelimit.limit", check("combined", "ann"))
    await keyward.ok("ratelimit.multiLimit", [check("combined", "ann"), check("combined-2", "ann")])
    await keyward.ok("ratelimit.multiLimit", [{ ...check("combined", "ann"), cost: 2 }, check("combined-3", "ann")])
    await counted("combined", 3)
    await counted("combined-2", 1)
    const { groups } = await get({ namespace: "combined", interval: "total" })
    expect(groups).toMatchObject([
      { outcome: "passed", total: 2 },
      { outcome: "denied", total: 1 },
    ])
    expect((await keyward.call("usage.getRatelimits", { namespace: "combined-3", from: start })).status).toBe(404)
  })

  test("keeps the history of a deleted namespace", async () => {
    await keyward.ok("ratelimit.limit", check("deleted", "ann"))
    await counted("deleted", 1)
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "deleted" })
    expect((await get({ namespace: "deleted", interval: "total" })).total).toBe(1)
  })

  test("refuses minutes by identifier", async () => {
    await keyward.ok("ratelimit.limit", check("minutes", "ann"))
    const body = { namespace: "minutes", from: start, interval: "minute", groupBy: ["identifier"] }
    const { status, body: reply } = await keyward.call("usage.getRatelimits", body)
    expect([status, reply.error.errors[0].location]).toEqual([400, "body.interval"])
  })
})
