import { beforeAll, describe, expect, test } from "bun:test"
import { engines } from "../../test/harness.ts"
import { serveKeyward } from "../../test/serve-keyward.ts"

const start = 1767225600000

describe.each([...engines])("ratelimit.listNamespaces on %s", (engine) => {
  const clock = { now: start }
  const keyward = serveKeyward({ engine, clock })
  const names = ["Payments", "payouts_v2", "50% off", "Äpfel"]

  beforeAll(async () => {
    for (const namespace of [...names, "Deleted"]) {
      clock.now += 1
      await use(namespace)
    }
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "Deleted" })
    const other = await keyward.createWorkspace("Other")
    await use("Foreign", { key: other.rootKey })
  })

  const use = (namespace: string, options = {}) =>
    keyward.ok("ratelimit.limit", { namespace, identifier: "x", limit: 10, duration: 60_000 }, options)
  const list = (body?: object, options = {}) => keyward.call("ratelimit.listNamespaces", body, options)
  const namesOf = (reply: Awaited<ReturnType<typeof list>>): string[] =>
    reply.body.data.map(({ name }: { name: string }) => name)

  test("lists the live namespaces of the workspace in creation order", async () => {
    const reply = await list()
    expect(reply.body.data).toEqual(
      names.map((name, index) => ({ id: expect.stringMatching(/^rlns_/), name, createdAt: start + 1 + index })),
    )
    expect(reply.body.pagination).toEqual({ hasMore: false })
  })

  test("gives every namespace once when it is walked one by one", async () => {
    const seen: string[] = []
    let cursor: string | undefined = ""
    while (cursor !== undefined) {
      const reply = await list({ limit: 1, cursor })
      seen.push(...namesOf(reply))
      cursor = reply.body.pagination.cursor
    }
    expect(seen).toEqual(names)
  })

  test("finds by id or name, literally, and only ASCII letters without regard to case", async () => {
    const found = async (search: string) => namesOf(await list({ search }))
    expect(await found(" PAY ")).toEqual(["Payments", "payouts_v2"])
    expect(await found("%")).toEqual(["50% off"])
    expect(await found("äpf")).toEqual([])
    expect(await found("Deleted")).toEqual([])
    const { data } = (await list()).body
    expect(await found(data[1].id)).toEqual(["payouts_v2"])
  })

  test.each([
    ["limit 0", { limit: 0 }, "body.limit"],
    ["limit 101", { limit: 101 }, "body.limit"],
    ["a cursor it did not issue", { cursor: "!" }, "body.cursor"],
    ["a search too long", { search: "s".repeat(257) }, "body.search"],
    ["an unknown member", { namespace: "Payments" }, "body.namespace"],
  ])("refuses %s", async (_case, body, location) => {
    const reply = await list(body)
    expect([reply.status, reply.body.error.errors[0].location]).toEqual([400, location])
  })
})
