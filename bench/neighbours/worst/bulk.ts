import { sha256 } from "../../../src/secrets/hash.ts"
import { densestMeta, endingInArray, fiftyRatelimits } from "../sizes.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"
import { createLargest, largest, thousandSlugs } from "./largest-key.ts"

/** A change of many keys with every attribute, which are new in every round if the operation deletes them. */
function manyLargest(what: string, operation: string, change: (round: number) => object): WorstRequest {
  return {
    what,
    async prepare(scene) {
      const create = async () => {
        const keyIds: string[] = []
        for (let index = 0; index < 30; index += 1) keyIds.push((await createLargest(scene)).keyId)
        return keyIds
      }
      const shared = operation === "keys.deleteKeys" ? undefined : await create()
      return async (round) => ({ body: { keyIds: shared ?? (await create()), ...change(round) } })
    },
  }
}

const hashes = (count: number, seed: string) => Array.from({ length: count }, (_, index) => sha256(`${seed} ${index}`))

/** Changes of many keys. */
export const worstOfBulk: WorstRequests = {
  "keys.migrateKeys": [
    {
      what: "10,000 keys",
      async prepare({ createTenant }) {
        const { apiId, rootKey } = await createTenant()
        return (round) => ({
          body: { apiId, keys: hashes(10_000, `${apiId} ${round}`).map((hash) => ({ hash, enabled: false })) },
          key: rootKey,
          idempotencyKey: `${round}`,
        })
      },
    },
    {
      what: "8,000 keys of an identity with the largest meta and a role with 1,000 permissions",
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        await call("identities.createIdentity", { externalId: "i", meta: densestMeta() }, rootKey)
        await call("permissions.createRole", { name: "r", permissions: thousandSlugs("p") }, rootKey)
        return (round) => ({
          body: {
            apiId,
            keys: hashes(8_000, `${apiId} ${round}`).map((hash) => ({ hash, externalId: "i", roles: ["r"] })),
          },
          key: rootKey,
        })
      },
    },
    {
      what: "a megabyte of invalid keys",
      status: 400,
      prepare: async () => () => ({ body: endingInArray('{"apiId":"a","keys":', '{"a":1,"b":2}') }),
    },
  ],
  "keys.createKeys": [
    {
      what: "1,000 keys of as many new identities",
      async prepare({ createTenant }) {
        const { apiId, rootKey } = await createTenant()
        return (round) => ({
          body: { apiId, keys: Array.from({ length: 1_000 }, (_, index) => ({ externalId: `${round} ${index}` })) },
          key: rootKey,
          idempotencyKey: `${round}`,
        })
      },
    },
    {
      what: "10,000 links and 1,000 new permissions",
      async prepare({ createTenant }) {
        const { apiId, rootKey } = await createTenant()
        return (round) => {
          const slugs = Array.from({ length: 1_000 }, (_, index) => `r${round}.${index}`)
          const some = (index: number) => slugs.slice((index % 20) * 50, (index % 20) * 50 + 50)
          const keys = Array.from({ length: 200 }, (_, index) => ({ permissions: some(index) }))
          return { body: { apiId, keys }, key: rootKey }
        }
      },
    },
    {
      what: "a megabyte of invalid keys",
      status: 400,
      prepare: async () => () => ({ body: endingInArray('{"apiId":"a","keys":', '{"a":1,"b":2}') }),
    },
  ],
  "keys.updateKeys": [
    {
      what: "10,000 keys of a crowd, by their API",
      async prepare({ createCrowd }) {
        const { apiId, rootKey, role } = await createCrowd()
        return (round) => ({
          body: { apiId, name: `${round}`, roles: round % 2 ? [role] : [], permissions: [`p${round}`] },
          key: rootKey,
        })
      },
    },
    manyLargest("30 keys with all that a key can have", "keys.updateKeys", (round) => ({
      meta: { ...largest.meta, m0: round },
      ratelimits: fiftyRatelimits().slice(round % 2),
    })),
    {
      what: "10,000 unknown ids",
      status: 404,
      prepare: async () => () => ({ body: { keyIds: Array.from({ length: 10_000 }, (_, index) => `key_${index}`) } }),
    },
  ],
  "keys.deleteKeys": [
    {
      what: "10,000 keys of a crowd, by their identity",
      atMost: 2,
      async prepare({ createCrowd }) {
        const { identity, rootKey } = await createCrowd()
        return (round) => ({ body: { identity, permanent: round % 2 === 1 }, key: rootKey })
      },
    },
    manyLargest("30 keys with all that a key can have", "keys.deleteKeys", () => ({ permanent: true })),
  ],
}
