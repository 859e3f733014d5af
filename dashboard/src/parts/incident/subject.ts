import type { Identity, Key } from "@keyward/client"
import type { LogOwner } from "../usage/log-link.ts"

/** The key or the customer whose refusals are shown. */
export interface Subject extends LogOwner {
  readonly type: "key" | "customer"
  readonly customerId: string | undefined
  /** Only of a key. */
  readonly apiId: string | undefined
}

export function subjectOfKey({ keyId, apiId, identity }: Key): Subject {
  return { type: "key", id: keyId, customerId: identity?.id, apiId }
}

export function subjectOfCustomer({ id }: Identity): Subject {
  return { type: "customer", id, customerId: id, apiId: undefined }
}

/** For counts. */
export function usageFilter({ type, id }: Subject) {
  return type === "key" ? { keyIds: [id] } : { identity: id }
}
