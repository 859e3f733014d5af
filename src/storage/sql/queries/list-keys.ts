import type { KeyFilter } from "../../port/keys.ts"
import type { Database } from "../schema/schema.ts"
import { type LiveKeyRow, selectLiveKeys } from "./live-keys.ts"
import { matchingKeys, withAll } from "./matching-keys.ts"
import { type ScanRange, scanInSteps } from "./scan.ts"

/** Reads one page of keys, by id. */
export function listFilteredKeys(db: Database, workspaceId: string, filter: KeyFilter): Promise<readonly LiveKeyRow[]> {
  const { limit, after, isDescending = false } = filter
  const matching = matchingKeys(db, { workspaceId, filter, isDescending })
  const list = (range: ScanRange<string>, most: number) =>
    withAll(selectLiveKeys(db), matching.within(range))
      .orderBy("keys.id", isDescending ? "desc" : "asc")
      .limit(most)
      .execute()
  if (!matching.isScanned) return list({ after, upTo: undefined }, limit)
  return scanInSteps({ limit, after, skip: matching.skip, list })
}
