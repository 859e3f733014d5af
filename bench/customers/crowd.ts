import { sha256 } from "../../src/secrets/hash.ts"
import { benchKey } from "../bench-key.ts"
import type { Work } from "../job.ts"
import { operatorKey } from "../processes.ts"
import { callOperation } from "../seed.ts"
import { verification } from "../verification.ts"

/** A workspace whose keys belong to customers, one to each. */
export interface Crowd {
  readonly rootKey: string
  call(operation: string, body: unknown): ReturnType<typeof callOperation>
  /** Imports this many keys, each of a customer of its own, and returns the verifications of them. */
  add(count: number, settings: Settings): Promise<Work>
}

interface Settings {
  /** Fields of each key. */
  readonly key?: object
  /** Fields of each customer. */
  readonly customer?: object
  readonly plan?: string
}

const slice = 2_000

export async function openCrowd(port: number): Promise<Crowd> {
  const { rootKey } = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench" })
  const call = (operation: string, body: unknown) => callOperation(port, rootKey, operation, body)
  const { apiId } = await call("apis.createApi", { name: "bench" })
  let first = 0
  return {
    rootKey,
    call,
    async add(count, { key = {}, customer, plan }) {
      const numbers = { first, count }
      first += count
      for (let start = 0; start < count; start += slice) {
        const places = Array.from(
          { length: Math.min(slice, count - start) },
          (_, index) => numbers.first + start + index,
        )
        const keys = places.map((number) => ({
          hash: sha256(benchKey(number)),
          externalId: `customer_${number}`,
          ...key,
        }))
        await call("keys.migrateKeys", { apiId, keys })
        const identities = places.map((number) => `customer_${number}`)
        if (plan !== undefined) await call("identities.updateIdentities", { identities, set: { plan } })
        if (customer !== undefined) {
          await each(identities, (identity) => call("identities.updateIdentity", { identity, ...customer }))
        }
      }
      return verification({ rootKey }, numbers)
    },
  }
}

/** With some calls at a time. */
export async function each(names: readonly string[], change: (name: string) => Promise<unknown>): Promise<void> {
  const left = names.values()
  const work = async () => {
    for (const name of left) await change(name)
  }
  await Promise.all(Array.from({ length: 32 }, work))
}
