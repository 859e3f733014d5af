import type { Resource } from "../../src/core/model.ts"
import { operatorKey } from "../processes.ts"
import { callOperation } from "../seed.ts"

/** A workspace with the objects that the cases change. */
export interface Tenant {
  readonly workspaceId: string
  readonly rootKeyId: string
  readonly rootKey: string
  readonly apiId: string
  readonly keyId: string
  /** The plaintext of that key. */
  readonly key: string
  /** A key with credits, and its balance. */
  readonly meteredKeyId: string
  readonly balanceId: string
}

export async function createTenant(port: number): Promise<Tenant> {
  const workspace = await callOperation(port, operatorKey, "workspaces.createWorkspace", { name: "bench writes" })
  const call = (operation: string, body: unknown) => callOperation(port, workspace.rootKey, operation, body)
  const { apiId } = await call("apis.createApi", { name: "bench writes" })
  const { keyId, key } = await call("keys.createKey", { apiId })
  const { keyId: meteredKeyId } = await call("keys.createKey", { apiId, credits: { remaining: 1_000 } })
  const [{ resources }] = await call("events.listEvents", { resourceId: meteredKeyId })
  const balance = resources.find(({ type }: Resource) => type === "balance")
  return { ...workspace, apiId, keyId, key, meteredKeyId, balanceId: balance.id }
}
