import { describe, expect, test } from "bun:test"
import { createApi, eventsDuring } from "../../../../test/harness/fixtures.ts"
import { engines } from "../../../../test/harness/harness.ts"
import { outcomeOf } from "../../../../test/requests/outcome.ts"
import { newToken, serveImports } from "../../../../test/transfer/serve-imports.ts"

const unknown = { valid: false, code: "NOT_FOUND" }

describe.each([...engines])("the adoption of an imported key on %s", (engine) => {
  const { apiId, importKey, keyward, startOf, verify } = serveImports(engine)

  test("known by its long token is adopted by its first verification, with one event", async () => {
    const { long, keyId } = await importKey()
    const text = `acme_live_${newToken()}_${long}`
    const get = () => keyward.ok("keys.getKey", { keyId })
    const before = await get()
    expect(before.start).toBe("")
    expect((await keyward.ok("keys.whoami", { key: text })).keyId).toBe(keyId)
    expect(await startOf(keyId)).toBe("")

    const caller = await keyward.ok("rootKeys.createRootKey", { permissions: ["api.*.verify_key"] })
    let requestId = ""
    const events = await eventsDuring(keyward, async () => {
      const reply = await keyward.call("keys.verifyKey", { key: text }, { key: caller.rootKey })
      requestId = reply.body.meta.requestId
      expect(reply.body.data).toMatchObject({ code: "VALID", keyId })
      expect((await verify(text)).code).toBe("VALID")
    })
    const start = text.slice(0, "acme_live_".length + 4)
    expect(events).toMatchObject([
      {
        type: "key.updated",
        actor: { type: "root_key", id: caller.rootKeyId },
        resources: [
          { type: "key", id: keyId },
          { type: "api", id: apiId() },
        ],
        requestId,
      },
    ])
    expect(events[0]?.changes).toEqual({ before: { start: "" }, after: { start } })
    // The time of the last use is stored later, at any time.
    const { lastUsedAt: _lastUsedAt, ...after } = await get()
    expect(after).toEqual({ ...before, start })
  })

  test("is found by its whole text only, once it is adopted", async () => {
    const { long, keyId } = await importKey()
    const [first, second] = [`one_${newToken()}_${long}`, `two_${newToken()}_${long}`]
    expect((await verify(first)).keyId).toBe(keyId)
    expect(await verify(second)).toEqual(unknown)
    expect((await keyward.call("keys.whoami", {}, { key: second })).status).toBe(401)
    expect((await keyward.call("keys.whoami", {}, { key: first })).status).toBe(200)
  })

  test("is adopted whatever the verdict says", async () => {
    const { text, keyId } = await importKey({ enabled: false })
    expect((await verify(text)).code).toBe("DISABLED")
    expect(await startOf(keyId)).toStartWith("acme_")
  })

  test("is adopted once by parallel verifications, which are all answered from it", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { text, keyId } = await importKey({ credits: { remaining: 5 } })
      const answers = await Promise.all(Array.from({ length: 8 }, () => verify(text)))
      expect(new Set(answers.map((answer) => answer.keyId))).toEqual(new Set([keyId]))
      expect(answers.filter(({ code }) => code === "VALID")).toHaveLength(5)
      const events = await keyward.events({ resourceId: keyId })
      expect(events.map(({ type }) => type)).toEqual(["key.updated", "key.created"])
    }
  })

  test("is known at every moment of its adoption, to verifications and as bearer", async () => {
    const repeat = async (adopting: Promise<unknown>, work: () => Promise<string>) => {
      const outcomes = new Set<string>()
      let isAdopted = false
      adopting.then(() => {
        isAdopted = true
      })
      // An API key as bearer may make 60 calls per minute.
      for (let calls = 0; calls < 50 && !isAdopted; calls += 1) outcomes.add(await work())
      return outcomes
    }
    for (let round = 0; round < 30; round += 1) {
      const { text } = await importKey()
      const adopting = verify(text)
      const [verified, authenticated] = await Promise.all([
        repeat(adopting, async () => (await verify(text)).code),
        repeat(adopting, async () => outcomeOf(await keyward.call("keys.whoami", {}, { key: text }))),
      ])
      expect({ verified, authenticated }).toEqual({ verified: new Set(["VALID"]), authenticated: new Set(["200"]) })
    }
  })

  test("authenticates while it is being adopted", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { text } = await importKey()
      const whoami = () => keyward.call("keys.whoami", {}, { key: text })
      const [, ...replies] = await Promise.all([verify(text), whoami(), whoami(), whoami()])
      expect(new Set(replies.map(outcomeOf))).toEqual(new Set(["200"]))
    }
  })

  test("of two texts that fit, just one adopts it", async () => {
    const { long, keyId } = await importKey()
    const texts = [`one_${newToken()}_${long}`, `two_${newToken()}_${long}`]
    const answers = await Promise.all(texts.map((text) => verify(text)))
    expect(answers.map(({ code }) => code).sort()).toEqual(["NOT_FOUND", "VALID"])
    expect(answers.find(({ code }) => code === "VALID")?.keyId).toBe(keyId)
  })

  test("is not adopted by a caller who may not verify it", async () => {
    const { text, keyId } = await importKey()
    const elsewhere = await createApi(keyward)
    const narrow = await keyward.createRootKey([`api.${elsewhere}.verify_key`])
    const other = await keyward.createWorkspace()
    for (const key of [narrow, other.rootKey]) expect(await verify(text, {}, { key })).toEqual(unknown)
    expect(await startOf(keyId)).toBe("")
    expect((await verify(text)).keyId).toBe(keyId)
  })

  test("authenticates as bearer by its long token before it is adopted", async () => {
    const { long, text, keyId } = await importKey()
    expect((await keyward.ok("keys.whoami", {}, { key: text })).keyId).toBe(keyId)
    const twoParts = await keyward.call("keys.whoami", {}, { key: `acme_${long}` })
    expect(outcomeOf(twoParts)).toBe("401 authentication/key_not_found")
    expect(await startOf(keyId)).toBe("")
  })
})
