import { beforeAll, describe, expect, test } from "bun:test"
import { createApi, createKey, eventsDuring } from "../../test/harness/fixtures.ts"
import { engines } from "../../test/harness/harness.ts"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { expectViolations } from "../../test/requests/refusals.ts"

describe.each([...engines])("the threshold of credits on %s", (engine) => {
  const keyward = serveKeyward({ engine })
  let apiId: string
  beforeAll(async () => {
    apiId = await createApi(keyward)
  })

  const ok = (operation: string, body: object) => keyward.ok(operation, body)
  const creditsOf = async (keyId: string) => (await ok("keys.getKey", { keyId })).credits
  const newKey = async (credits: object) => (await createKey(keyward, { apiId, credits })).keyId
  let customers = 0
  const newCustomer = async (body: object = {}) => {
    customers += 1
    const externalId = `low_${customers}`
    await ok("identities.createIdentity", { externalId, ...body })
    return externalId
  }
  const sharedCredits = async (identity: string) => (await ok("identities.getIdentity", { identity })).credits

  describe("of a key", () => {
    test("is none unless it is chosen, and stays when credits change", async () => {
      const plain = await newKey({ remaining: 100 })
      expect(await creditsOf(plain)).toEqual({ remaining: 100 })
      const keyId = await newKey({ remaining: 100, lowAt: 20 })
      expect(await creditsOf(keyId)).toEqual({ remaining: 100, lowAt: 20 })
      await ok("keys.updateCredits", { keyId, operation: "increment", value: 50 })
      await ok("keys.updateKey", { keyId, credits: { remaining: 70 } })
      expect(await creditsOf(keyId)).toEqual({ remaining: 70, lowAt: 20 })
    })

    test("changes with every operation that changes credits, and null removes it", async () => {
      const keyId = await newKey({ remaining: 100 })
      expect(await ok("keys.updateCredits", { keyId, operation: "decrement", value: 1, lowAt: 5 })).toEqual({
        remaining: 99,
        lowAt: 5,
      })
      await ok("keys.updateKey", { keyId, credits: { lowAt: 7 } })
      expect(await creditsOf(keyId)).toEqual({ remaining: 99, lowAt: 7 })
      await ok("keys.updateKeys", { keyIds: [keyId], credits: { lowAt: 0 } })
      expect(await creditsOf(keyId)).toEqual({ remaining: 99, lowAt: 0 })
      await ok("keys.updateKey", { keyId, credits: { lowAt: null } })
      expect(await creditsOf(keyId)).toEqual({ remaining: 99 })
    })

    test("is recorded before and after, and belongs to the balance that a reroll shares", async () => {
      const keyId = await newKey({ remaining: 10, lowAt: 2 })
      const events = await eventsDuring(keyward, () => ok("keys.updateKey", { keyId, credits: { lowAt: 3 } }))
      expect(events).toMatchObject([
        {
          type: "key.updated",
          changes: {
            before: { credits: { remaining: 10, lowAt: 2 } },
            after: { credits: { remaining: 10, lowAt: 3 } },
          },
        },
      ])
      const again = await eventsDuring(keyward, () => ok("keys.updateKey", { keyId, credits: { lowAt: 3 } }))
      expect(again).toEqual([])
      const { keyId: successor } = await ok("keys.rerollKey", { keyId, expiration: 60_000 })
      expect(await creditsOf(successor)).toEqual({ remaining: 10, lowAt: 3 })
    })

    test("ends with its credits", async () => {
      const keyId = await newKey({ remaining: 10, lowAt: 2 })
      expect(await ok("keys.updateCredits", { keyId, operation: "set", value: null })).toEqual({ remaining: null })
      expect(await ok("keys.updateCredits", { keyId, operation: "set", value: 8 })).toEqual({ remaining: 8 })
    })

    test("of a key without credits is refused, and nothing changes", async () => {
      const { keyId } = await createKey(keyward, { apiId })
      const lowAt = "body.credits.lowAt"
      await expectViolations(keyward, "keys.updateKey", [
        [{ keyId, credits: { lowAt: 1 } }, lowAt],
        [{ keyId, credits: { remaining: null, lowAt: 1 } }, lowAt],
        [{ keyId, credits: { remaining: 5, lowAt: 0.5 } }, lowAt],
      ])
      await expectViolations(keyward, "keys.updateKeys", [[{ keyIds: [keyId], credits: { lowAt: 1 } }, lowAt]])
      await expectViolations(keyward, "keys.createKey", [
        [{ apiId, credits: { remaining: null, lowAt: 1 } }, lowAt],
        [{ apiId, credits: { remaining: 1, lowAt: -1 } }, lowAt],
      ])
      await expectViolations(keyward, "keys.updateCredits", [
        [{ keyId, operation: "set", value: null, lowAt: 1 }, "body.lowAt"],
      ])
      expect(await creditsOf(keyId)).toBeUndefined()
    })

    test("decides which keys have low credits", async () => {
      const own = await createApi(keyward)
      const create = async (credits: object) => (await createKey(keyward, { apiId: own, credits })).keyId
      const refill = { interval: "daily", amount: 100 }
      const low = await create({ remaining: 50, lowAt: 50 })
      await create({ remaining: 51, lowAt: 50 })
      await create({ remaining: 10, refill, lowAt: 9 })
      const tenth = await create({ remaining: 10, refill })
      const found = await ok("apis.listKeys", { apiId: own, status: "low_credits" })
      expect(found.map(({ keyId }: { keyId: string }) => keyId)).toEqual([low, tenth])
    })
  })

  describe("of a customer", () => {
    test("is a tenth of what its credits were set or raised to", async () => {
      const identity = await newCustomer({ credits: { remaining: 1_005 } })
      expect(await sharedCredits(identity)).toEqual({ remaining: 1_005, reserved: 0, lowAt: 100 })
      const update = (body: object) => ok("identities.updateCredits", { identity, ...body })
      expect(await update({ operation: "decrement", value: 905 })).toEqual({
        remaining: 100,
        lowAt: 100,
        repeated: false,
      })
      expect(await update({ operation: "increment", value: 400 })).toMatchObject({ remaining: 500, lowAt: 50 })
      expect(await update({ operation: "set", value: 70 })).toMatchObject({ remaining: 70, lowAt: 7 })
    })

    test("stays as it was chosen until the credits are removed", async () => {
      const identity = await newCustomer({ credits: { remaining: 1_000, lowAt: 300 } })
      const update = (body: object) => ok("identities.updateCredits", { identity, ...body })
      expect(await update({ operation: "increment", value: 1_000 })).toMatchObject({ lowAt: 300 })
      await ok("identities.updateIdentity", { identity, credits: { lowAt: null } })
      expect(await sharedCredits(identity)).toEqual({ remaining: 2_000, reserved: 0 })
      expect(await update({ operation: "set", value: 100 })).toEqual({ remaining: 100, repeated: false })
      await ok("identities.updateIdentity", { identity, credits: null })
      await ok("identities.updateIdentity", { identity, credits: { remaining: 60 } })
      expect(await sharedCredits(identity)).toEqual({ remaining: 60, reserved: 0, lowAt: 6 })
    })

    test("is chosen also by the number that it was", async () => {
      const identity = await newCustomer({ credits: { remaining: 1_000 } })
      const choose = () => ok("identities.updateIdentity", { identity, credits: { lowAt: 100 } })
      expect(await eventsDuring(keyward, choose)).toEqual([])
      await ok("identities.updateCredits", { identity, operation: "increment", value: 9_000 })
      expect(await sharedCredits(identity)).toEqual({ remaining: 10_000, reserved: 0, lowAt: 100 })
    })

    test("of a customer without credits is refused, and nothing changes", async () => {
      const identity = await newCustomer()
      await expectViolations(keyward, "identities.updateIdentity", [
        [{ identity, credits: { lowAt: 1 } }, "body.credits.lowAt"],
      ])
      await expectViolations(keyward, "identities.updateCredits", [
        [{ identity, operation: "set", value: null, lowAt: 1 }, "body.lowAt"],
      ])
      expect(await sharedCredits(identity)).toBeUndefined()
    })
  })
})
