import { hundredNetworks, longName, unknownMembers } from "../sizes.ts"
import type { WorstRequests } from "../worst-request.ts"
import { crowdFilter, crowdSearch, keysOfEverySize } from "./key-lists.ts"

const name = longName.slice(0, 255)

export const worstOfApis: WorstRequests = {
  "apis.createApi": [
    { what: "a megabyte of unknown fields", status: 400, prepare: async () => () => ({ body: unknownMembers() }) },
  ],
  "apis.getApi": [
    {
      what: "100 networks",
      async prepare({ call }) {
        const { apiId } = await call("apis.createApi", { name })
        await call("apis.updateApi", { apiId, ipAllowlist: hundredNetworks() })
        return () => ({ body: { apiId } })
      },
    },
  ],
  "apis.listApis": [
    {
      what: "100 with 100 networks each",
      async prepare({ call, createTenant }) {
        const { rootKey } = await createTenant()
        for (let index = 0; index < 100; index += 1) {
          const { apiId } = await call("apis.createApi", { name }, rootKey)
          await call("apis.updateApi", { apiId, ipAllowlist: hundredNetworks() }, rootKey)
        }
        return () => ({ body: {}, key: rootKey })
      },
    },
  ],
  "apis.updateApi": [
    {
      what: "an API of a crowd",
      async prepare({ sharedCrowd }) {
        const { apiId, rootKey } = await sharedCrowd()
        return (round) => ({ body: { apiId, name: `API ${round}`, ipAllowlist: hundredNetworks() }, key: rootKey })
      },
    },
  ],
  "apis.deleteApi": [
    {
      what: "an API of a crowd",
      atMost: 1,
      async prepare({ createCrowd }) {
        const { apiId, rootKey } = await createCrowd()
        return () => ({ body: { apiId }, key: rootKey })
      },
    },
  ],
  "apis.listKeys": [...keysOfEverySize("apis.listKeys"), crowdSearch, crowdFilter],
}
