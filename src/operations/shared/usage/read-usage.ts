import { invalidInput } from "../../../contract/errors.ts"
import {
  TooManyCounts,
  TooManyLabels,
  type UsageList,
  type UsageListQuery,
  type UsageQuery,
  type UsageResult,
} from "../../../storage/port/usage.ts"
import type { ContextWith } from "../../context.ts"

type Storing = ContextWith<"store">["store"]

/** Reads counts. Throws 400 if the range has more tags or identifiers than one request counts. */
export async function readUsage(
  { usage }: Storing,
  query: UsageQuery,
  labels: { readonly name: string; readonly fix: string },
): Promise<UsageResult> {
  try {
    return await usage.read(query)
  } catch (error) {
    throw error instanceof TooManyLabels ? tooMany(labels.name, labels.fix) : error
  }
}

/** Reads one page of a list. Throws 400 if the range has more tags or keys than one request counts. */
export async function listUsageOf({ usage }: Storing, query: UsageListQuery): Promise<UsageList> {
  const fix = "Choose a shorter time, or filter by API or identity."
  try {
    return await usage.list(query)
  } catch (error) {
    if (error instanceof TooManyLabels) throw tooMany("tag sets", fix)
    throw error instanceof TooManyCounts ? tooMany("counts of keys", fix) : error
  }
}

function tooMany(name: string, fix: string) {
  return invalidInput({
    location: "body.from",
    message: `begins a time with more ${name} than one request counts`,
    fix,
  })
}
