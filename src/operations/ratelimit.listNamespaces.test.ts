import { beforeAll, describe, expect, test } from "bun:test"
import { check, serveLimits, start } from "../../test/harness/serve-limits.ts"
import { walk } from "../../test/requests/walk.ts"

describe("ratelimit.listNamespaces", () => {
  const { clock, keyward, namespaces, take } = serveLimits("sqlite")
  const names = ["Payments", "payouts_v2", "50% off", "Äpfel"]
  beforeAll(async () => {
    for (const namespace of [...names, "Deleted"]) {
      clock.now += 1
      await take(namespace)
    }
    await keyward.ok("ratelimit.deleteNamespace", { namespace: "Deleted" })
    const other = await keyward.createWorkspace("Other")
    await keyward.ok("ratelimit.limit", check("Foreign"), { key: other.rootKey })
  })

  test("lists the live namespaces of the workspace in creation order, page by page", async () => {
    const listed = await namespaces()
    expect(listed).toEqual(
      names.map((name, index) => ({ id: expect.stringMatching(/^rlns_/), name, createdAt: start + 1 + index })),
    )
    const walked = await walk((page) => keyward.call("ratelimit.listNamespaces", page))
    expect(walked).toEqual(listed)
  })

  test("finds by id or name, literally, and only ASCII letters without regard to case", async () => {
    const found = async (search: string) => (await namespaces(search)).map(({ name }) => name)
    expect(await found(" PAY ")).toEqual(["Payments", "payouts_v2"])
    expect(await found("%")).toEqual(["50% off"])
    expect(await found("äpf")).toEqual([])
    expect(await found("Deleted")).toEqual([])
    expect(await found((await namespaces())[1]?.id ?? "")).toEqual(["payouts_v2"])
  })
})
