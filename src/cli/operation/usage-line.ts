import type { OperationCall } from "./operation-call.ts"
import { usageOf } from "./positionals.ts"
import { shownFlagsOf } from "./shown-flags.ts"

/** `keyward keys rotate KEY_ID --overlap DURATION [flags]` */
export function usageLine(call: OperationCall): string {
  const flags = shownFlagsOf(call)
  const required = flags.filter(({ isRequired }) => isRequired).map(({ flag, form }) => ` --${flag} ${form}`)
  const others = flags.length > required.length ? " [flags]" : ""
  return `keyward ${call.words.join(" ")}${usageOf(call.positionals())}${required.join("")}${others}`
}
