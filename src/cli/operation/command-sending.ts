import { shellQuote } from "../../core/shell-quote.ts"
import { commandWords, textOf } from "./command-words.ts"
import type { OperationCall } from "./operation-call.ts"
import { operationCalls } from "./operation-calls.ts"

type Request = Readonly<Record<string, unknown>>

/** The command line that sends exactly this request. */
export function commandSending(operation: string, request: Request): string {
  const call = operationCalls.findLast((one) => one.operation.name === operation && canSend(one, request))
  if (call === undefined || textsIn(request).some((text) => text.startsWith("-"))) {
    return `keyward call ${operation} ${shellQuote(JSON.stringify(request))}`
  }
  const typed = Object.entries(request).filter(([name]) => !(name in call.sends))
  return commandWords(call, Object.fromEntries(typed), (field, value) => shellQuote(textOf(value, field))).join(" ")
}

/** Presets come after the plain command, and send some fields of their own. */
function canSend({ sends, fields }: OperationCall, request: Request): boolean {
  const names = fields().map(({ path: [name] }) => name)
  const isSent = ([name, value]: [string, unknown]) => (name in sends ? sends[name] === value : names.includes(name))
  return Object.keys(sends).every((name) => name in request) && Object.entries(request).every(isSent)
}

/** An argument that begins with a dash would be read as a flag. */
function textsIn(request: Request): readonly string[] {
  return Object.values(request)
    .flat()
    .filter((value) => typeof value === "string")
}
