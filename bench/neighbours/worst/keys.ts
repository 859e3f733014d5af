import type { Scene } from "../scene.ts"
import { endingInArray, fiftyRatelimits, longName, objectsOfOwnNames } from "../sizes.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"
import { worstOfBulk } from "./bulk.ts"
import { crowdFilter, crowdSearch, keysOfEverySize } from "./key-lists.ts"
import { createLargest, type LargestKey, largest, thousandSlugs } from "./largest-key.ts"

/** A request about a key with every attribute. */
function ofLargest(what: string, body: (key: LargestKey, round: number) => object): WorstRequest {
  return {
    what,
    async prepare(scene) {
      const key = await createLargest(scene)
      return (round) => ({ body: body(key, round) })
    },
  }
}

/** A hundred roles with the same hundred permissions of the longest names. */
async function createOverlappingRoles({ call, longPermissions }: Scene, word: string): Promise<readonly string[]> {
  const permissions = (await longPermissions()).slice(0, 100)
  const names = Array.from({ length: 100 }, (_, index) => `${word} ${index}`)
  for (const name of names) await call("permissions.createRole", { name, permissions })
  return names
}

/** Each round is about another key that is in a rotation. */
const rotating: WorstRequest["prepare"] = async (scene) => async () => {
  const { keyId } = await createLargest(scene)
  await scene.call("keys.rotateKey", { keyId, overlap: 86_400_000 })
  return { body: { keyId } }
}

const longestMigration = { name: longName.slice(0, 255), algorithm: "sha256" }

export const worstOfKeys: WorstRequests = {
  "keys.createKey": [
    {
      what: "all that a key can have, 1,000 new permissions",
      async prepare({ createTenant }) {
        const { apiId, rootKey } = await createTenant()
        return (round) => ({
          body: { apiId, ...largest, externalId: `${round}`, permissions: thousandSlugs(`r${round}`) },
          key: rootKey,
          idempotencyKey: `${round}`,
        })
      },
    },
    {
      what: "a megabyte of numbers for permissions",
      status: 400,
      prepare: async () => () => ({ body: endingInArray('{"apiId":"a","permissions":', "1") }),
    },
    {
      what: "a megabyte of objects with a name of its own each as meta",
      status: 400,
      prepare: async () => () => ({ body: `{"apiId":"a","meta":{"m":${objectsOfOwnNames()}}}` }),
    },
    {
      what: "a megabyte of empty arrays as meta",
      status: 400,
      prepare: async () => () => ({ body: `${endingInArray('{"apiId":"a","meta":{"m":', "[]")}}` }),
    },
  ],
  "keys.getKey": [ofLargest("all that a key can have", ({ keyId }) => ({ keyId }))],
  "keys.listKeys": [...keysOfEverySize("keys.listKeys"), crowdSearch, crowdFilter],
  "keys.whoami": [ofLargest("all that a key can have", ({ key }) => ({ key }))],
  "keys.updateKey": [
    ofLargest("another meta for the largest", ({ keyId }, round) => ({
      keyId,
      meta: { ...largest.meta, m0: round },
      ratelimits: fiftyRatelimits().slice(round % 2),
      permissions: [],
    })),
  ],
  "keys.deleteKey": [
    {
      what: "all that a key can have",
      prepare: async (scene) => async (round) => {
        const { keyId } = await createLargest(scene)
        return { body: { keyId, permanent: round % 2 === 0 } }
      },
    },
  ],
  "keys.revokeSelf": [
    {
      what: "all that a key can have",
      prepare: async (scene) => async () => {
        const { key } = await createLargest(scene)
        return { body: {}, key }
      },
    },
  ],
  "keys.explainKey": [
    ofLargest("a key with all that a key can have", ({ keyId }) => ({
      keyId,
      ip: "2001:db8:1234:5678:9abc:def0:1234:1000",
      ratelimits: fiftyRatelimits().map(({ name }) => ({ name })),
      permissions: longQuery,
    })),
  ],
  "keys.verifyKey": [
    {
      what: "a key with all that a key can have, seen for the first time",
      prepare: async (scene) => async () => {
        const { key } = await createLargest(scene)
        const ratelimits = fiftyRatelimits().map(({ name }) => ({ name }))
        return { body: { key, ip: "2001:db8:1234:5678:9abc:def0:1234:1000", ratelimits, permissions: longQuery } }
      },
    },
    {
      what: "a key with 100 overlapping roles, seen for the first time",
      async prepare(scene) {
        const roles = await createOverlappingRoles(scene, "verified")
        return async () => {
          const { key } = await scene.call("keys.createKey", { apiId: scene.tenant.apiId, roles })
          return { body: { key } }
        }
      },
    },
  ],
  "credits.commit": [
    {
      what: "a reservation of a customer whose 1,000 other reservations have run out",
      async prepare(scene) {
        const { apiId } = scene.tenant
        return async (round) => {
          const externalId = `reserving ${round}`
          await scene.call("identities.createIdentity", { externalId, credits: { remaining: 1_000_000 } })
          const { key } = await scene.call("keys.createKey", { apiId, externalId })
          const reserve = (expiresIn: number) =>
            scene.call("keys.verifyKey", { key, credits: { cost: 1, reserve: true, expiresIn } })
          for (let index = 0; index < 1_000; index += 1) await reserve(1_000)
          const { reservationId } = await reserve(60_000)
          await Bun.sleep(2_000)
          return { body: { reservationId, amount: 1 } }
        }
      },
    },
  ],
  "keys.rerollKey": [
    {
      what: "all that a key can have",
      prepare: async (scene) => async () => {
        const { keyId } = await createLargest(scene)
        return { body: { keyId, expiration: 0 } }
      },
    },
  ],
  "keys.rotateKey": [
    {
      what: "all that a key can have",
      prepare: async (scene) => async () => {
        const { keyId } = await createLargest(scene)
        return { body: { keyId, overlap: 0 } }
      },
    },
  ],
  "keys.finishRotation": [{ what: "all that a key can have", prepare: rotating }],
  "keys.cancelRotation": [{ what: "all that a key can have", prepare: rotating }],
  ...worstOfBulk,
  "keys.createMigration": [{ what: "the longest name", prepare: async () => () => ({ body: longestMigration }) }],
  "keys.listMigrations": [
    {
      what: "100 with the longest names",
      async prepare({ call }) {
        for (let index = 0; index < 100; index += 1) await call("keys.createMigration", longestMigration)
        return () => ({ body: {} })
      },
    },
  ],
  "keys.updateCredits": [
    ofLargest("all that a key can have", ({ keyId }, round) => ({ keyId, operation: "set", value: round })),
  ],
  "keys.addPermissions": [
    {
      what: "1,000 of the longest permissions",
      async prepare({ call, tenant, longPermissions }) {
        const permissions = await longPermissions()
        return async () => {
          const { keyId } = await call("keys.createKey", { apiId: tenant.apiId })
          return { body: { keyId, permissions } }
        }
      },
    },
  ],
  "keys.setPermissions": [
    {
      what: "1,000 of the longest permissions, in turn with half of them",
      async prepare(scene) {
        const permissions = await scene.longPermissions()
        const { keyId } = await createLargest(scene)
        return (round) => ({ body: { keyId, permissions: round % 2 === 0 ? permissions.slice(500) : permissions } })
      },
    },
  ],
  "keys.removePermissions": [
    {
      what: "1,000 of the longest permissions",
      async prepare(scene) {
        const permissions = await scene.longPermissions()
        return async () => {
          const { keyId } = await createLargest(scene)
          return { body: { keyId, permissions } }
        }
      },
    },
  ],
  "keys.addRoles": [
    {
      what: "100 overlapping roles",
      async prepare(scene) {
        const roles = await createOverlappingRoles(scene, "added")
        return async () => {
          const { keyId } = await scene.call("keys.createKey", { apiId: scene.tenant.apiId })
          return { body: { keyId, roles } }
        }
      },
    },
  ],
  "keys.setRoles": [
    {
      what: "100 overlapping roles, in turn with half of them",
      async prepare(scene) {
        const roles = await createOverlappingRoles(scene, "set")
        const { keyId } = await scene.call("keys.createKey", { apiId: scene.tenant.apiId, roles })
        return (round) => ({ body: { keyId, roles: round % 2 === 0 ? roles.slice(50) : roles } })
      },
    },
  ],
  "keys.removeRoles": [
    {
      what: "one of 100 overlapping roles",
      async prepare(scene) {
        const roles = await createOverlappingRoles(scene, "removed")
        const { keyId } = await scene.call("keys.createKey", { apiId: scene.tenant.apiId, roles })
        return (round) => ({ body: { keyId, roles: [roles[round]] } })
      },
    },
  ],
}

const longQuery = Array.from({ length: 200 }, () => "p").join(" or ")
