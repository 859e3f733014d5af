import { sampleText } from "../contract/error-help/error-help.ts"
import { errorHelp } from "../contract/error-help/index.ts"
import { titles } from "../contract/error-statuses.ts"
import { type ErrorCode, errorTable } from "../contract/error-table.ts"
import { operationsReturning } from "./errors-of.ts"
import { operations } from "./index.ts"

export type DescribedError = ReturnType<typeof describeError>

/** Everything that the page of an error and `keyward explain-error` say. */
export function describeError(full: ErrorCode) {
  const [category = "", code = ""] = full.split("/")
  const { status, when, clears } = errorTable[full]
  const { causes, fixes, guide } = errorHelp[full]
  return {
    ...{ category, code, status, title: titles[status], when, clears, causes },
    fixes: fixes.map(({ text, sample }) => ({ text, ...(sample && { sample: sampleText(sample) }) })),
    guide,
    operations: operationsReturning(full, operations),
  }
}
