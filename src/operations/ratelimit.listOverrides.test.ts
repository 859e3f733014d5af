import { beforeAll, describe, expect, test } from "bun:test"
import { serveLimits } from "../../test/harness/serve-limits.ts"

describe("ratelimit.listOverrides", () => {
  const { keyward, namespaceId, setOverride, take } = serveLimits("sqlite")
  const identifiers = ["b", "a", "*", "c"]
  beforeAll(async () => {
    for (const namespace of ["emails", "empty", "others"]) await take(namespace)
    for (const identifier of [...identifiers, "gone"]) await setOverride("emails", identifier)
    await setOverride("others", "elsewhere")
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "gone" })
  })
  const list = (namespace: string) => keyward.ok("ratelimit.listOverrides", { namespace })

  test("lists the live overrides of the namespace in creation order, by id or name", async () => {
    const overrideId = expect.stringMatching(/^rlor_/)
    const expected = identifiers.map((identifier) => ({ overrideId, identifier, limit: 5, duration: 60_000 }))
    expect(await list("emails")).toEqual(expected)
    expect(await list(await namespaceId("emails"))).toEqual(expected)
    expect(await list("empty")).toEqual([])
  })

  test("shows a revived override in its old place", async () => {
    await keyward.ok("ratelimit.deleteOverride", { namespace: "emails", identifier: "a" })
    await setOverride("emails", "a")
    const revived = (await list("emails")).map(({ identifier }: { identifier: string }) => identifier)
    expect(revived).toEqual(identifiers)
  })
})
