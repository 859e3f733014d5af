import type { Scene } from "../scene.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"

/** As many grants as a root key can hold. `*` is excluded, so that each grant must be compared. */
const management = ["create", "read", "update", "delete"].map((action) => `root_key.*.${action}_root_key`)
const actions = ["read_api", "update_api", "delete_api", "create_key", "read_key", "update_key", "delete_key"]
const grants = [
  ...management,
  ...Array.from({ length: 996 }, (_, index) => {
    const id = String(1_000_000 + index)
      .replaceAll("0", "z")
      .padStart(22, "1")
    return `api.api_${id}.${actions[index % actions.length]}`
  }),
]

interface LargestRootKey {
  readonly rootKeyId: string
  readonly rootKey: string
}

function createLargest({ call }: Scene, key?: string): Promise<LargestRootKey> {
  return call("rootKeys.createRootKey", { permissions: grants }, key)
}

/** The worst requests of Keyward's operations, with the id name that Unkey's clients use. */
function withUnkeyNames(requests: WorstRequests): WorstRequests {
  const named = Object.entries(requests).flatMap(([operation, [worst]]) => {
    const name = operation.replace("RootKey", "Key")
    return worst === undefined || name === "rootKeys.getKey" ? [] : [[name, [withKeyId(worst)]] as const]
  })
  return { ...requests, ...Object.fromEntries(named) }
}

function withKeyId(worst: WorstRequest): WorstRequest {
  return {
    ...worst,
    async prepare(scene) {
      const prepared = await worst.prepare(scene)
      return async (round) => {
        const request = await prepared(round)
        const { rootKeyId, ...body } = Object(request.body)
        return { ...request, body: rootKeyId === undefined ? body : { keyId: rootKeyId, ...body } }
      }
    },
  }
}

export const worstOfRootKeys: WorstRequests = withUnkeyNames({
  "rootKeys.createRootKey": [
    {
      what: "1,000 grants by a key with 1,000 grants",
      async prepare(scene) {
        const { rootKey } = await createLargest(scene)
        return (round) => ({ body: { permissions: grants }, key: rootKey, idempotencyKey: `${round}` })
      },
    },
  ],
  "rootKeys.getRootKey": [
    {
      what: "1,000 grants",
      async prepare(scene) {
        const { rootKey } = await createLargest(scene)
        return () => ({ body: {}, key: rootKey })
      },
    },
  ],
  "rootKeys.listRootKeys": [
    {
      what: "100 with 1,000 grants each",
      async prepare(scene) {
        const { rootKey } = await scene.createTenant()
        for (let index = 0; index < 100; index += 1) await createLargest(scene, rootKey)
        return () => ({ body: {}, key: rootKey })
      },
    },
  ],
  "rootKeys.updateRootKey": [
    {
      what: "1,000 grants by a key with 1,000 grants",
      async prepare(scene) {
        const { rootKey } = await createLargest(scene)
        const { rootKeyId } = await createLargest(scene)
        return (round) => ({
          body: { rootKeyId, permissions: round % 2 === 0 ? grants.slice(500) : grants },
          key: rootKey,
        })
      },
    },
    {
      what: "one of 1,000 owners",
      async prepare({ call, createTenant }) {
        const { rootKey } = await createTenant()
        let rootKeyId = ""
        for (let index = 0; index < 1_000; index += 1) {
          const created = await call("rootKeys.createRootKey", { permissions: ["*", ...grants.slice(1)] }, rootKey)
          rootKeyId = created.rootKeyId
        }
        return (round) => ({ body: { rootKeyId, enabled: round % 2 === 1 }, key: rootKey })
      },
    },
  ],
  "rootKeys.rerollRootKey": [
    {
      what: "1,000 grants by a key with 1,000 grants",
      async prepare(scene) {
        const { rootKey } = await createLargest(scene)
        return async () => {
          const { rootKeyId } = await createLargest(scene)
          return { body: { rootKeyId, expiration: 0 }, key: rootKey }
        }
      },
    },
  ],
  "rootKeys.deleteRootKey": [
    {
      what: "1,000 grants",
      prepare: async (scene) => async () => {
        const { rootKeyId } = await createLargest(scene)
        return { body: { rootKeyId } }
      },
    },
  ],
})
