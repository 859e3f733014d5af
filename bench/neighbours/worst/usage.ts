import { tagSetsPerHour } from "../../../src/core/tag-sets.ts"
import type { Scene, Tenant } from "../scene.ts"
import type { WorstRequests } from "../worst-request.ts"

const dayMs = 86_400_000

export const worstOfUsage: WorstRequests = {
  "usage.getVerifications": [
    {
      what: "the largest keys and tags of a year",
      isMeasuredByLists: true,
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        for (let index = 0; index < 100; index += 1) {
          const { key } = await call("keys.createKey", { apiId }, rootKey)
          const tags = Array.from({ length: 20 }, (_, tag) => `${index} ${tag}`.padEnd(500, "t"))
          for (let round = 0; round < 20; round += 1) {
            await call("keys.verifyKey", { key, tags: [...tags.slice(1), `${round}`] }, rootKey)
          }
        }
        return () => ({
          body: { from: Date.now() - 365 * dayMs, interval: "day", groupBy: ["key", "tag"], limit: 100 },
          key: rootKey,
        })
      },
    },
    {
      what: "35,000 tag sets of an hour, by key and tag",
      isMeasuredByLists: true,
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        await verifyTagSets({ call, apiId, rootKey })
        return () => ({
          body: { from: Date.now() - 365 * dayMs, interval: "day", groupBy: ["key", "tag"], limit: 100 },
          key: rootKey,
        })
      },
    },
  ],
  "usage.listUsage": [
    {
      what: "35,000 tag sets of an hour, against the year before",
      isMeasuredByLists: true,
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        await verifyTagSets({ call, apiId, rootKey })
        const now = Date.now()
        const previous = { previousFrom: now - 390 * dayMs, previousTo: now - 190 * dayMs }
        return () => ({
          body: { from: now - 190 * dayMs, ...previous, groupBy: "tag", sort: "verificationsChange" },
          key: rootKey,
        })
      },
    },
  ],
  "usage.listVerifications": [
    {
      what: "a filter that fits none of the largest rows",
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        const { key } = await call("keys.createKey", { apiId }, rootKey)
        const tags = Array.from({ length: 20 }, (_, tag) => `${tag}`.padEnd(500, "t"))
        for (let index = 0; index < 2_000; index += 1) await call("keys.verifyKey", { key, tags }, rootKey)
        return () => ({ body: { tag: "never" }, key: rootKey })
      },
    },
  ],
  "usage.getIncident": [
    {
      what: "a customer with every reason, many keys and 4,000 changes, by minute",
      isMeasuredByLists: true,
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        const refused = [
          { enabled: false },
          { expires: Date.now() + 60_000 },
          { ipAllowlist: ["192.0.2.0/24"] },
          { credits: { remaining: 0 } },
          { ratelimits: [{ name: "none", limit: 1, duration: 86_400_000, autoApply: true }] },
          {},
        ]
        for (let index = 0; index < 120; index += 1) {
          const fields = { ...refused[index % refused.length], externalId: "largest" }
          const { key, keyId } = await call("keys.createKey", { apiId, ...fields }, rootKey)
          const permissions = Array.from({ length: 20 }, (_, slug) => `right.${index}.${slug}`).join(" AND ")
          for (let round = 0; round < 10; round += 1) await call("keys.verifyKey", { key, permissions }, rootKey)
          for (let change = 0; change < 33; change += 1) {
            await call("keys.updateKey", { keyId, name: `${index} ${change}` }, rootKey)
          }
        }
        return () => ({ body: { identity: "largest", from: Date.now() - dayMs + 60_000 }, key: rootKey })
      },
    },
  ],
  "usage.getRatelimits": [
    {
      what: "the largest identifiers of a year",
      isMeasuredByLists: true,
      async prepare({ call }) {
        const namespace = "usage"
        for (let index = 0; index < 100; index += 1) {
          const checks = Array.from({ length: 20 }, (_, check) => ({
            namespace,
            identifier: `${index} ${check}`.padEnd(500, "i"),
            limit: 1,
            duration: 60_000,
          }))
          await call("ratelimit.multiLimit", checks)
        }
        const body = { namespace, from: Date.now() - 365 * dayMs, interval: "day", groupBy: ["identifier"], limit: 100 }
        return () => ({ body })
      },
    },
  ],
}

/** As many sets as an hour counts separately, of 350 keys. */
async function verifyTagSets({ call, apiId, rootKey }: Pick<Scene, "call"> & Pick<Tenant, "apiId" | "rootKey">) {
  for (let index = 0; index < 350; index += 1) {
    const { key } = await call("keys.createKey", { apiId }, rootKey)
    const sets = Array.from({ length: tagSetsPerHour }, (_, set) => [
      `customer ${set}`,
      `region ${index % 9}`,
      `${index}/${set}`,
    ])
    await Promise.all(sets.map((tags) => call("keys.verifyKey", { key, tags }, rootKey)))
  }
}
