import type { EventFilter } from "../port/events.ts"
import type { KeyFilter } from "../port/keys.ts"

/** Queries without filters, which list everything in one page. */

export const everything = { limit: 1_000, after: undefined, search: undefined } as const

export const everyKey: KeyFilter = {
  ...everything,
  apiId: undefined,
  identityId: undefined,
  externalId: undefined,
  enabled: undefined,
}

export const everyEvent: EventFilter = { limit: 1_000, workspaceId: undefined }
