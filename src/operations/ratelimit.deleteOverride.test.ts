import { beforeAll, describe, expect, test } from "bun:test"
import { eventsDuring } from "../../test/harness/fixtures.ts"
import { serveLimits } from "../../test/harness/serve-limits.ts"
import { expectRefused, expectViolations } from "../../test/requests/refusals.ts"

const namespace = "emails"

describe("ratelimit.deleteOverride", () => {
  const { keyward, namespaceId, setOverride, take } = serveLimits("sqlite")
  beforeAll(() => take(namespace))
  const applied = async (identifier: string) => (await take(namespace, { identifier })).overrideId
  const remove = (identifier: string) => keyward.ok("ratelimit.deleteOverride", { namespace, identifier })

  test("deletes the override and records it", async () => {
    const { overrideId } = await setOverride(namespace, "deleted")
    const events = await eventsDuring(keyward, async () => expect(await remove("deleted")).toEqual({}))
    const { overrideId: none, limit } = await take(namespace, { identifier: "deleted" })
    expect([none, limit]).toEqual([undefined, 10])
    expect(events).toMatchObject([
      {
        type: "ratelimit_override.deleted",
        resources: [
          { type: "ratelimit_override", id: overrideId },
          { type: "ratelimit_namespace", id: await namespaceId(namespace) },
        ],
        changes: { before: { overrideId, identifier: "deleted", limit: 5, duration: 60_000 }, after: null },
      },
    ])
  })

  test("deletes a pattern by its text, and nothing that the text merely matches", async () => {
    const pattern = await setOverride(namespace, "pattern_*")
    const exact = await setOverride(namespace, "pattern_1")
    const matching = ["ratelimit.deleteOverride", { namespace, identifier: "pattern_2" }] as const
    await expectRefused(keyward, [...matching], "404 data/ratelimit_override_not_found")
    expect(await applied("pattern_2")).toBe(pattern.overrideId)
    const byId = { namespace: await namespaceId(namespace), identifier: "pattern_*" }
    await keyward.ok("ratelimit.deleteOverride", byId)
    expect([await applied("pattern_1"), await applied("pattern_2")]).toEqual([exact.overrideId, undefined])
  })

  test("answers 404 the second time and for what never was, and records nothing", async () => {
    await setOverride(namespace, "twice")
    await remove("twice")
    for (const identifier of ["twice", "never", "Twice", "*"]) {
      const call = ["ratelimit.deleteOverride", { namespace, identifier }] as const
      await expectRefused(keyward, [...call], "404 data/ratelimit_override_not_found")
    }
  })

  test("names every field that is missing or empty", async () => {
    const missing = ["body.namespace", "body.identifier"]
    await expectViolations(keyward, "ratelimit.deleteOverride", [[{ identifier: "" }, ...missing]])
  })
})
