import { fault } from "../../../contract/errors.ts"
import { type FairPlaces, fairPlaces } from "../../../core/fair-places.ts"
import type { ContextWith } from "../../context.ts"

export const testDeliveriesAtMost = { ofProcess: 32, ofWorkspace: 2 }

export function createTestDeliveries(): FairPlaces {
  return fairPlaces(testDeliveriesAtMost.ofProcess, testDeliveriesAtMost.ofWorkspace)
}

/** Throws 429 and does nothing if too many test deliveries wait already. */
export async function asTestDelivery<T>(
  { testDeliveries, workspace }: ContextWith<"testDeliveries" | "workspace">,
  deliver: () => Promise<T>,
): Promise<T> {
  if (!testDeliveries.take(workspace.id)) throw tooMany
  try {
    return await deliver()
  } finally {
    testDeliveries.giveBack(workspace.id)
  }
}

const tooMany = fault("limits/too_many_test_deliveries", { headers: { "Retry-After": "2" } })
