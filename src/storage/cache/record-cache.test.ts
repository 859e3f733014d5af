import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { createDependencies } from "./cache-dependencies.ts"
import { createRecordCache, type Loaded, negativeEntries } from "./record-cache.ts"

/** A source whose loads finish when the test says so. */
function slowSource() {
  const waiting: ((loaded: Loaded<string> | undefined) => void)[] = []
  return {
    load: () => new Promise<Loaded<string> | undefined>((resolve) => waiting.push(resolve)),
    finish: (loaded: Loaded<string> | undefined) => waiting.shift()?.(loaded),
    get count() {
      return waiting.length
    },
  }
}

const settled =
  (value: string, ...dependsOn: string[]) =>
  async () => ({ value, dependsOn })
const atMost = (maxEntries: number, maxBytes = 1_000_000) => ({
  maxEntries,
  maxBytes,
  bytesOf: (value: unknown) => String(value).length,
})
const mustNotLoad = () => Promise.reject(new Error("loaded although it should be in memory"))

describe("record cache", () => {
  test("loads once and answers from memory afterwards", async () => {
    const cache = createRecordCache<string>(createDependencies(), atMost(10))
    expect(await cache.get("a", settled("one", "x"))).toBe("one")
    expect(await cache.get("a", mustNotLoad)).toBe("one")
    expect(cache.peek("a")).toBe("one")
    expect(cache.peek("b")).toBeUndefined()
  })

  test("forgets exactly the records that depend on what changed", async () => {
    const dependencies = createDependencies()
    const cache = createRecordCache<string>(dependencies, atMost(10))
    await cache.get("a", settled("one", "x", "shared"))
    await cache.get("b", settled("two", "y", "shared"))
    dependencies.invalidate(["x"])
    expect(cache.peek("a")).toBeUndefined()
    expect(cache.peek("b")).toBe("two")
    await cache.get("a", settled("new", "x", "shared"))
    dependencies.invalidate(["shared"])
    expect(cache.peek("a")).toBeUndefined()
    expect(cache.peek("b")).toBeUndefined()
  })

  test.each([1, 2, 3])(
    "forgets all that depend on the same thing, also after room was made for %d more",
    async (count) => {
      const dependencies = createDependencies()
      const few = createRecordCache<string>(dependencies, atMost(3))
      const other = createRecordCache<string>(dependencies, atMost(3))
      for (const name of ["a", "b", "c"]) await few.get(name, settled(name, "x", "shared"))
      await other.get("a", settled("of another cache", "x"))
      for (let number = 0; number < count; number += 1)
        await few.get(`${number}`, settled("later", `own ${number}`, "shared"))
      const left = ["a", "b", "c"].filter((name) => few.peek(name) !== undefined)
      expect(left).toEqual(["a", "b", "c"].slice(count))
      dependencies.invalidate(["x"])
      for (const name of ["a", "b", "c"]) expect(few.peek(name)).toBeUndefined()
      expect(other.peek("a")).toBeUndefined()
      expect(few.peek(`${count - 1}`)).toBe("later")
      await few.get("a", settled("again", "x", "shared"))
      dependencies.invalidate(["shared"])
      expect([few.peek("a"), few.peek(`${count - 1}`)]).toEqual([undefined, undefined])
    },
  )

  test("keeps no more bytes than it may, however few records that are", async () => {
    const cache = createRecordCache<string>(createDependencies(), atMost(1000, 10_000))
    const large = "x".repeat(4000)
    for (const name of ["a", "b", "c"]) await cache.get(name, settled(large))
    expect(["a", "b", "c"].map((name) => cache.peek(name)?.length)).toEqual([undefined, 4000, 4000])
    for (let number = 0; number < 1000; number += 1) await cache.get(`${number}`, async () => undefined)
    const kept = Array.from({ length: 1000 }, (_, number) => cache.peek(`${number}`)).filter((value) => value === null)
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.length).toBeLessThan(41)
  })

  test("parallel calls share one load", async () => {
    const source = slowSource()
    const cache = createRecordCache<string>(createDependencies(), atMost(10))
    const both = Promise.all([cache.get("a", source.load), cache.get("a", source.load)])
    expect(source.count).toBe(1)
    source.finish({ value: "one", dependsOn: [] })
    expect(await both).toEqual(["one", "one"])
  })

  test("a load from before a change neither stays nor serves those who ask after it", async () => {
    const source = slowSource()
    const dependencies = createDependencies()
    const cache = createRecordCache<string>(dependencies, atMost(10))
    const before = cache.get("a", source.load)
    dependencies.invalidate(["x"])
    const after = cache.get("a", source.load)
    expect(source.count).toBe(2)
    source.finish({ value: "old", dependsOn: ["x"] })
    expect(await before).toBe("old")
    expect(cache.peek("a")).toBeUndefined()
    source.finish({ value: "new", dependsOn: ["x"] })
    expect(await after).toBe("new")
    expect(cache.peek("a")).toBe("new")
  })

  test("remembers what is absent until something new can be found", async () => {
    const dependencies = createDependencies()
    const cache = createRecordCache<string>(dependencies, atMost(10))
    expect(await cache.get("a", async () => undefined)).toBeUndefined()
    expect(cache.peek("a")).toBeNull()
    expect(await cache.get("a", mustNotLoad)).toBeUndefined()
    dependencies.invalidate([negativeEntries])
    expect(await cache.get("a", settled("one"))).toBe("one")
  })

  test("a failed load is not remembered", async () => {
    const cache = createRecordCache<string>(createDependencies(), atMost(10))
    expect(cache.get("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down")
    expect(await cache.get("a", settled("one"))).toBe("one")
  })

  test("holds no more than it may, and keeps what is asked for", async () => {
    const cache = createRecordCache<string>(createDependencies(), atMost(3))
    for (const name of ["a", "b", "c"]) await cache.get(name, settled(name))
    await cache.get("a", mustNotLoad)
    for (const name of ["d", "e"]) await cache.get(name, settled(name))
    const held = ["a", "b", "c", "d", "e"].filter((name) => cache.peek(name) !== undefined)
    expect(held.length).toBe(3)
    expect(held).toContain("a")
  })

  test("keeps the same name in several scopes apart, whatever is present or absent in each", async () => {
    const dependencies = createDependencies()
    const cache = createRecordCache<string>(dependencies, atMost(10))
    const load = (scope: string) => cache.get("a", settled(scope), scope)
    expect(cache.peek("a", "one")).toBeUndefined()
    expect(await cache.get("a", async () => undefined, "one")).toBeUndefined()
    expect([cache.peek("a", "one"), cache.peek("a", "other")]).toEqual([null, undefined])
    expect(await Promise.all([load("other"), load("third"), load("other")])).toEqual(["other", "third", "other"])
    expect(["one", "other", "third"].map((scope) => cache.peek("a", scope))).toEqual([null, "other", "third"])
    dependencies.invalidate([negativeEntries])
    expect(await Promise.all(["one", "other", "third"].map(load))).toEqual(["one", "other", "third"])
    expect(["one", "other", "third"].map((scope) => cache.peek("a", scope))).toEqual(["one", "other", "third"])
  })

  test("never shows a state that was changed before the call, whatever the order of loads and changes", async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("read" as const), name: fc.constantFrom("a", "b") }),
      fc.record({ type: fc.constant("change" as const), name: fc.constantFrom("a", "b") }),
      fc.record({ type: fc.constant("finish" as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const versions = new Map([
          ["a", 0],
          ["b", 0],
        ])
        const dependencies = createDependencies()
        const cache = createRecordCache<number>(dependencies, atMost(10))
        const finishing: (() => void)[] = []
        const reads: Promise<void>[] = []
        for (const one of steps) {
          if (one.type === "finish") finishing.shift()?.()
          if (one.type === "change") {
            versions.set(one.name, (versions.get(one.name) ?? 0) + 1)
            dependencies.invalidate([one.name])
          }
          if (one.type === "read") {
            const atLeast = versions.get(one.name) ?? 0
            const load = () => {
              const value = versions.get(one.name) ?? 0
              return new Promise<Loaded<number>>((resolve) =>
                finishing.push(() => resolve({ value, dependsOn: [one.name] })),
              )
            }
            reads.push(
              Promise.resolve(cache.get(one.name, load)).then((value) => expect(value).toBeGreaterThanOrEqual(atLeast)),
            )
          }
          await Promise.resolve()
        }
        while (finishing.length > 0) finishing.shift()?.()
        await Promise.all(reads)
      }),
    )
  })

  test("never shows what depends on something that changed, whatever else shared it, came or had to go", async () => {
    const names = ["a", "b", "c", "d", "e"]
    const ids = ["api", "role", "identity", "k1", "k2", "k3"]
    const scopes = ["one", "other"]
    const read = fc.record({
      cache: fc.nat({ max: 1 }),
      scope: fc.constantFrom(...scopes),
      name: fc.constantFrom(...names),
      own: fc.constantFrom("k1", "k2", "k3"),
      shared: fc.constantFrom([], ["api"], ["api", "role"], ["api", "role", "identity"], ["api", "identity"], ["role"]),
    })
    const step = fc.oneof({ weight: 3, arbitrary: read }, fc.constantFrom(...ids))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 200 }), async (steps) => {
        const versions = new Map(ids.map((id) => [id, 0]))
        const stateOf = (dependsOn: readonly string[]) => dependsOn.map((id) => `${id} ${versions.get(id)}`).join()
        const dependencies = createDependencies()
        const caches = [0, 1].map(() =>
          createRecordCache<{ scope: string; dependsOn: string[]; state: string }>(dependencies, atMost(4)),
        )
        for (const one of steps) {
          if (typeof one === "string") {
            versions.set(one, (versions.get(one) ?? 0) + 1)
            dependencies.invalidate([one])
          } else {
            const { name, scope, own, shared } = one
            const dependsOn = [own, ...shared]
            const value = { scope, dependsOn, state: stateOf(dependsOn) }
            await caches[one.cache]?.get(name, async () => ({ value, dependsOn }), scope)
          }
          for (const scope of scopes) {
            for (const known of caches.flatMap((cache) => names.map((name) => cache.peek(name, scope)))) {
              if (known) expect([known.scope, known.state]).toEqual([scope, stateOf(known.dependsOn)])
            }
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
