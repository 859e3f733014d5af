import { resourceList } from "../../contract/resources.ts"
import { shellQuote } from "../../core/shell-quote.ts"
import { UsageError } from "../failure.ts"
import { unexpected } from "../flags.ts"
import type { OperationCall } from "./operation-call.ts"
import { type ShownFlag, shownFlagsOf } from "./shown-flags.ts"

/** The error for an unexpected word, with the flag that the user probably meant. */
export function unexpectedArgument(word: string, call: OperationCall): UsageError {
  const { message } = unexpected(word)
  const flag = likelyFlag(word, shownFlagsOf(call))
  if (flag !== undefined) return new UsageError(`${message} Did you mean --${flag} ${shellQuote(word)}?`)
  return new UsageError(`${message} Put quotes around a value with spaces, and a flag before its value.`)
}

/** Guesses the flag from the form of an id, from its allowed values, or because it is required. */
function likelyFlag(word: string, flags: readonly ShownFlag[]): string | undefined {
  const [, prefix = ""] = /^([a-z]+)_./.exec(word) ?? []
  const idField = idFields.get(prefix)
  const ofField = (name: string | undefined) => flags.find(({ fields }) => fields.some(({ path }) => path[0] === name))
  const found =
    ofField(idField) ??
    flags.find(({ fields }) => fields.some(({ schema }) => schema.enum?.includes(word))) ??
    flags.find(({ isRequired }) => isRequired) ??
    ofField("search")
  return found?.flag
}

/** `rootKeyId` for the prefix `rk`. */
const idFields = new Map(
  resourceList
    .flatMap(({ objects = {} }) => Object.entries(objects))
    .map(([type, { idPrefix = "" }]) => [
      idPrefix,
      `${type.replace(/_./g, (letters) => letters.slice(1).toUpperCase())}Id`,
    ]),
)
