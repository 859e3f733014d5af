import { invalidInput } from "../../../contract/errors.ts"
import { TooManyLabels, type UsageQuery, type UsageResult } from "../../../storage/port/usage.ts"
import type { ContextWith } from "../../context.ts"

/** Reads counts. Throws 400 if the range has more tags or identifiers than one request counts. */
export async function readUsage(
  { usage }: ContextWith<"store">["store"],
  query: UsageQuery,
  labels: { readonly name: string; readonly fix: string },
): Promise<UsageResult> {
  try {
    return await usage.read(query)
  } catch (error) {
    if (!(error instanceof TooManyLabels)) throw error
    const message = `begins a time with more ${labels.name} than one request counts`
    throw invalidInput({ location: "body.from", message, fix: labels.fix })
  }
}
