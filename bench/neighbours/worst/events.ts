import { densestMeta } from "../sizes.ts"
import type { WorstRequests } from "../worst-request.ts"

export const worstOfEvents: WorstRequests = {
  "events.listEvents": [
    {
      what: "100 events of the largest meta, before and after",
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        const { keyId } = await call("keys.createKey", { apiId }, rootKey)
        for (let index = 0; index < 100; index += 1) {
          const meta = { ...densestMeta(), m0: index }
          const renamed = Object.fromEntries(
            Object.entries(meta).map(([name, value]) => [`${name}${index % 2}`, value]),
          )
          await call("keys.updateKey", { keyId, meta: index % 2 === 0 ? meta : renamed }, rootKey)
        }
        return () => ({ body: {}, key: rootKey })
      },
    },
    {
      what: "a filter that fits none of the events of a crowd",
      async prepare({ sharedCrowd }) {
        const { rootKey } = await sharedCrowd()
        return () => ({ body: { actorId: "nobody" }, key: rootKey })
      },
    },
  ],
  "events.getEvent": [
    {
      what: "an event of the largest meta",
      async prepare({ call, createTenant }) {
        const { apiId, rootKey } = await createTenant()
        await call("keys.createKey", { apiId, meta: densestMeta() }, rootKey)
        const [{ eventId }] = await call("events.listEvents", { type: "key.created", limit: 1 }, rootKey)
        return () => ({ body: { eventId }, key: rootKey })
      },
    },
  ],
  "events.verifyChain": [
    {
      what: "the first events of a crowd",
      async prepare({ sharedCrowd }) {
        const { rootKey } = await sharedCrowd()
        return () => ({ body: {}, key: rootKey })
      },
    },
  ],
}
