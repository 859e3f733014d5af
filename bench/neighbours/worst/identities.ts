import type { Scene } from "../scene.ts"
import { densestMeta, fiftyRatelimits } from "../sizes.ts"
import type { WorstRequests } from "../worst-request.ts"

const largest = { meta: densestMeta(), ratelimits: fiftyRatelimits() }

export const worstOfIdentities: WorstRequests = {
  "identities.createIdentity": [
    {
      what: "the largest meta and 50 limits",
      prepare: async () => (round) => ({
        body: { externalId: `created ${round}`, ...largest },
        idempotencyKey: `${round}`,
      }),
    },
  ],
  "identities.getIdentity": [
    {
      what: "the largest meta and 50 limits",
      async prepare({ call }) {
        const { identityId } = await call("identities.createIdentity", { externalId: "read", ...largest })
        return () => ({ body: { identityId } })
      },
    },
  ],
  "identities.listIdentities": [
    {
      what: "100 with the largest meta and 50 limits each",
      async prepare({ call, createTenant }) {
        const { rootKey } = await createTenant()
        for (let index = 0; index < 100; index += 1) {
          await call("identities.createIdentity", { externalId: `${index}`, ...largest }, rootKey)
        }
        return () => ({ body: {}, key: rootKey })
      },
    },
    {
      what: "the number of keys of a crowd",
      async prepare({ sharedCrowd }) {
        const { rootKey } = await sharedCrowd()
        return () => ({ body: { countKeys: true }, key: rootKey })
      },
    },
  ],
  "identities.updateIdentity": [
    {
      what: "the identity of a crowd, the largest meta",
      async prepare({ sharedCrowd }) {
        const { identity, rootKey } = await sharedCrowd()
        return (round) => ({ body: { identity, ...largest, meta: { ...largest.meta, m0: round } }, key: rootKey })
      },
    },
  ],
  "identities.updateIdentities": [
    {
      what: "100 with the largest meta and 50 limits each",
      async prepare({ call, createTenant }) {
        const { rootKey } = await createTenant()
        const identities = Array.from({ length: 100 }, (_, index) => `${index}`)
        for (const externalId of identities) {
          await call("identities.createIdentity", { externalId, ...largest }, rootKey)
        }
        return (round) => ({ body: { identities, set: { enabled: round % 2 === 0 } }, key: rootKey })
      },
    },
  ],
  "identities.updateCredits": [
    {
      what: "the identity of a crowd, with a new reference",
      async prepare({ sharedCrowd }) {
        const { identity, rootKey } = await sharedCrowd()
        const body = { identity, operation: "increment", value: 1 }
        return (round) => ({ body: { ...body, reference: `payment ${round}` }, key: rootKey })
      },
    },
  ],
  "identities.deleteIdentity": (["keep", "disable", "delete"] as const).map((keys) => ({
    what: `the identity of a crowd, keys: ${keys}`,
    atMost: 1,
    async prepare({ createCrowd }: Scene) {
      const { identity, rootKey } = await createCrowd()
      return () => ({ body: { identity, keys }, key: rootKey })
    },
  })),
}
