import { balanceIdFor } from "../../../core/balance-id.ts"
import type { Identity } from "../../../core/model.ts"
import type { EventEntry } from "../../../storage/port/events.ts"

/** The identity, and its balance if that has changed. No keys, because an identity may have any number of them. */
export function identityResources({ id }: Pick<Identity, "id">, hasBalance: boolean): EventEntry["resources"] {
  const balance = hasBalance ? [{ type: "balance", id: balanceIdFor(id) } as const] : []
  return [{ type: "identity", id }, ...balance]
}
